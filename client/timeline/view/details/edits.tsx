/** The changes of files that a call asks for, as in a diff editor. */
import { useState } from 'preact/hooks';
import { visibleText } from '../../../../runtime/text/visible-text.ts';
import { count, plural } from '../../model/format.ts';
import type { DiffLine, FileEdit } from '../../payload.ts';
import { Marked } from '../parts/marked-text.tsx';

/** Number of lines that are shown before the rest is asked for. */
const LINES = 40;

const SIGNS: { readonly [kind in DiffLine['kind']]: string } = { same: ' ', removed: '−', inserted: '+', gap: '⋯' };
const SAID: { readonly [kind in DiffLine['kind']]: string } = {
  same: '',
  removed: 'Removed:',
  inserted: 'Added:',
  gap: 'Lines left out',
};

export function Edits({ edits }: { readonly edits: readonly FileEdit[] }) {
  return (
    <>
      {edits.map((edit, index) => (
        <Edit key={String(index)} edit={edit} />
      ))}
    </>
  );
}

function Edit({ edit: { path, lines, more } }: { readonly edit: FileEdit }) {
  const [isExpanded, setExpanded] = useState(false);
  const of = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  const isLong = lines.length > LINES + 5;
  const shown = isLong && !isExpanded ? lines.slice(0, LINES) : lines;
  return (
    <section>
      <h3>
        Change <span class="detail">{`+${count(of('inserted') + more)} −${count(of('removed'))}`}</span>
      </h3>
      <div class="box diff file">
        {path !== '' && <p class="box-head">{visibleText(path)}</p>}
        {shown.map((line, index) => (
          <div class={line.kind} key={String(index)}>
            <span aria-hidden="true">{SIGNS[line.kind]}</span>
            {SAID[line.kind] !== '' && <span class="unseen">{SAID[line.kind]}</span>}
            <code>
              <Marked text={visibleText(line.text)} />
            </code>
          </div>
        ))}
      </div>
      {isLong && (
        <button type="button" class="link" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Show less' : `Show all ${plural(lines.length, 'line')}`}
        </button>
      )}
      {more > 0 && <p class="muted">and {plural(more, 'more line')}; see Arguments / Result</p>}
    </section>
  );
}
