/** Runs series of random steps: after each, the server must return the same as a new server in the same state. */
import { basename, clearDocumentCache, dirname, join } from '../../../../skill/index.ts';
import type { Chance } from './chance.ts';
import { type Answer, EditedWorkspace, type Snapshot, type Step } from './state.ts';
import { type TextEdit, textEdit } from './text-edits.ts';

export interface Difference {
  /** The state before the series, and the shortest sequence of steps that still causes a difference. */
  readonly before: Snapshot;
  readonly folders: readonly string[];
  readonly steps: readonly Step[];
  readonly path: string;
  readonly cached: Answer | undefined;
  readonly fresh: Answer | undefined;
}

export interface SeriesResult {
  /** Number of compared steps. */
  readonly compared: number;
  readonly documents: ReadonlySet<string>;
  readonly difference?: Difference;
}

/** Number of steps with cached data before new servers are queried about each state. */
const BATCH_SIZE = 20;

/**
 * Runs `count` random steps, most of them edits of `documents` (absolute paths). `clips`: texts to paste from. Clears the
 * caches of `skill/`, so no measurement may run meanwhile.
 */
export function runSeries(
  before: Snapshot,
  folders: readonly string[],
  documents: readonly string[],
  clips: readonly string[],
  count: number,
  chance: Chance,
): SeriesResult {
  const edited = new Set<string>();
  let compared = 0;
  const workspace = new EditedWorkspace(before, folders);
  const steps: Step[] = [];
  const undo: Step[] = [];
  while (compared < count) {
    const batch: {
      readonly stepCount: number;
      readonly state: Snapshot;
      readonly cached: ReadonlyMap<string, Answer>;
    }[] = [];
    for (let index = 0; index < BATCH_SIZE && compared < count; index++, compared++) {
      // Occasionally several steps before a query, as in fast typing.
      for (let many = chance() < 0.2 ? 3 : 1; many > 0; many--) {
        const step = nextStep(workspace, documents, clips, undo, chance);
        steps.push(step);
        edited.add(step.path);
        workspace.apply(step);
      }
      batch.push({ stepCount: steps.length, state: workspace.snapshot, cached: workspace.answers() });
    }
    for (const { stepCount, state, cached } of batch) {
      const path = findDifference(cached, state, folders);
      if (path === undefined) continue;
      const difference = shorten(before, folders, steps.slice(0, stepCount)) ?? {
        before,
        folders,
        steps: steps.slice(0, stepCount),
        path,
        cached: cached.get(path),
        fresh: freshAnswers(state, folders).get(path),
      };
      return { compared, documents: edited, difference };
    }
  }
  return { compared, documents: edited };
}

function freshAnswers(state: Snapshot, folders: readonly string[]): ReadonlyMap<string, Answer> {
  clearDocumentCache();
  return new EditedWorkspace(state, folders).answers();
}

/** Returns the first document for which a new server returns something else. */
function findDifference(
  cached: ReadonlyMap<string, Answer>,
  state: Snapshot,
  folders: readonly string[],
): string | undefined {
  const fresh = freshAnswers(state, folders);
  return [...new Set([...fresh.keys(), ...cached.keys()])].find((path) => fresh.get(path) !== cached.get(path));
}

/** Removes steps while the rest still causes a difference; queries after every step, as in the series. */
function shorten(before: Snapshot, folders: readonly string[], steps: readonly Step[]): Difference | undefined {
  let best = replay(before, folders, steps);
  if (!best) return undefined;
  for (let size = Math.ceil(best.steps.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.steps.length; ) {
      const fewer = replay(before, folders, [...best.steps.slice(0, at), ...best.steps.slice(at + size)]);
      if (fewer) best = fewer;
      else at += size;
    }
  }
  return best;
}

/** Replays the steps; returns the difference at the end, if any. */
function replay(before: Snapshot, folders: readonly string[], steps: readonly Step[]): Difference | undefined {
  clearDocumentCache();
  const workspace = new EditedWorkspace(before, folders);
  workspace.answers();
  for (const step of steps.slice(0, -1)) {
    workspace.apply(step);
    workspace.answers();
  }
  const last = steps.at(-1);
  if (!last) return undefined;
  workspace.apply(last);
  const cached = workspace.answers();
  const path = findDifference(cached, workspace.snapshot, folders);
  if (path === undefined) return undefined;
  const fresh = freshAnswers(workspace.snapshot, folders).get(path);
  return { before, folders, steps, path, cached: cached.get(path), fresh };
}

function nextStep(
  workspace: EditedWorkspace,
  documents: readonly string[],
  clips: readonly string[],
  undo: Step[],
  chance: Chance,
): Step {
  const dice = chance();
  if (dice < 0.08) return diskStep(workspace, documents, chance);
  const path = chance.pick(documents);
  if (dice > 0.96) return { kind: 'rest', path };
  if (dice < 0.1) return { kind: workspace.isOpen(path) ? 'close' : 'open', path };
  if (!workspace.isOpen(path)) return { kind: 'open', path };
  if (dice < 0.2) {
    const step = undo.pop();
    if (step) return step;
  }
  let text = workspace.text(path) ?? '';
  const edits: TextEdit[] = [];
  const back: TextEdit[] = [];
  for (let many = chance() < 0.1 ? 2 : 1; many > 0; many--) {
    const edit = textEdit(text, clips, chance);
    edits.push(edit);
    back.unshift({ start: edit.start, end: edit.start + edit.text.length, text: text.slice(edit.start, edit.end) });
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
  }
  undo.push({ kind: 'type', path, edits: back });
  // Texts must not grow indefinitely, or steps would become slower and slower.
  if (text.length > 200_000) return { kind: 'type', path, edits: [{ start: 1_000, end: text.length, text: '' }] };
  return { kind: 'type', path, edits };
}

/** Creates, deletes, moves or changes a file outside of the editor; sometimes one that a text references. */
function diskStep(workspace: EditedWorkspace, documents: readonly string[], chance: Chance): Step {
  // Editors do not report changes inside .git, but they report its deletion.
  const paths = workspace.paths().map((one) => one.replace(/\/\.git\/.*$/, '/.git'));
  const path = paths.length > 0 ? chance.pick(paths) : chance.pick(documents);
  switch (path.endsWith('/.git') ? 0 : chance.below(6)) {
    case 0:
      return { kind: 'remove', path };
    case 1:
      return { kind: 'remove', path: dirname(path) };
    case 2:
      return { kind: 'write', path, text: `${workspace.text(path) ?? ''}\nSee \`references/guide.md\`.\n` };
    case 3: {
      const names = ['guide.md', 'x.md', 'b.md', 'run.py', 'SKILL.md', 'Guide.md', 'notes'];
      return { kind: 'write', path: join(dirname(path), chance.pick(names)), text: '# Part\n\n[b](b.md)\n' };
    }
    case 4: {
      const text = workspace.text(chance.pick(documents)) ?? '';
      // Changes in node_modules are reported by editors, but ignored by the server.
      const paths = [...text.matchAll(/[\w-]+(?:\/[\w.-]+)+\.\w+/g)]
        .map(([one]) => one)
        .filter((one) => !/node_modules/.test(one));
      const target = paths.length > 0 ? chance.pick(paths) : 'references/x.md';
      return { kind: 'write', path: join(dirname(chance.pick(documents)), target), text: '# There\n' };
    }
    default:
      return { kind: 'write', path: join(dirname(path), 'scripts', basename(path)), text: workspace.text(path) ?? '' };
  }
}
