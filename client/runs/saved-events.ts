/** The two ends of a journal. Journals are untrusted: every field comes out with its type, whatever stood there. */
import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blobName } from '../../runtime/protocol/blob-name.ts';
import type {
  EventBase,
  GuardPreset,
  NoteEvent,
  RunFinished,
  RunReason,
  RunStarted,
} from '../../runtime/protocol/events.ts';

import { isBlobName, isObject, type Loose, number, text, usage } from '../panel/trace/read.ts';

const PRESETS: readonly GuardPreset[] = ['default', 'adk', 'off'];
const REASONS: readonly RunReason[] = ['final', 'guard', 'max_llm_calls', 'model_error', 'paused', 'cancelled'];
/** As the setting's default. */
const MAX_LLM_CALLS = 500;

function base(event: Loose): EventBase {
  return {
    seq: number(event, 'seq') ?? 0,
    time: text(event, 'time'),
    invocation: text(event, 'invocation'),
    agent: text(event, 'agent'),
  };
}

/** `run_started` with its prompt in place. */
export type SavedStart = RunStarted & { readonly prompt: string };
/** `run_finished`; a text that stands beside the journal is left out. */
export type SavedEnd = RunFinished & { readonly text: string };

/** `run_started` of this journal, or undefined for any other event. A preset or a limit that is none is the default. */
export function readStarted(event: Loose, journal: string): SavedStart | undefined {
  if (event.type !== 'run_started') return undefined;
  const limit = number(event, 'maxLlmCalls');
  const baseUrl = text(event, 'baseUrl');
  const skills = Array.isArray(event.skills) ? event.skills.filter(isObject) : [];
  return {
    ...base(event),
    type: 'run_started',
    run: text(event, 'run'),
    model: text(event, 'model'),
    ...(baseUrl === '' ? {} : { baseUrl }),
    skills: skills.map((skill) => ({ name: text(skill, 'name'), root: text(skill, 'root') })),
    guards: PRESETS.find((preset) => preset === event.guards) ?? 'default',
    maxLlmCalls: Number.isInteger(limit) ? (limit ?? MAX_LLM_CALLS) : MAX_LLM_CALLS,
    prompt: text(event, 'prompt') || promptBeside(journal, event.prompt),
    simulated: event.simulated === true,
    ...(event.stress === true ? { stress: true } : {}),
    ...agentOf(event),
  };
}

function agentOf(event: Loose): Pick<RunStarted, 'agentFile' | 'folder'> {
  const agentFile = text(event, 'agentFile');
  return agentFile === '' ? {} : { agentFile, folder: text(event, 'folder') };
}

/** `run_finished`, or undefined for any other event, and for an end that this version does not know. */
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

/** What interrupted the run, where this is the event that says so. */
export function readInterrupted({ type, interrupted }: Loose): NoteEvent['interrupted'] {
  return type === 'note' && (interrupted === 'window' || interrupted === 'signal') ? interrupted : undefined;
}

/** Bytes of a prompt that are read; a longer one is as good as none. */
const LARGEST_PROMPT = 4 << 20;

/** A prompt above 64 kB stands in a file beside the journal. */
function promptBeside(journal: string, reference: unknown): string {
  const name = isObject(reference) ? text(reference, 'blob') : '';
  if (!isBlobName(name)) return '';
  try {
    const path = join(dirname(journal), name);
    // No link is followed, and no pipe waited for.
    const stat = lstatSync(path);
    if (!stat.isFile() || stat.size > LARGEST_PROMPT) return '';
    const content = readFileSync(path);
    // Another file, however it came to lie there under this name.
    if (blobName(content) !== name) return '';
    const prompt: unknown = JSON.parse(content.toString('utf8'));
    return typeof prompt === 'string' ? prompt : '';
  } catch {
    return '';
  }
}
