/** The details of a compaction: the skills that lost their texts, with the rows that loaded them before and again. */
import { duration } from '../../model/format.ts';
import type { CompactionInfo, LostSkill } from '../../row.ts';
import { select } from '../../state/actions.ts';
import * as store from '../../state/store.ts';

export function CompactionSummary({ compaction }: { readonly compaction: CompactionInfo | undefined }) {
  if (compaction === undefined) return null;
  const { lost, kept } = compaction;
  return (
    <>
      {lost.length > 0 && (
        <section>
          <h3>Skills that lost their text</h3>
          <p class="muted">Their text is not in the messages that stayed. The summary may repeat parts of it.</p>
          <ul class="lost-skills">
            {lost.map((one) => (
              <LostItem key={one.skill} lost={one} />
            ))}
          </ul>
        </section>
      )}
      {kept.length > 0 && (
        <section>
          <h3>Skills whose text stayed</h3>
          <p>{kept.join(', ')}</p>
        </section>
      )}
    </>
  );
}

function LostItem({ lost: { skill, loaded, again, byClient } }: { readonly lost: LostSkill }) {
  return (
    <li>
      <b>{skill}</b>
      {': '}
      {loaded !== undefined && (
        <>
          <RowLink id={loaded} label="loaded" />
          {', '}
        </>
      )}
      {again === undefined ? (
        <span class="loses">not loaded again{store.isGrowing.value ? ' so far' : ''}</span>
      ) : byClient === true ? (
        'added again by the client'
      ) : (
        <RowLink id={again} label="loaded again" />
      )}
    </li>
  );
}

/** A link to a row, with its time. */
function RowLink({ id, label }: { readonly id: number; readonly label: string }) {
  const row = store.rowAt(id);
  if (row === undefined) return <>{label}</>;
  return (
    <button type="button" class="link" onClick={() => select(id, { focus: true })}>
      {label} at {duration(row.start)}
    </button>
  );
}
