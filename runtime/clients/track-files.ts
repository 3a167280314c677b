import { basename } from 'node:path';
import { defined } from '../../skill/index.ts';
import type { ResultOutcome, Tool, ToolOutcome } from '../loop/interfaces/tools.ts';
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
/** Maximum number of names in a result that are compared, and of patterns with which they are. */
const MAX_NAMES = 5_000;
const MAX_PATTERNS = 50;

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
  const shows = shownIn(outcome);
  let read: SkillFile | undefined;
  const failed: Lookup[] = [];
  for (const lookup of lookups) {
    const existing = loaded.existingKind(lookup);
    if (lookup.pattern !== undefined) {
      if (!shows(lookup.pattern)) failed.push(lookup);
    } else if (existing === undefined) failed.push(lookup);
    else if (existing === 'file' && lookup.kind !== 'search' && outcome.errorCode !== 'PATH_OUTSIDE')
      read ??= loaded.recordRead(lookup.path);
  }
  const misses = failed
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .map((lookup) => loaded.missOf(lookup));
  const miss = misses.find((one) => one !== undefined);
  return { ...outcome, ...defined<Partial<ResultOutcome>>({ read, miss }) };
}

/** Returns a function that is true if a line of a result is a path that a pattern matches. */
function shownIn({ value }: ResultOutcome): (pattern: string) => boolean {
  const answers = new Map<string, boolean>();
  let names: ReadonlySet<string> | undefined;
  return (pattern) => {
    const name = basename(pattern);
    if (name.length > MAX_NAME) return true;
    names ??= namesIn(typeof value === 'string' ? value : Object.values(value as JsonObject).join('\n'));
    // A result with too many names may have any.
    if (names.size > MAX_NAMES || answers.size > MAX_PATTERNS) return true;
    const known = answers.get(name);
    if (known !== undefined) return known;
    const isMatch = globMatcher(name, true);
    const answer = [...names].some(isMatch);
    answers.set(name, answer);
    return answer;
  };
}

/** Returns the names at the ends of the paths in a text that has one in each line. */
function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (let start = 0; start <= text.length && names.size <= MAX_NAMES; ) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    start = end < 0 ? text.length + 1 : end + 1;
    const path = line.trim().replace(/^(?:- |[A-Z]\w+: )/, '');
    const name = basename(path);
    // `.` and `..` are not names.
    if (/^(?:\.{0,2}\/|~\/|[\w.-]+\/|[\w.-]+$)/.test(path) && !/^\.{0,2}$/.test(name)) names.add(name);
  }
  return names;
}
