/** The details of a skill: the words that led to misses, and its files. */
import { formatDateTime } from '../model/date-format.ts';
import { count, plural } from '../model/format.ts';
import { ToolButton } from '../view/parts/buttons.tsx';
import { Icon } from '../view/parts/icons.tsx';
import { rowsText } from './grid-source.ts';
import { rateText } from './skill-cells.ts';
import type { FileSum, WordsSum } from './skill-details.ts';
import { bareName, isUnseen, type SkillSum } from './skills.ts';
import * as state from './state.ts';

/** Maximum number of words, and of files, that are listed. */
const MAX_LISTED = 20;

export function SkillDetailsPane() {
  const details = state.details.value;
  if (details === undefined) return null;
  const { sum, words, files, unread, told } = details;
  const close = () => {
    state.shownSkill.value = undefined;
    state.focusing.grid();
  };
  return (
    <section class="skill-pane" aria-label={sum.skill} onKeyDown={(event) => event.key === 'Escape' && close()}>
      <div class="pane-head">
        <h2 title={sum.skill}>{sum.skill}</h2>
        {sum.group === 'workspace' && (
          <button
            type="button"
            class="button secondary row-size"
            onClick={() => state.post({ type: 'openSkill', skill: bareName(sum.skill) })}
          >
            <Icon name="open-editor" />
            Open SKILL.md
          </button>
        )}
        <span class="spring" />
        <ToolButton icon="close" label="Close the details" title="Close the details (Esc)" onClick={close} />
      </div>
      <p>{summaryOf(sum)}</p>
      {words.length > 0 && (
        <>
          <h3>Words that led to misses</h3>
          <ul>
            {words.slice(0, MAX_LISTED).map((one) => (
              <Words key={one.words} skill={sum.skill} sum={one} isInWorkspace={sum.group === 'workspace'} />
            ))}
          </ul>
        </>
      )}
      <Files head={`Instructed to read, and never read (of ${rowsText(told)})`} files={unread} />
      <Files head="Files read" files={files} />
    </section>
  );
}

function summaryOf(sum: SkillSum): string {
  if (isUnseen(sum)) return 'Never offered or loaded in the runs and sessions that were read.';
  const misses =
    sum.misses === 0 ? 'Nothing was missed' : `${plural(sum.misses, 'miss', 'misses')} in ${rowsText(sum.missed)}`;
  const rate = sum.rate === undefined ? '' : ` Misses per 100 requests: ${rateText(sum.rate)}.`;
  return `Loaded in ${rowsText(sum.loaded)}. ${misses}.${rate}`;
}

interface WordsProps {
  readonly skill: string;
  readonly sum: WordsSum;
  /** True if the current text of the skill is known. */
  readonly isInWorkspace: boolean;
}

function Words({ skill, sum, isInWorkspace }: WordsProps) {
  const { words, misses, paths, rows, latest, isCurrent } = sum;
  const start = state.table.figure(latest, 'start');
  const date = Number.isNaN(start) ? 'latest' : formatDateTime(new Date(start), new Date(), state.locale.value);
  return (
    <li>
      <p>
        {words === '' ? (
          'Words that are not known'
        ) : isCurrent ? (
          <button type="button" class="link" onClick={() => state.post({ type: 'openWords', skill, words })}>
            “{words}”
          </button>
        ) : (
          `“${words}”`
        )}
        {isInWorkspace && !isCurrent && words !== '' && <span class="muted"> not in the skill now</span>}
      </p>
      <p class="muted">{paths.slice(0, MAX_LISTED).join(', ')}</p>
      <p>
        {plural(misses, 'miss', 'misses')} in{' '}
        <button type="button" class="link" onClick={() => state.showUse({ skill, use: 'missed', words })}>
          {rowsText(rows)}
        </button>
        , latest{' '}
        <button type="button" class="link" onClick={() => state.post({ type: 'openMisses', id: latest, skill, paths })}>
          {date}
        </button>
      </p>
    </li>
  );
}

function Files({ head, files }: { readonly head: string; readonly files: readonly FileSum[] }) {
  if (files.length === 0) return null;
  return (
    <>
      <h3>{head}</h3>
      <ul>
        {files.slice(0, MAX_LISTED).map(({ path, rows }) => (
          <li key={path}>
            <code>{path}</code> <span class="muted">{rowsText(rows)}</span>
          </li>
        ))}
        {files.length > MAX_LISTED && <li class="muted">and {count(files.length - MAX_LISTED)} more</li>}
      </ul>
    </>
  );
}
