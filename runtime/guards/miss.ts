import type { ClientBehavior } from '../../skill/index.ts';
import type { CallView } from '../loop/interfaces/hooks.ts';
import type { ResultOutcome } from '../loop/interfaces/tools.ts';
import type { FileMiss } from '../protocol/events.ts';
import { requestedFile } from '../toolset/arguments.ts';
import { INVALID_PATH } from '../toolset/resource-path.ts';

/** A failed request for a file of a skill, by a tool of ADK or of a client. */
export interface Miss extends FileMiss {
  /** True if it was made with the tool of a client. */
  readonly inClient: boolean;
  /** Identifies the request: the same path, however it was written, and the steps of one search. */
  readonly key: string;
  /** The call without the parts that do not matter, for a guard's decision. */
  readonly signature: string;
}

/** The tools of ADK that request a file, and the error codes of their misses. */
const ADK_TOOLS = [
  { tool: 'load_skill_resource', kind: 'resource', code: 'RESOURCE_NOT_FOUND' },
  { tool: 'run_skill_script', kind: 'script', code: 'SCRIPT_NOT_FOUND' },
] as const;

/**
 * Returns the file that a call of one of ADK's tools requests; undefined for other tools. A toolset may prefix their
 * names.
 */
export function requestOf({ tool, args }: Pick<CallView, 'tool' | 'args'>): (Miss & { code: string }) | undefined {
  const found = ADK_TOOLS.find((one) => tool === one.tool || tool.endsWith(`_${one.tool}`));
  if (found === undefined) return undefined;
  const { kind, code } = found;
  const { skill, path } = requestedFile(args, kind);
  const key = `${skill}:${path}`;
  return { skill, path, kind, inClient: false, key, signature: `${found.tool} ${key}`, code };
}

/** Returns the miss of a call with this outcome; undefined if it is not one, or of a skill that was not loaded. */
export function missOf(call: Pick<CallView, 'tool' | 'args'>, { errorCode, miss }: ResultOutcome): Miss | undefined {
  const request = requestOf(call);
  // ADK's own results have the codes of its misses.
  if (request !== undefined && isMissCode(request, errorCode)) return request;
  if (miss !== undefined && miss.unloaded !== true) {
    const { skill, path, kind } = miss;
    const file = `${skill}:${path}`;
    const key = kind === 'search' ? searchKey(file) : file;
    return { ...miss, inClient: true, key, signature: kind === 'search' ? key : `${call.tool} ${key}` };
  }
  return undefined;
}

/** True if the result of a request with one of ADK's tools has the code of a miss, also of one that a guard answered. */
export function isMissCode({ code }: { readonly code: string }, errorCode: string | undefined): boolean {
  return errorCode === code || errorCode === `${code}_FATAL` || errorCode === INVALID_PATH;
}

/** Returns the key of the searches for a file. The key of its reads is the file itself. */
export function searchKey(file: string): string {
  return `search ${file}`;
}

/** Returns the file of a skill that a call read or ran; undefined if it did neither. */
export function readOf(
  call: CallView,
  { errorCode, read }: ResultOutcome,
): Pick<FileMiss, 'skill' | 'path'> | undefined {
  return read ?? (errorCode === undefined ? requestOf(call) : undefined);
}

/**
 * Codes of failures in a client that say nothing about a model: coding agents look for absent files and run failing
 * tests.
 */
const ORDINARY = /^(?:FILE_NOT_FOUND|NOT_A_FILE|NOT_A_FOLDER|PATH_OUTSIDE|COMMAND_FAILED|COMMAND_TIMED_OUT)$/;

/**
 * Returns a function that is true for the ordinary failures of a run that simulates `client`, which are not misses.
 * Other runs have none.
 */
export function ordinaryFailures(client: ClientBehavior | undefined): (outcome: ResultOutcome) => boolean {
  return ({ errorCode, miss }) =>
    client !== undefined &&
    (miss === undefined || miss.unloaded === true) &&
    errorCode !== undefined &&
    ORDINARY.test(errorCode);
}
