/** A foldable JSON tree. Only unfolded values are in the DOM, and long lists are paged. */
import { useState } from 'preact/hooks';
import type { Json } from '../../../../runtime/protocol/events.ts';
import { visibleText } from '../../../../runtime/text/visible-text.ts';
import { count, plural } from '../../model/format.ts';
import { Icon } from './icons.tsx';
import { Marked } from './marked-text.tsx';

const PAGE = 100;

interface Props {
  readonly value: Json;
  readonly name?: string | undefined;
  /** Number of levels that are initially unfolded. */
  readonly open?: number;
}

export function JsonTree({ value, name, open = 2 }: Props) {
  if (typeof value !== 'object' || value === null) return <Leaf value={value} name={name} />;
  return <Branch value={value} open={open} name={name} />;
}

function Branch({
  value,
  name,
  open,
}: {
  readonly value: object;
  readonly name?: string | undefined;
  readonly open: number;
}) {
  const [unfolded, setUnfolded] = useState(open > 0);
  const [pages, setPages] = useState(1);
  const list = Array.isArray(value);
  const entries: [string, Json][] = Object.entries(value);
  const shown = unfolded ? entries.slice(0, pages * PAGE) : [];
  const size = plural(entries.length, list ? 'item' : 'field');
  return (
    <div class="json">
      <button type="button" class="branch" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
        <Icon name={unfolded ? 'chevron-down' : 'chevron-right'} className="muted" />
        {name !== undefined && <span class="key">{visibleText(name)}</span>}
        <span class="size">{list ? `[${size}]` : `{${size}}`}</span>
      </button>
      {unfolded && (
        <div class="children">
          {shown.map(([key, item]) => (
            <JsonTree key={key} name={key} value={item} open={open - 1} />
          ))}
          {entries.length > shown.length && (
            <button type="button" class="link" onClick={() => setPages(pages + 1)}>
              {count(entries.length - shown.length)} more
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function Leaf({
  value,
  name,
}: {
  readonly value: string | number | boolean | null;
  readonly name?: string | undefined;
}) {
  const [isExpanded, setExpanded] = useState(false);
  // A call is approved by what is seen here.
  const text = typeof value === 'string' ? visibleText(value) : String(value);
  const long = text.length > 600 || text.split('\n', 13).length > 12;
  const shown = long && !isExpanded ? `${text.split('\n').slice(0, 12).join('\n').slice(0, 600)}…` : text;
  const block = typeof value === 'string' && (value.includes('\n') || value.length > 60);
  return (
    <div class={`json leaf ${block ? 'block' : ''}`}>
      {name !== undefined && <span class="key">{visibleText(name)}</span>}
      <span class={`value ${value === null ? 'null' : typeof value}`}>
        <Marked text={typeof value === 'string' && !block ? `"${shown}"` : shown} />
      </span>
      {long && (
        <button type="button" class="link" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Show less' : `Show all ${plural(text.length, 'character')}`}
        </button>
      )}
    </div>
  );
}
