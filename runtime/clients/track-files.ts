import { basename } from 'node:path';
import { defined, splitFrontmatter } from '../../skill/index.ts';
import { fileWork } from '../confined/file-work.ts';
import type { ResultOutcome, Tool, ToolContext, ToolOutcome } from '../loop/interfaces/tools.ts';
import type { FileMiss, JsonObject } from '../protocol/events.ts';
import { isInstalled } from '../scripts/installed-programs.ts';
import { globMatcher } from './linear-regex.ts';
import { type LoadedSkills, type Lookup, MARKDOWN } from './loaded-skills.ts';
import { ShownText } from './shown-text.ts';
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
    execute: (args, context) =>
      // A model can call any number of commands in one step, each of which takes a while to parse.
      fileWork.isSpent ? fileWork.nextTurn().then(() => execute(args, context)) : execute(args, context),
  };

  function execute(args: JsonObject, context: ToolContext): ToolOutcome | Promise<ToolOutcome> {
    const start = performance.now();
    // Before the call: a command may change its directory, and move what is missing to where it looked.
    const lookups = lookupsOf(args).map(
      (one): Lookup =>
        one.kind === 'search' || loaded.fileAt(one.path) === undefined || loaded.existingKind(one) === 'file'
          ? one
          : { ...one, isMissing: true },
    );
    fileWork.spend(performance.now() - start);
    const ran = tool.execute(args, context);
    const add = (outcome: ToolOutcome): ToolOutcome => withFiles(outcome, lookups, loaded);
    return ran instanceof Promise ? ran.then(add) : add(ran);
  }
}

function withFiles(outcome: ToolOutcome, lookups: readonly Lookup[], loaded: LoadedSkills): ToolOutcome {
  if (outcome.kind !== 'result') return outcome;
  if (outcome.errorCode !== undefined && !LOOKUP_CODES.has(outcome.errorCode)) return outcome;
  const shows = shownIn(outcome);
  const found: Lookup[] = [];
  const failed: Lookup[] = [];
  for (const lookup of lookups) {
    const existing = loaded.existingKind(lookup);
    if (lookup.pattern !== undefined) {
      if (!shows(lookup.pattern)) failed.push(lookup);
    } else if (existing === undefined) failed.push(lookup);
    else if (existing === 'file' && lookup.kind !== 'search' && outcome.errorCode !== 'PATH_OUTSIDE')
      found.push(lookup);
  }
  const misses = failed
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .map((lookup) => loaded.missOf(lookup));
  // What concerns a loaded skill comes first: guards count only that.
  const miss = misses.find((one) => one !== undefined) ?? firstUnloaded(failed, loaded);
  return { ...outcome, ...foundFile(found, outcome, loaded), ...defined<Partial<ResultOutcome>>({ miss }) };
}

/** Returns the first miss of a file of a skill that is not loaded. */
function firstUnloaded(failed: readonly Lookup[], loaded: LoadedSkills): FileMiss | undefined {
  for (const lookup of failed) {
    const miss = loaded.unloadedMissOf(lookup);
    if (miss !== undefined) return miss;
  }
  return undefined;
}

/** Returns the first file of a skill that a call has certainly read or run; otherwise the first one that it may have. */
function foundFile(
  lookups: readonly Lookup[],
  outcome: ResultOutcome,
  loaded: LoadedSkills,
): Pick<ResultOutcome, 'read' | 'ran' | 'unproven'> {
  // Also those that are links into a skill.
  for (const { path } of lookups) loaded.recordLook(path);
  const ofSkills = lookups.filter(({ path }) => loaded.fileAt(path) !== undefined).slice(0, MAX_FILES);
  const shown = new ShownText(textIn(outcome));
  const proven = ofSkills.find((lookup) => isProven(lookup, outcome, shown, loaded));
  const lookup = proven ?? ofSkills[0];
  const read = lookup === undefined ? undefined : loaded.recordRead(lookup.path);
  if (lookup === undefined || read === undefined) return {};
  const unproven = proven === undefined ? true : undefined;
  return defined({ read, ran: lookup.byCommand === true ? lookup.kind === 'script' : undefined, unproven });
}

const MANIFEST = 'SKILL.md';
/** Largest file whose text is looked for in a result, in bytes, and maximum number of such files of a call. */
const MAX_COMPARED = 256 * 1024;
const MAX_FILES = 10;

/**
 * True if a call has certainly read or run a file. A command that is named in a line need not have run, as in `exit 0; cat a.md`,
 * and the model knows a text only if the result shows it.
 */
function isProven(lookup: Lookup, outcome: ResultOutcome, result: ShownText, loaded: LoadedSkills): boolean {
  const { kind, path, isCopied, byCommand, showsLines } = lookup;
  const isReached = hasRun(lookup, outcome, loaded);
  if (kind === 'script') return isReached;
  const file = loaded.fileAt(path)?.path ?? '';
  const isByTool = byCommand !== true;
  if (isByTool && outcome.errorCode === undefined && lookup.isSearched !== true && outcome.showsNothing !== true)
    return true;
  // Whatever shows lines of a file can show none.
  const isText = isByTool || showsLines === true || MARKDOWN.test(file);
  if (isReached && file !== MANIFEST && (isCopied === true || !isText)) return true;
  const text = loaded.textOf(path, MAX_COMPARED);
  // It cannot be compared, or there is nothing to show.
  if (text === undefined || text.trim() === '') return isReached;
  const body = file === MANIFEST && !isReached ? text.slice(splitFrontmatter(text).bodyStart) : text;
  // The model knows the frontmatter of a skill from its list.
  const shown = result.shows(body.trim() === '' ? text : body);
  return shown === 'distinctive' || (shown === 'partly' && isReached);
}

/** True if a command has certainly run, whatever the other commands of its line did. */
function hasRun(lookup: Lookup, outcome: ResultOutcome, loaded: LoadedSkills): boolean {
  const { condition, from, isFirst, isMissing } = lookup;
  // The time was over before the line was.
  if (isMissing === true || (outcome.errorCode === 'COMMAND_TIMED_OUT' && isFirst !== true)) return false;
  if (!hasStarted(lookup, outcome)) return false;
  if (condition === undefined) return true;
  if (condition.onSuccess && outcome.errorCode === undefined) return true;
  return condition.inFolder && loaded.existingKind({ kind: 'search', path: from, from }) === 'folder';
}

/** Exit codes of a program that cannot be started. */
const NOT_STARTED: ReadonlySet<number> = new Set([126, 127]);

/** True if the program of a command exists. */
function hasStarted({ starts }: Lookup, { exitCode }: ResultOutcome): boolean {
  if (starts === undefined) return true;
  if (starts.decides && exitCode !== undefined && !NOT_STARTED.has(exitCode)) return true;
  return starts.program !== undefined && isInstalled(starts.program);
}

/** Returns the text of a result, also of one with fields. */
function textIn({ value }: ResultOutcome): string {
  return typeof value === 'string' ? value : Object.values(value as JsonObject).join('\n');
}

/** Returns a function that is true if a line of a result is a path that a pattern matches. */
function shownIn(outcome: ResultOutcome): (pattern: string) => boolean {
  const answers = new Map<string, boolean>();
  let names: ReadonlySet<string> | undefined;
  return (pattern) => {
    const name = basename(pattern);
    if (name.length > MAX_NAME) return true;
    names ??= namesIn(textIn(outcome));
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
