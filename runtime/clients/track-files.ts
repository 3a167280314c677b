import { basename } from 'node:path';
import type { ResultOutcome, Tool, ToolOutcome } from '../loop/tools.ts';
import type { FileMiss, JsonObject, SkillFile } from '../protocol/events.ts';
import { globMatcher } from './linear-regex.ts';
import type { LoadedSkills, Lookup } from './loaded-skills.ts';
import type { ClientErrorCode } from './tool-result.ts';

/** Error codes of calls that looked for a file. A call with any other code looked for none. */
const LOOKUP_CODES: ReadonlySet<string> = new Set<ClientErrorCode>([
  'FILE_NOT_FOUND',
  'PATH_OUTSIDE',
  // A relative path that the client's tool does not accept.
  'INVALID_ARGUMENTS',
  'NOT_A_FOLDER',
  'COMMAND_FAILED',
  'COMMAND_TIMED_OUT',
]);

/** Maximum length of a file name pattern, in characters; a longer one matches everything. */
const MAX_NAME = 200;

/** The kinds of misses in order of precedence: of several misses of one command, only the first is reported. */
const ORDER: readonly FileMiss['kind'][] = ['script', 'resource', 'search'];

/** Wraps a client's tool so that its results name the skill's file that was read, or the one that was missed. */
export function trackFiles(tool: Tool, loaded: LoadedSkills, lookupsOf: (args: JsonObject) => readonly Lookup[]): Tool {
  return {
    ...tool,
    execute(args, context) {
      // Before the call: a command may change its directory.
      const lookups = lookupsOf(args);
      const ran = tool.execute(args, context);
      const add = (outcome: ToolOutcome): ToolOutcome => withFiles(outcome, lookups, loaded);
      return ran instanceof Promise ? ran.then(add) : add(ran);
    },
  };
}

function withFiles(outcome: ToolOutcome, lookups: readonly Lookup[], loaded: LoadedSkills): ToolOutcome {
  if (outcome.kind !== 'result') return outcome;
  if (outcome.errorCode !== undefined && !LOOKUP_CODES.has(outcome.errorCode)) return outcome;
  let read: SkillFile | undefined;
  const failed: Lookup[] = [];
  for (const lookup of lookups) {
    const existing = loaded.existingKind(lookup);
    if (lookup.pattern !== undefined) {
      if (!shows(outcome, lookup.pattern)) failed.push(lookup);
    } else if (existing === undefined) failed.push(lookup);
    else if (existing === 'file' && lookup.kind !== 'search' && outcome.errorCode !== 'PATH_OUTSIDE')
      read ??= loaded.recordRead(lookup.path);
  }
  const misses = failed
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .map((lookup) => loaded.missOf(lookup));
  const miss = misses.find((one) => one !== undefined);
  return { ...outcome, ...(read === undefined ? {} : { read }), ...(miss === undefined ? {} : { miss }) };
}

/** True if a line of a result is a path that the pattern matches. */
function shows({ value }: ResultOutcome, pattern: string): boolean {
  const name = basename(pattern);
  const isMatch = name.length > MAX_NAME ? () => true : globMatcher(name, true);
  const text = typeof value === 'string' ? value : Object.values(value as JsonObject).join('\n');
  return text.split('\n').some((line) => {
    const path = line.trim().replace(/^(?:- |[A-Z]\w+: )/, '');
    // `.` and `..` are not names.
    return (
      /^(?:\.{0,2}\/|~\/|[\w.-]+\/|[\w.-]+$)/.test(path) && !/^\.{0,2}$/.test(basename(path)) && isMatch(basename(path))
    );
  });
}
