/** Plain text of a model or a tool: white space is preserved, and long texts are truncated until expanded. */
import { useState } from 'preact/hooks';
import { plural } from '../../model/format.ts';
import { Marked } from './marked-text.tsx';

const LINES = 24;

export function Text({ text, className = '' }: { readonly text: string; readonly className?: string }) {
  const [isExpanded, setExpanded] = useState(false);
  const lines = text.split('\n');
  const long = lines.length > LINES || text.length > 4000;
  const shown = long && !isExpanded ? lines.slice(0, LINES).join('\n').slice(0, 4000) : text;
  return (
    <div class={`text ${className}`}>
      <p>
        <Marked text={shown} />
      </p>
      {long && (
        <button type="button" class="link" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Show less' : `Show all ${plural(text.length, 'character')}`}
        </button>
      )}
    </div>
  );
}

interface SourceProps {
  readonly first: number;
  readonly lines: readonly string[];
  /** Underlined range; line and columns are 1-based. */
  readonly mark?: { readonly line: number; readonly from: number; readonly to: number };
}

/** Lines of a file with line numbers. */
export function Source({ first, lines, mark }: SourceProps) {
  return (
    <ol class="source">
      {lines.map((line, index) => {
        const number = first + index;
        const lineMark = mark?.line === number ? mark : undefined;
        return (
          <li key={number} class={mark !== undefined && lineMark === undefined ? 'near' : ''}>
            <span class="number" aria-hidden="true">
              {number}
            </span>
            <code>
              {lineMark === undefined ? (
                line || ' '
              ) : (
                <>
                  {line.slice(0, lineMark.from - 1)}
                  <u>{line.slice(lineMark.from - 1, lineMark.to - 1)}</u>
                  {line.slice(lineMark.to - 1)}
                </>
              )}
            </code>
          </li>
        );
      })}
    </ol>
  );
}
