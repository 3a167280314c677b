/** The words behind a miss in the text that the session of another agent has. */
import type { RecordedExcerpt } from '../../payload.ts';
import { Icon } from '../parts/icons.tsx';
import { Source } from '../parts/text.tsx';

/** @param hasCurrent true if the words in the current skill are shown, too */
export function RecordedWords({
  recorded,
  hasCurrent,
}: {
  readonly recorded: RecordedExcerpt | undefined;
  readonly hasCurrent: boolean;
}) {
  if (recorded === undefined) return null;
  const { missed, excerpt } = recorded;
  return (
    <section>
      <h3>{hasCurrent ? 'Text in the session' : 'Cause'}</h3>
      {!hasCurrent && (
        <p>
          The model requested <code>{missed}</code> because of these words in the text that it had read.
        </p>
      )}
      <div class="box">
        <div class="box-head">
          <Icon name="page" className="muted" />
          <span class="name">
            {excerpt.path}:{excerpt.mark.line}
          </span>
        </div>
        <Source first={excerpt.firstLine} lines={excerpt.lines} mark={excerpt.mark} />
      </div>
    </section>
  );
}
