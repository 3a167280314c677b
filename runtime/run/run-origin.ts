/** The record of the runs that this machine started. */
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { own } from '../../skill/index.ts';
import { redactorOf, secretsInUrl } from '../journal/redact.ts';
import type { JsonObject, RunStarted } from '../protocol/events.ts';
import type { RunOrigin } from '../protocol/origin.ts';
import { RUN_OPTION_LIST } from '../protocol/run-options.ts';
import { type RunPlace, runStore } from '../user-data/run-store.ts';
import { startedBody } from './run-events.ts';
import type { RunSpec } from './run-spec.ts';

const STARTS = runStore('begun'); // words-ok: the name of a folder in the user's data

/**
 * Fields of a journal that determine where a run connects, what it starts, its limits and its sandbox, with their labels.
 */
const LABELS: Readonly<Record<string, string>> = {
  model: 'model',
  baseUrl: 'endpoint',
  agentFile: 'agent',
  folder: 'folder',
  skills: 'skills',
  ...Object.fromEntries(RUN_OPTION_LIST.flatMap(([name, { label }]) => (label === undefined ? [] : [[name, label]]))),
  client: 'client',
  workspace: 'copied workspace',
  install: 'folder of the installed skills',
};

/** The fields with a label, as JSON. */
type Destination = Readonly<Record<string, string>>;

/**
 * Number of prompts of a run that are remembered: a process killed before writing one leaves the previous one in the
 * journal.
 */
const MAX_PROMPTS = 4;

/**
 * Records outside the workspace that a user of this machine started this run, or resumed it after seeing where it connects:
 * a journal is untrusted and proves neither.
 */
export function recordStart(place: RunPlace, spec: RunSpec): void {
  // The value in the journal, which a resume does not change.
  const requireSandbox = spec.resumes?.requiredSandbox ?? spec.requireSandbox === true;
  const started = startedBody({ ...spec, requireSandbox }, place.run);
  if (started.type !== 'run_started') return;
  const secrets = [...spec.secrets, ...(spec.baseUrl === undefined ? [] : secretsInUrl(spec.baseUrl))];
  // Redacted like the journal that it will be compared with.
  const now = destinationOf(redactorOf(secrets).json(fieldsOf(started)) as Partial<RunStarted>);
  const at = resolvePlace(place);
  const before = recordsOf(at).filter((one) => !isSame(one, now));
  STARTS.removeOld();
  STARTS.write(at, JSON.stringify([now, ...before].slice(0, MAX_PROMPTS)));
}

/**
 * Determines whether this machine started the run, and whether the fields that determine where it connects are unchanged.
 */
export function originOf(place: RunPlace, started: RunStarted): RunOrigin {
  const now = destinationOf(started);
  const [last, ...before] = recordsOf(resolvePlace(place));
  const shown = createHash('sha256').update(JSON.stringify(now)).digest('hex');
  if (last === undefined) return { kind: 'elsewhere', shown };
  if ([last, ...before].some((one) => isSame(one, now))) return { kind: 'here', shown };
  const changed = Object.entries(LABELS).filter(([key]) => own(last, key) !== own(now, key));
  return { kind: 'changed', shown, changed: changed.map(([, label]) => label) };
}

function fieldsOf(started: object): JsonObject {
  return Object.fromEntries(Object.entries(started).filter(([key]) => Object.hasOwn(LABELS, key))) as JsonObject;
}

function destinationOf(started: Partial<RunStarted>): Destination {
  const skills = started.skills?.map(({ root }) => root);
  const all: Readonly<Record<string, unknown>> = { ...started, skills };
  const pairs = Object.keys(LABELS).map((key) => [key, JSON.stringify(own(all, key) ?? null)]);
  return Object.fromEntries(pairs) as Destination;
}

function isSame(one: Destination, other: Destination): boolean {
  return Object.keys(LABELS).every((key) => own(one, key) === own(other, key));
}

/** Returns the records of a run, newest first; none if they are missing or invalid. */
function recordsOf(place: RunPlace): readonly Destination[] {
  try {
    const read: unknown = JSON.parse(STARTS.read(place) ?? '[]');
    return Array.isArray(read) ? read.filter((one): one is Destination => typeof one === 'object' && one !== null) : [];
  } catch {
    return [];
  }
}

/** Resolves links, because a terminal and VS Code may use different paths to the same folder. */
function resolvePlace({ runs, run }: RunPlace): RunPlace {
  try {
    return { runs: realpathSync.native(runs), run };
  } catch {
    return { runs, run };
  }
}
