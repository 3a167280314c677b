import { join } from 'node:path';
import type { GuardPreset, JsonObject } from '../../runtime/protocol/events.ts';
import type { ForkEdits, ForkRunParams } from '../../runtime/protocol/fork.ts';
import { GUARD_PRESETS } from '../../runtime/protocol/guard-presets.ts';
import { defined } from '../../runtime/text/objects.ts';

/** The changes of a fork, as fields of a launch configuration. */
export type ForkFields = Pick<ForkRunParams, 'edits' | 'skills' | 'model' | 'baseUrl' | 'guards'>;

/** The earlier run that a launch configuration debugs. */
export type EarlierRun =
  | { readonly kind: 'continue'; readonly run: string }
  | { readonly kind: 'fork'; readonly run: string; readonly at: number; readonly fields: ForkFields };

/** True if a launch configuration debugs an earlier run instead of a new one. */
export function isOfEarlierRun(config: Readonly<Record<string, unknown>>): boolean {
  return config.continue !== undefined || config.fork !== undefined;
}

/** Reads which earlier run a launch configuration, which is untrusted, debugs. Returns what is wrong with it as a message. */
export function readEarlierRun(config: Readonly<Record<string, unknown>>): EarlierRun | string {
  const { prompt, continue: continued, fork, at, edits, model, baseUrl, guards, skills } = config;
  if ([prompt, continued, fork].filter((one) => one !== undefined).length > 1)
    return 'Set one of "prompt", "continue" and "fork" in the launch configuration.';
  if (continued !== undefined) return isRunId(continued) ? { kind: 'continue', run: continued } : idMessage('continue');
  if (!isRunId(fork)) return idMessage('fork');
  if (typeof at !== 'number' || !Number.isInteger(at) || at < 1)
    return 'Set "at" in the launch configuration to the seq of the model call or tool call to fork the run at.';
  if (edits !== undefined && !isEdits(edits))
    return 'Set "edits" in the launch configuration to an object with prompt, instruction, args or result.';
  const wrong = Object.entries({ model, baseUrl }).find(
    ([, value]) => value !== undefined && typeof value !== 'string',
  );
  if (wrong !== undefined) return `Set "${wrong[0]}" in the launch configuration to a text.`;
  const preset: GuardPreset | undefined = GUARD_PRESETS.find((one) => one === guards);
  if (guards !== undefined && preset === undefined)
    return `Set "guards" in the launch configuration to one of: ${GUARD_PRESETS.join(', ')}.`;
  if (skills !== undefined && skills !== 'today')
    return 'Set "skills" in the launch configuration to "today", or leave it out: a fork has the skills of its run.';
  return {
    kind: 'fork',
    run: fork,
    at,
    fields: defined({
      edits,
      model: typeof model === 'string' ? model : undefined,
      baseUrl: typeof baseUrl === 'string' ? baseUrl : undefined,
      guards: preset,
      skills: skills === 'today' ? skills : undefined,
    }),
  };
}

/** Returns the path of the journal of a run in one of these folders; undefined if there is none. */
export function findJournal(
  run: string,
  folders: readonly string[],
  exists: (path: string) => boolean,
): string | undefined {
  return folders.map((folder) => join(folder, run, 'journal.jsonl')).find(exists);
}

function idMessage(field: string): string {
  return `Set "${field}" in the launch configuration to the id of a run, which its journal has in run_started.`;
}

/** True for a single path segment without a leading dot, as ids of runs are. */
function isRunId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(value);
}

/** True for an object that may be edits. The runtime checks the other fields, of which the extension reads none. */
function isEdits(value: unknown): value is ForkEdits & JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !('prompt' in value) || typeof value.prompt === 'string';
}
