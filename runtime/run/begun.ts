import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { redactorOf, secretsIn } from '../journal/redact.ts';
import type { JsonObject, RunStarted } from '../protocol/events.ts';
import type { RunOrigin } from '../protocol/origin.ts';
import { type RunPlace, runMemory } from '../remembered/remembered.ts';
import { startedBody } from './bodies.ts';
import type { RunSpec } from './spec.ts';

const BEGUN = runMemory('begun');

/** What of a journal decides where a run sends what it holds, what it starts, how much it may spend, and whether scripts need a sandbox. */
const DECIDES = {
  model: 'model',
  baseUrl: 'endpoint',
  agentFile: 'agent',
  folder: 'folder',
  skills: 'skills',
  guards: 'guards',
  guardSettings: 'settings of the guards',
  maxLlmCalls: 'limit of model calls',
  maxTokens: 'limit of tokens',
  maxCost: 'limit of money',
  modelTimeout: 'time limit of the model',
  scriptTimeout: 'time limit of scripts',
  requireSandbox: 'demand for a sandbox',
} as const satisfies { readonly [key in keyof RunStarted]?: string };

type Decided = { readonly [key in keyof typeof DECIDES]: string };

/** Prompts of a run whose starts are kept: a process that is killed before it writes one leaves the one before in the journal. */
const KEPT = 4;

/**
 * Remembers, outside the workspace, that a person on this machine began this run, or went on with it knowing where it
 * goes: a journal may come from anywhere, and is no proof of that.
 */
export function rememberBegun(place: RunPlace, spec: RunSpec): void {
  // As its journal has it, which a resume adds nothing to.
  const requireSandbox = spec.resumes?.requiredSandbox ?? spec.requireSandbox === true;
  const started = startedBody({ ...spec, requireSandbox }, place.run);
  if (started.type !== 'run_started') return;
  const secrets = [...spec.secrets, ...(spec.baseUrl === undefined ? [] : secretsIn(spec.baseUrl))];
  // As the journal will have it: compared with that.
  const now = decidedBy(redactorOf(secrets).json(fieldsOf(started)) as Partial<RunStarted>);
  const at = realPlace(place);
  const before = known(at).filter((one) => !isSame(one, now));
  BEGUN.forgetOld();
  BEGUN.remember(at, JSON.stringify([now, ...before].slice(0, KEPT)));
}

/** Whether this machine began the run whose journal starts so, and with the same in all that decides where it goes. */
export function originOf(place: RunPlace, started: RunStarted): RunOrigin {
  const now = decidedBy(started);
  const [last, ...before] = known(realPlace(place));
  const shown = createHash('sha256').update(JSON.stringify(now)).digest('hex');
  if (last === undefined) return { kind: 'elsewhere', shown };
  if ([last, ...before].some((one) => isSame(one, now))) return { kind: 'here', shown };
  const keys = Object.keys(DECIDES) as (keyof Decided)[];
  return { kind: 'changed', shown, changed: keys.flatMap((key) => (last[key] === now[key] ? [] : [DECIDES[key]])) };
}

function fieldsOf(started: object): JsonObject {
  return Object.fromEntries(Object.entries(started).filter(([key]) => key in DECIDES)) as JsonObject;
}

function decidedBy(started: Partial<RunStarted>): Decided {
  const skills = started.skills?.map(({ root }) => root);
  const all: Readonly<Record<string, unknown>> = { ...started, skills };
  const pairs = Object.keys(DECIDES).map((key) => [key, JSON.stringify(all[key] ?? null)]);
  return Object.fromEntries(pairs) as Decided;
}

function isSame(one: Decided, other: Decided): boolean {
  return Object.keys(DECIDES).every((key) => one[key as keyof Decided] === other[key as keyof Decided]);
}

/** The newest first; nothing where nothing is remembered, or it is broken. */
function known(place: RunPlace): readonly Decided[] {
  try {
    const read: unknown = JSON.parse(BEGUN.recalled(place) ?? '[]');
    return Array.isArray(read) ? read.filter((one): one is Decided => typeof one === 'object' && one !== null) : [];
  } catch {
    return [];
  }
}

/** The same by whatever way its folder is named: a terminal and VS Code may come by different links. */
function realPlace({ runs, run }: RunPlace): RunPlace {
  try {
    return { runs: realpathSync.native(runs), run };
  } catch {
    return { runs, run };
  }
}
