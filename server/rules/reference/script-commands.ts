/** Commands that run a bundled script by a path that does not exist where the client runs them. */
import {
  basename,
  commandBaseOf,
  defined,
  dirname,
  PartAnswers,
  type Range,
  type Reference,
  type ReferenceForm,
  type SkillDocument,
  someParts,
  statesSkillFolder,
} from '../../../skill/index.ts';
import type { Clients } from '../../clients.ts';
import type { Fix, Problem, RuleInput, TextEdit } from '../rule/rule.ts';
import { meantClients, messageFor, missesInAllChosen, sentenceEdit, sentenceFix } from './base-sentence.ts';
import { isEnglish } from './language.ts';

/** The end of a path to a script, with the extensions that interpreters run. */
const SCRIPT_END = /\.(?:py|sh|bash|[cm]?js|ts|rb|pl|php|ps1|R)\b/g;
const IS_SCRIPT = /\.(?:py|sh|bash|[cm]?js|ts|rb|pl|php|ps1|R)$/;
/** The rest of such a path, before its extension. */
// eslint-disable-next-line regexp/no-super-linear-move -- reads at most 100 units
const PATH_BEFORE = /[\w.@/-]*$/;
/** The start of a command line that runs the next word. */
const RUNS =
  /(?:^|[\s`$&|;(])(?:python[\d.]{0,4}|py|uv run(?: python)?|node|deno run|bun(?: run)?|(?:npx )?(?:tsx|ts-node)|bash|sh|zsh|source|ruby|perl|php|Rscript|pwsh|powershell|chmod \+x)[ \t]{1,4}(?:-[\w-]{1,30}[ \t]{1,4}){0,4}["']?(?:\.\/)?$|(?:^|[`&|;(]|\$ )[ \t]{0,8}\.\/$/;
/** Words and redirections before the name of a file that is written. */
const WRITES = /(?:>{1,2}[ \t]{0,4}["'`]?|\b(?:creat|writ|sav|generat)(?:e|es|ed|ing|ten)\b[^\n.]{0,40})$/i;
/** Maximum length of text before a path that is examined, in UTF-16 units. */
const BEFORE = 100;

type CommandInput = Pick<RuleInput, 'document' | 'clients' | 'skill'>;

/** Reports such commands, unless the text says where the skill is. */
export function* commandProblems(input: CommandInput): Iterable<Problem> {
  const { document, clients } = input;
  const runs = findRunScripts(input);
  if (runs.length === 0 || statesSkillFolder(document.text)) return;
  const missing = meantClients(input).filter((client) => commandBaseOf(client) === 'fails');
  if (missing.length === 0) return;
  const paths = new Set(runs.map(({ path }) => path));
  for (const { range, target, path } of [...scriptCommands(document, paths), ...bareCommands(document, runs)])
    yield defined({
      range,
      target,
      cause: 'commands',
      severity: missesInAllChosen(input, missing) ? ('warning' as const) : undefined,
      message: messageFor(
        missing,
        (names, isOne) =>
          `\`${target}\` is not in the workspace, where ${names} ${isOne ? 'runs' : 'run'} commands. Say what paths are relative to.`,
      ),
      fixes: [sentenceFix(document), ...variableFix(range, path, clients)],
    });
}

/** Caches whether a section says where the skill is. */
const statements = new PartAnswers<boolean>();

/**
 * Returns the edit without which a command that is being written would be reported, if it runs a script whose path begins at an
 * offset; undefined if it would not be, or if other commands of the document are reported already.
 */
export function editForCommand(input: CommandInput, form: ReferenceForm, at: number): TextEdit | undefined {
  const { document } = input;
  const { text, bodyStart } = document;
  if (!isRun(text, at) || (form === 'fence-command' && changesDirectory(text, at))) return undefined;
  if (findRunScripts(input).some((run) => !changesDirectory(text, run.at))) return undefined;
  if (!meantClients(input).some((client) => commandBaseOf(client) === 'fails')) return undefined;
  // As one types, most sections stay the same.
  if (statesSkillFolder(text.slice(0, bodyStart)) || someParts(document, statements, statesSkillFolder))
    return undefined;
  return isEnglish(text, bodyStart) ? sentenceEdit(document) : undefined;
}

/** Returns true for the path of a script, by its extension. */
export const isScriptPath = (path: string): boolean => IS_SCRIPT.test(path);

interface Run {
  /** The offset of the path, without `./`. */
  readonly at: number;
  /** A bundled script, relative to the skill. */
  readonly path: string;
}

/** A command that runs a script by its name alone, and the only bundled script of that name, which is in a folder. */
export interface NamedRun {
  readonly range: Range;
  readonly name: string;
  readonly file: string;
}

/** Returns true if a text makes a folder the working directory, or may: `cd scripts`, "from the `scripts/` directory". */
const mayEnter = (text: string, folder: string): boolean =>
  !/^[\w-]+$/.test(folder) ||
  new RegExp(`\\b(?:cd|from|in|inside|within)\\b[^\\n]{0,40}\\b${folder}\\b(?!/[\\w*])`, 'i').test(text);

/** Maximum number of such commands in a document. */
const MAX_NAMED = 100;

/** Returns commands in fences and code spans that run a bundled script by its name, without the folder that it is in. */
export function namedRuns({ document, skill: { bundle } }: CommandInput): readonly NamedRun[] {
  const { text, bodyStart } = document;
  const scripts = [...bundle.files].filter(isScriptPath);
  if (scripts.length === 0) return [];
  const runs = runsIn(document, new Set(scripts.map(basename))).filter(({ at }) => text[at - 1] !== '/');
  /** The script that each name means; undefined if the user's own may be meant, or it runs in its folder. */
  const meant = new Map<string, string | undefined>();
  for (const { path: name } of runs) {
    if (meant.has(name)) continue;
    const [file = '', ...others] = scripts.filter((one) => basename(one) === name);
    const isClear = others.length === 0 && file.includes('/') && !mayEnter(text, basename(dirname(file)));
    meant.set(name, isClear && !isWritten(text, name) && !isCopied(text, name) ? file : undefined);
  }
  return runs.slice(0, MAX_NAMED).flatMap(({ at, path: name }): readonly NamedRun[] => {
    const file = meant.get(name);
    const before = text.slice(Math.max(bodyStart, at - BEFORE), at);
    // What a shell sources is the user's.
    if (file === undefined || changesDirectory(text, at) || /\bsource[ \t]+$/.test(before)) return [];
    const isCode = isInFence(text, bodyStart, at) || /`[^`\n]*$/.test(before);
    return isCode ? [{ range: { start: at, end: at + name.length }, name, file }] : [];
  });
}

/** Returns the places at which the text seems to run a bundled script. It parses nothing, so some may be no commands. */
function findRunScripts({ document, skill: { bundle } }: CommandInput): readonly Run[] {
  return [...bundle.files].some(isScriptPath) ? runsIn(document, bundle.files) : [];
}

/** Returns the places at which a text seems to run one of some scripts, given by the paths that it writes. */
function runsIn({ text, bodyStart }: SkillDocument, paths: { has(path: string): boolean }): readonly Run[] {
  const runs: Run[] = [];
  for (const { 0: end, index } of text.slice(bodyStart).matchAll(SCRIPT_END)) {
    const offset = bodyStart + index;
    const before =
      PATH_BEFORE.exec(text.slice(Math.max(bodyStart, offset - BEFORE), offset))?.[0].replace(/^\.\//, '') ?? '';
    const path = before + end;
    const at = offset - before.length;
    if (paths.has(path) && isRun(text, at)) runs.push({ at, path });
  }
  return runs;
}

function isRun(text: string, at: number): boolean {
  const from = Math.max(0, at - BEFORE, text.lastIndexOf('\n', at - 1) + 1);
  return RUNS.test(text.slice(from, at));
}

/** Returns the commands that run one of the scripts, except after a change of directory in the same fenced block. */
function* scriptCommands(document: SkillDocument, paths: ReadonlySet<string>): Iterable<Reference> {
  const { text } = document;
  for (const reference of document.referencesWhere((path) => paths.has(path))) {
    const { form, base, excuse, range } = reference;
    if (base.kind !== 'document' || excuse !== undefined) continue;
    if (form !== 'fence-command' && form !== 'code-command') continue;
    const start = range.start + (text.startsWith('./', range.start) ? 2 : 0);
    if (isRun(text, start) && !(form === 'fence-command' && changesDirectory(text, start))) yield reference;
  }
}

/** Returns commands in fenced blocks that run a script next to SKILL.md by its bare name, which is no path to the parser there. */
function* bareCommands(
  { text, bodyStart }: SkillDocument,
  runs: readonly Run[],
): Iterable<Pick<Reference, 'range' | 'target' | 'path'>> {
  for (const { at, path } of runs) {
    // One that starts with `./` is a path.
    if (path.includes('/') || text[at - 1] === '/' || isWritten(text, path)) continue;
    if (!isInFence(text, bodyStart, at) || changesDirectory(text, at)) continue;
    yield { range: { start: at, end: at + path.length }, target: path, path };
  }
}

/** Returns true if an offset is inside a fenced block. */
const isInFence = (text: string, from: number, at: number): boolean =>
  (text.slice(from, at).match(/^[ \t]{0,8}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;

/** Returns true if the text has the model write a file of this name: it is the user's own. */
function isWritten(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
    if (WRITES.test(text.slice(Math.max(0, at - 60), at))) return true;
  return false;
}

/** Returns true if the text has a script of this name copied to somewhere else. */
const isCopied = (text: string, name: string): boolean =>
  text.split('\n').some((line) => line.includes(name) && /\b(?:cop(?:y|ies|ied)|cp)\b/i.test(line));

/** Returns true if a `cd` precedes an offset in its fenced block. */
function changesDirectory(text: string, at: number): boolean {
  const block = text.slice(Math.max(0, at - 2_000), at);
  return /(?:^|[\s;&|(])(?:cd|pushd)\s/.test(block.slice(block.lastIndexOf('```') + 1));
}

/** Writes the variable that only Claude Code replaces, if it is the only client chosen. */
function variableFix(range: Range, path: string, clients: Clients): readonly Fix[] {
  if (clients === 'auto' || clients.join() !== 'claude-code') return [];
  const edits = [{ range, text: `\${CLAUDE_SKILL_DIR}/${path}` }];
  return [{ kind: 'edit', title: `Start the path with \${CLAUDE_SKILL_DIR}`, preferred: false, edits }];
}
