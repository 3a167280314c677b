/** Parses the first and last event of a journal. Journals are untrusted, so the type of every field is checked. */
import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blobName } from '../../runtime/disk/blob-name.ts';
import type { EventBase, NoteEvent, RunFinished, RunReason, RunStarted } from '../../runtime/protocol/events.ts';
import { GUARD_PRESETS } from '../../runtime/protocol/guard-presets.ts';
import { defined } from '../../runtime/text/objects.ts';
import { isBlobName, isObject, type Loose, number, text, usage } from '../panel/trace/read.ts';

const REASONS: readonly RunReason[] = ['final', 'guard', 'max_llm_calls', 'model_error', 'paused', 'cancelled'];
/** The default of the setting. */
const MAX_LLM_CALLS = 500;

function base(event: Loose): EventBase {
  return {
    seq: number(event, 'seq') ?? 0,
    time: text(event, 'time'),
    invocation: text(event, 'invocation'),
    agent: text(event, 'agent'),
  };
}

/** `run_started` with its prompt inlined. */
export type SavedStart = RunStarted & { readonly prompt: string };
/** `run_finished`. A text stored in a blob is omitted. */
export type SavedEnd = RunFinished & { readonly text: string };

/** Parses a `run_started` event. Undefined for any other event. Invalid presets and limits are replaced by their defaults. */
export function readStarted(event: Loose, journal: string): SavedStart | undefined {
  if (event.type !== 'run_started') return undefined;
  const limit = number(event, 'maxLlmCalls');
  const baseUrl = text(event, 'baseUrl');
  const skills = Array.isArray(event.skills) ? event.skills.filter(isObject) : [];
  return defined({
    ...base(event),
    type: 'run_started',
    run: text(event, 'run'),
    model: text(event, 'model'),
    baseUrl: baseUrl || undefined,
    skills: skills.map((skill) => ({ name: text(skill, 'name'), root: text(skill, 'root') })),
    guards: GUARD_PRESETS.find((preset) => preset === event.guards) ?? 'default',
    maxLlmCalls: Number.isInteger(limit) ? (limit ?? MAX_LLM_CALLS) : MAX_LLM_CALLS,
    prompt: text(event, 'prompt') || readPromptBlob(journal, event.prompt),
    simulated: event.simulated === true,
    stress: event.stress === true ? true : undefined,
    ...agentOf(event),
    ...clientOf(event),
    ...originOf(event.forked),
  });
}

/** Parses the origin of a fork. */
function originOf(forked: unknown): Pick<RunStarted, 'forked'> {
  if (!isObject(forked)) return {};
  const run = text(forked, 'run');
  const at = number(forked, 'at') ?? 0;
  return run === '' || !Number.isInteger(at) || at < 1 ? {} : { forked: { run, at } };
}

/** Parses the client that a run simulates. Its id may be one of a later version. */
function clientOf(event: Loose): Pick<RunStarted, 'client' | 'workspace' | 'install'> {
  const client = text(event, 'client');
  const workspace = text(event, 'workspace');
  if (client === '') return {};
  return defined({
    client,
    workspace: workspace || undefined,
    install: event.install === 'project' ? 'project' : 'user',
  });
}

function agentOf(event: Loose): Pick<RunStarted, 'agentFile' | 'folder'> {
  const agentFile = text(event, 'agentFile');
  return agentFile === '' ? {} : { agentFile, folder: text(event, 'folder') };
}

/** Parses a `run_finished` event. Undefined for any other event and for an unknown reason. */
export function readFinished(event: Loose): SavedEnd | undefined {
  const reason = REASONS.find((one) => one === event.reason);
  if (event.type !== 'run_finished' || reason === undefined) return undefined;
  const llmCalls = number(event, 'llmCalls') ?? 0;
  return {
    ...base(event),
    type: 'run_finished',
    reason,
    llmCalls,
    text: text(event, 'text'),
    usage: usage(event),
    ...needsKeyOf(event.needsKey),
  };
}

function needsKeyOf(value: unknown): Pick<RunFinished, 'needsKey'> {
  const origin = isObject(value) ? text(value, 'origin') : '';
  if (!isObject(value) || !URL.canParse(origin)) return {};
  return { needsKey: { origin, why: value.why === 'refused' ? 'refused' : 'missing' } };
}

/** Returns the cause of an interruption if this event reports one. */
export function readInterrupted({ type, interrupted }: Loose): NoteEvent['interrupted'] {
  return type === 'note' && (interrupted === 'window' || interrupted === 'signal') ? interrupted : undefined;
}

/** Maximum size of a prompt, in bytes. A larger one is ignored. */
const MAX_PROMPT_BYTES = 4 << 20;

/** Reads a prompt above 64 kB from its blob next to the journal. */
function readPromptBlob(journal: string, reference: unknown): string {
  const name = isObject(reference) ? text(reference, 'blob') : '';
  if (!isBlobName(name)) return '';
  try {
    const path = join(dirname(journal), name);
    // Do not follow links or block on pipes.
    const stat = lstatSync(path);
    if (!stat.isFile() || stat.size > MAX_PROMPT_BYTES) return '';
    const content = readFileSync(path);
    // The name is a hash of the contents; reject any other file.
    if (blobName(content) !== name) return '';
    const prompt: unknown = JSON.parse(content.toString('utf8'));
    return typeof prompt === 'string' ? prompt : '';
  } catch {
    return '';
  }
}
