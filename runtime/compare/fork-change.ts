/** The change with which a run was forked from the other one that it is compared with. */
import { isDeepStrictEqual } from 'node:util';
import type { ForkChange } from '../protocol/compare.ts';
import type { Json, RunStarted } from '../protocol/events.ts';
import { inlineText } from '../text/inline-text.ts';
import type { ComparedSide, ForkNote } from './compared-side.ts';
import type { RunStep } from './steps.ts';

/** Maximum number of characters of a value in a sentence. */
const MAX_VALUE = 80;

/** A fork and the run that it was forked from. */
interface Pair {
  readonly origin: ComparedSide;
  readonly fork: ComparedSide;
  readonly note: ForkNote;
  /** `seq` of the step in the run that it was forked from. */
  readonly at: number;
}

/** Returns what a fork changed, if one of the runs was forked from the other; undefined otherwise. */
export function findForkChange(a: ComparedSide, b: ComparedSide): ForkChange | undefined {
  return changeOf('b', a, b) ?? changeOf('a', b, a);
}

function changeOf(side: ForkChange['fork'], origin: ComparedSide, fork: ComparedSide): ForkChange | undefined {
  const { forked } = fork.starts[0]?.event() ?? {};
  const { note } = fork;
  if (forked === undefined || note === undefined || forked.run !== origin.starts[0]?.event()?.run) return undefined;
  return { fork: side, at: forked.at, changes: changesOf({ origin, fork, note, at: forked.at }) };
}

/** Returns each change as words: `the prompt: “Sort them” → “Count them”`; empty if nothing was changed. */
function changesOf(pair: Pair): readonly string[] {
  const { origin, fork, note } = pair;
  const before = startAt(origin, pair.at);
  const after = startAt(fork, note.seq);
  // Our own words; what a foreign journal has instead is not shown.
  const edited = /\bEdited: ([\w, ]+)\./.exec(note.message)?.[1]?.split(', ') ?? [];
  const values = [
    ...changedValue('the model', before?.model, after?.model),
    ...changedValue('the address of the model', before?.baseUrl, after?.baseUrl),
    ...changedValue('the guards', before?.guards, after?.guards),
  ];
  return [
    ...(edited.includes('prompt') ? changedValue('the prompt', promptOf(before), promptOf(after)) : []),
    ...(edited.includes('instruction') ? ['the instruction of the agent'] : []),
    ...(edited.includes('arguments') ? [`the arguments of ${changedArguments(pair)}`] : []),
    ...(edited.includes('result')
      ? [`the result of ${firstCall(pair.origin, pair.at)?.call?.tool ?? 'the call'}`]
      : []),
    ...values,
    ...(note.readsSkillsAgain ? ["the skills, which were read again as they were at the fork's start"] : []),
  ];
}

function startAt({ starts }: ComparedSide, seq: number): RunStarted | undefined {
  return starts.findLast((start) => start.seq < seq)?.event();
}

function promptOf(started: RunStarted | undefined): string | undefined {
  return started === undefined ? undefined : `“${cut(inlineText(started.prompt))}”`;
}

function changedValue(name: string, before: string | undefined, after: string | undefined): readonly string[] {
  return before === after ? [] : [`${name}: ${cut(before ?? 'none')} → ${cut(after ?? 'none')}`];
}

/** Returns `TOOL: NAME: VALUE → VALUE` with the arguments that differ, or all arguments if they are not objects. */
function changedArguments({ origin, fork, note, at }: Pair): string {
  const before = firstCall(origin, at)?.call;
  const after = fork.steps.find(({ seq, call }) => seq > note.copied && call !== undefined)?.call;
  const tool = before?.tool ?? after?.tool ?? 'the call';
  const [old, now] = [entriesOf(before?.args), entriesOf(after?.args)];
  if (old === undefined || now === undefined) return `${tool}: ${shown(before?.args)} → ${shown(after?.args)}`;
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const changed = names.filter((name) => !isDeepStrictEqual(old.get(name), now.get(name)));
  return `${tool}: ${changed.map((name) => `${cut(name)}: ${shown(old.get(name))} → ${shown(now.get(name))}`).join(', ')}`;
}

function entriesOf(args: Json | undefined): ReadonlyMap<string, Json> | undefined {
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args);
  return isObject ? new Map(Object.entries(args)) : undefined;
}

function firstCall({ steps }: ComparedSide, at: number): RunStep | undefined {
  return steps.find(({ seq, call }) => seq >= at && call !== undefined);
}

function shown(args: Json | undefined): string {
  if (args === undefined) return 'none';
  return cut(typeof args === 'string' ? args : JSON.stringify(args));
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE)}…` : line;
}
