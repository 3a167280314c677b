/** Finds the saved runs of a folder, for `skillwright runs`. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { defined } from '../../skill/index.ts';
import { totalsOf } from '../compare/totals.ts';
import { findLink } from '../disk/linked-folder.ts';
import { isLocked } from '../disk/lock.ts';
import { messageOf } from '../errors.ts';
import { isBlob, readBlob } from '../journal/blobs.ts';
import { readJournal } from '../journal/reader.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import type { ForkOrigin, RunEvent, RunReason, RunStarted } from '../protocol/events.ts';
import { statsOf } from './stats-of.ts';

/** A saved run, as in `skillwright runs --json`. Absent figures are unknown, never zero. */
export interface RunEntry {
  readonly kind: 'run';
  /** The name of its folder, by which the other commands find it. */
  readonly run: string;
  /** Absolute path. */
  readonly journal: string;
  /** ISO 8601, of its start. */
  readonly time: string;
  /** The first prompt, and the number of prompts. */
  readonly prompt: string;
  readonly prompts: number;
  /** The name of the agent; absent for a run on skills alone. */
  readonly agent?: string;
  readonly skills: readonly string[];
  readonly client?: string;
  readonly model: string;
  /** The reason for the end. Without one, `running` if a process works on the run, else `interrupted`. */
  readonly outcome: RunReason | 'running' | 'interrupted';
  /** In a fork these figures include the steps that it copied. */
  readonly llmCalls: number;
  readonly misses: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** True if token counts are our own estimate. */
  readonly estimated?: true;
  readonly forked?: ForkOrigin;
  /** True for a run of a stress test. */
  readonly stress?: true;
  /** The first fault of a journal that is damaged. */
  readonly damage?: string;
}

/** A run whose journal cannot be read, and why. */
export interface UnreadableRun {
  readonly kind: 'unreadable';
  readonly run: string;
  readonly journal: string;
  readonly problem: string;
}

/**
 * Returns the journals in a folder of runs, newest first: by the time in the run's id or, for other names, by that of the
 * last change. Links are left out, because they may lead anywhere. Never throws; undefined if the folder cannot be read.
 */
export function findRuns(folder: string): readonly string[] | undefined {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return undefined;
  }
  // The names of deleted runs that VS Code can restore begin with a dot.
  const found = names.flatMap((name) => {
    const journal = join(folder, name, JOURNAL_FILE);
    const isOther = name.startsWith('.') || findLink(folder, name, JOURNAL_FILE) !== undefined;
    const stats = isOther ? undefined : statsOf(journal);
    return stats === undefined ? [] : [{ journal, name, time: timeOfId(name) ?? stats.mtimeMs }];
  });
  found.sort((a, b) => b.time - a.time || (a.name < b.name ? 1 : -1));
  return found.map(({ journal }) => journal);
}

/** Returns the time in a run's id, in milliseconds: `20260105T100000000Z-…`. */
function timeOfId(id: string): number | undefined {
  const time = Date.parse(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-.*$/s, '$1-$2-$3T$4:$5:$6.$7Z'));
  return /^\d{8}T\d{9}Z-/.test(id) && !Number.isNaN(time) ? time : undefined;
}

/** Reads a run for the list. Never throws: journals are untrusted. */
export function readRunEntry(journal: string): RunEntry | UnreadableRun {
  const run = basename(dirname(journal));
  try {
    const { events, unread, damage } = readJournal(journal);
    const starts = events.filter((event) => event.type === 'run_started');
    const [first] = starts;
    if (unread !== undefined || first === undefined) {
      const problem = unread?.kind === 'failed' ? unread.message : 'it contains no run';
      return { kind: 'unreadable', run, journal, problem };
    }
    const entry = { kind: 'run', run, journal, ...startOf(first, dirname(journal)), prompts: starts.length } as const;
    return defined({ ...entry, ...endOf(run, events, journal), damage });
  } catch (error) {
    // An event with fields of other types.
    return { kind: 'unreadable', run, journal, problem: messageOf(error) };
  }
}

/** The fields of the start. A journal can have values of other types in any of them. */
function startOf(
  started: RunStarted,
  folder: string,
): Pick<RunEntry, 'time' | 'prompt' | 'agent' | 'skills' | 'client' | 'forked' | 'stress'> {
  const { time, agentFile, agent, client, forked, stress, skills } = started;
  return defined({
    time,
    prompt: promptOf(started, folder),
    agent: agentFile === undefined ? undefined : agent,
    skills: skills.map(({ name }) => String(name)),
    client: client === undefined ? undefined : String(client),
    forked: forked === undefined ? undefined : { run: String(forked.run), at: Number(forked.at) },
    stress: stress === true ? stress : undefined,
  });
}

function promptOf({ prompt }: RunStarted, folder: string): string {
  if (typeof prompt === 'string') return prompt;
  const read = isBlob(prompt) ? readBlob(folder, prompt) : undefined;
  return read?.kind === 'found' && typeof read.value === 'string' ? read.value : '';
}

function endOf(
  run: string,
  events: readonly RunEvent[],
  journal: string,
): Pick<RunEntry, 'model' | 'outcome' | 'llmCalls' | 'misses' | 'inputTokens' | 'outputTokens' | 'estimated'> {
  const { model, llmCalls, misses, inputTokens, outputTokens, estimated } = totalsOf(run, events);
  return defined({
    model: String(model),
    outcome: outcomeOf(events, journal),
    llmCalls,
    misses,
    inputTokens: Number.isFinite(inputTokens) ? inputTokens : undefined,
    outputTokens: Number.isFinite(outputTokens) ? outputTokens : undefined,
    estimated,
  });
}

function outcomeOf(events: readonly RunEvent[], journal: string): RunEntry['outcome'] {
  const last = events.findLast(({ type }) => /^run_(?:started|resumed|finished)$/.test(type));
  if (last?.type === 'run_finished') return last.reason;
  return isLocked(`${journal}.lock`) ? 'running' : 'interrupted';
}
