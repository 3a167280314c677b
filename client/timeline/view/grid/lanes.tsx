/** One line per skill below the ruler: offered, loaded, read, run, missed. It does not scroll with the rows. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { duration, plural } from '../../model/format.ts';
import { loadedPeriods } from '../../model/loaded-periods.ts';
import { toX } from '../../model/time-scale.ts';
import type { Lane, LaneMark } from '../../row.ts';
import { openNaming, openSource, select } from '../../state/actions.ts';
import { post } from '../../state/host.ts';
import * as store from '../../state/store.ts';
import { Icon } from '../parts/icons.tsx';

const COLLAPSED_COUNT = 4;

const MARK_LABELS: { readonly [kind in LaneMark['kind']]: string } = {
  offered: 'offered',
  loaded: 'loaded',
  lost: 'lost its text in a compaction',
  read: 'resource read',
  script: 'ran',
  miss: 'missed',
  stopped: 'stopped',
};

export function Lanes() {
  const [all, setAll] = useState(false);
  const lanes = store.lanes.value;
  const shown = all ? lanes : lanes.slice(0, COLLAPSED_COUNT);
  if (lanes.length === 0) return null;
  return (
    <div class="lanes" role="rowgroup" aria-label="Skills" onKeyDown={onKey}>
      {shown.map((lane, index) => (
        <LaneRow key={lane.name} lane={lane} first={index === 0} />
      ))}
      {lanes.length > COLLAPSED_COUNT && (
        <div class="lane more" role="row">
          <span class="col-step" role="gridcell">
            <button type="button" class="link" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'Show fewer skills' : plural(lanes.length - COLLAPSED_COUNT, 'more skill')}
            </button>
          </span>
        </div>
      )}
    </div>
  );
}

/** Moves the focus up and down among the skills. Beyond the last one, the rows handle the keys. */
function onKey(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { currentTarget } = event;
  if (step === 0 || !(currentTarget instanceof Element)) return;
  const names = [...currentTarget.querySelectorAll<HTMLElement>('.name')];
  const at = names.findIndex((name) => name === event.target);
  const next = names[at + step];
  if (at < 0 || (next === undefined && step > 0)) return;
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
}

function LaneRow({ lane, first }: { readonly lane: Lane; readonly first: boolean }) {
  const scale = store.scale.value;
  const zoom = store.zoom.value;
  const width = store.trackWidth.value;
  const x = (time: number) => toX(scale, zoom, width, time);
  const unused = lane.marks.every(({ kind }) => kind === 'offered');
  const canOpen = store.canOpenFiles.value && lane.isUnknown !== true;
  const from = x(lane.marks[0]?.at ?? 0);
  const last = Math.min(width, x(store.end.value));
  const loaded = loadedPeriods(lane);
  const seen = new Set<string>();
  // Marks of the same kind that would overlap are merged.
  const minDistance = lane.marks.length > 60 ? 8 : 3;
  const marks = lane.marks.filter((mark) => {
    const at = x(mark.at);
    const key = `${mark.kind} ${Math.round(at / minDistance)}`;
    return at >= 0 && at <= width && !seen.has(key) && seen.add(key);
  });
  return (
    <div class={`lane ${unused ? 'unused' : ''}`} role="row">
      <span class="col-step" role="rowheader">
        <Icon name="book" className="k-skill" />
        <button
          type="button"
          class="name"
          tabIndex={first ? 0 : -1}
          disabled={!canOpen}
          title={canOpen ? `Open the SKILL.md of ${lane.name}` : lane.name}
          onClick={() => post({ type: 'openSkill', skill: lane.name })}
        >
          {lane.name}
        </button>
        <span class="detail">{lane.text}</span>
      </span>
      <span class="col-track" role="gridcell">
        <i class="line dotted" style={line(from, last)} />
        {loaded.map(([start, end]) => (
          <i key={start} class="line" style={line(x(start), end === null ? last : Math.min(last, x(end)))} />
        ))}
        {marks.map((mark) => (
          <MarkShape key={`${mark.kind}${mark.at}`} mark={mark} x={x(mark.at)} skill={lane.name} />
        ))}
      </span>
    </div>
  );
}

function line(from: number, to: number) {
  const left = Math.max(0, from);
  return { left: `${left}px`, width: `${Math.max(0, to - left)}px` };
}

const SHAPES: { readonly [kind in LaneMark['kind']]: JSX.Element } = {
  offered: <circle cx="6" cy="6" r="2.8" />,
  loaded: <circle cx="6" cy="6" r="4" />,
  lost: <path d="M2.2 6a3.8 3.8 0 1 0 7.6 0 3.8 3.8 0 1 0-7.6 0zM2 10 10 2" />,
  read: <path d="M6 1.6 10.4 6 6 10.4 1.6 6z" />,
  script: <path d="M2.6 1.6v8.8L10.2 6z" />,
  miss: <path d="m2.4 2.4 7.2 7.2M9.6 2.4 2.4 9.6" />,
  stopped: <path d="m2.4 2.4 7.2 7.2M9.6 2.4 2.4 9.6" />,
};

function MarkShape({ mark, x, skill }: { readonly mark: LaneMark; readonly x: number; readonly skill: string }) {
  const row = store.rowAt(mark.row);
  const isNamed = row !== undefined && mark.kind !== 'offered' && row.name !== skill && row.compaction === undefined;
  const subject = isNamed ? `${skill}: ${row.name}` : skill;
  const code = row?.code === undefined ? '' : `, ${row.code}`;
  const hint = row?.source === true ? '. Click to open the source.' : '';
  const title = `${subject} ${MARK_LABELS[mark.kind]} at ${duration(mark.at)}${code}${hint}`;
  // Keyboard users reach the same through the rows, with Enter and Shift+Enter. Marks are for the pointer only.
  return (
    <svg
      class={`mark m-${mark.kind}`}
      viewBox="0 0 12 12"
      width="12"
      height="12"
      style={{ left: `${Math.max(6, x)}px` }}
      aria-hidden="true"
      onClick={() => {
        select(mark.row);
        // A resource or script is mentioned by name in SKILL.md: open the words that led to it.
        if (mark.kind === 'read' || mark.kind === 'script') openNaming(mark.row);
        else openSource(mark.row);
      }}
    >
      <title>{title}</title>
      {SHAPES[mark.kind]}
    </svg>
  );
}
