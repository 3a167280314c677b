/** The line below a guard that stopped something: the words of a skill that provoked it, and the fix. */
import { useEffect } from 'preact/hooks';
import type { SpanRow } from '../../row.ts';
import { openSource } from '../../state/actions.ts';
import { post } from '../../state/host.ts';
import * as store from '../../state/store.ts';
import { type Glyph, Icon } from './icons.tsx';
import { Marked } from './marked-text.tsx';

export function CauseLine({ row, depth }: { readonly row: SpanRow; readonly depth: number }) {
  const fixes = store.fixes.value.get(row.id);
  useEffect(() => {
    if (!store.fixes.value.has(row.id)) post({ type: 'fixes', row: row.id });
  }, [row.id]);
  const best = fixes?.[0];
  const applied = store.applied.value.get(row.id);
  return (
    <span class="cause-line" role="gridcell" style={{ paddingLeft: `${22 + (depth - 1) * 10 + 28}px` }}>
      <span class="verb">Cause</span>
      <button
        type="button"
        class="link"
        tabIndex={-1}
        disabled={!store.canOpenFiles.value}
        onClick={(event) => {
          event.stopPropagation();
          openSource(row.id);
        }}
      >
        {row.cause?.place}
      </button>
      <span class="quote">
        “<Marked text={row.cause?.text ?? ''} />”
      </span>
      {applied !== undefined && (
        <span class="fixed" title={applied.title}>
          <Icon name="check" className="good" />
          Fix applied
        </span>
      )}
      {best !== undefined && applied === undefined && (
        <>
          <Icon name={'arrow' satisfies Glyph} className="muted" />
          <button
            type="button"
            class="fix"
            tabIndex={-1}
            title={best.title}
            aria-label={best.title}
            onClick={(event) => {
              event.stopPropagation();
              post({ type: 'applyFix', row: row.id, index: 0 });
            }}
          >
            <Icon name="bulb" className="warn" />
            <span class="words">{best.title}</span>
          </button>
        </>
      )}
    </span>
  );
}
