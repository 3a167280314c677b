import {
  BASE_SENTENCE,
  CLIENTS,
  type ClientProfile,
  clientsSearching,
  commandBaseOf,
  defined,
  type Reference,
  type SkillDocument,
  statesSkillFolder,
} from '../../../skill/index.ts';
import { type Clients, isChosen } from '../../clients.ts';
import { clientName } from '../rule/client-names.ts';
import { fitMessage } from '../rule/message.ts';
import type { Fix, Problem, Rule, RuleInput } from '../rule/rule.ts';
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
/** Maximum length of text before a path that is examined, in UTF-16 units. */
const BEFORE = 100;

/** Reports commands that run a bundled script by a path that does not exist where the client runs them. */
export const referenceClient: Rule = {
  code: 'reference.client',
  title: 'A command with a path in the skill, for clients that run commands in the workspace',
  severity: 'information',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { document, clients } = input;
    const paths = findRunScripts(input);
    if (paths.size === 0 || statesSkillFolder(document.text) || !isEnglish(document.text, document.bodyStart)) return;
    const failing = failingClients(input);
    if (failing.length === 0) return;
    const isCertain = clients !== 'auto' && clients.every((id) => failing.some((client) => client.id === id));
    const names = failing.map(({ id }) => clientName(id));
    for (const reference of scriptCommands(document, paths)) {
      const { range, target } = reference;
      yield defined({
        range,
        target,
        cause: 'commands',
        severity: isCertain ? 'warning' : undefined,
        message: fitMessage(
          names.length > 3 ? names.slice(0, 2) : names,
          (shown) =>
            `Say what paths are relative to: ${listNames(names, shown.length)} in the workspace, where \`${target}\` is not.`,
        ),
        fixes: [sentenceFix(document), ...variableFix(reference, clients)],
      });
    }
  },
};

/** Returns the bundled scripts that a line of the text seems to run. It parses nothing, so some lines may be no commands. */
function findRunScripts({ document: { text, bodyStart }, skill }: RuleInput): ReadonlySet<string> {
  const paths = new Set<string>();
  const { files } = skill.bundle;
  if (![...files].some((file) => IS_SCRIPT.test(file))) return paths;
  for (const { 0: end, index } of text.slice(bodyStart).matchAll(SCRIPT_END)) {
    const at = bodyStart + index;
    const before = PATH_BEFORE.exec(text.slice(Math.max(bodyStart, at - BEFORE), at))?.[0].replace(/^\.\//, '') ?? '';
    const path = before + end;
    if (files.has(path) && isRun(text, at - before.length)) paths.add(path);
  }
  return paths;
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

/** Returns true if a `cd` precedes an offset in its fenced block. */
function changesDirectory(text: string, at: number): boolean {
  const block = text.slice(Math.max(0, at - 2_000), at);
  return /(?:^|[\s;&|(])(?:cd|pushd)\s/.test(block.slice(block.lastIndexOf('```') + 1));
}

/** Returns the clients, of those chosen or else those that search the skill's folder, in which the command fails as written. */
function failingClients({ clients, skill }: RuleInput): readonly ClientProfile[] {
  const located = clientsSearching(skill.root);
  const meant = CLIENTS.filter(({ id }) =>
    clients === 'auto' ? located.length === 0 || located.includes(id) : isChosen(clients, id),
  );
  return meant.filter((client) => commandBaseOf(client) === 'fails');
}

function listNames(names: readonly string[], count: number): string {
  const more = names.length - count;
  const all = [...names.slice(0, count), ...(more > 0 ? [`${more} more`] : [])];
  return all.length === 1
    ? `${all.join()} runs commands`
    : `${all.slice(0, -1).join(', ')} and ${all.at(-1)} run commands`;
}

/** Inserts the sentence before all paths: below the title, or at the start of the body. */
export function sentenceFix({ text, bodyStart }: SkillDocument): Fix {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const blank = /^\s*/.exec(text.slice(bodyStart))?.[0].length ?? 0;
  const start = bodyStart + blank;
  const title = /^# [^\r\n]*/.exec(text.slice(start))?.[0].length ?? 0;
  const at = start + title;
  const sentence = title > 0 ? `${eol}${eol}${BASE_SENTENCE}` : `${BASE_SENTENCE}${eol}${eol}`;
  return {
    kind: 'edit',
    title: 'State that paths are relative to this SKILL.md',
    preferred: true,
    edits: [{ range: { start: at, end: at }, text: sentence }],
  };
}

/** Writes the variable that only Claude Code replaces, if it is the only client chosen. */
function variableFix({ range, path }: Reference, clients: Clients): readonly Fix[] {
  if (clients === 'auto' || clients.join() !== 'claude-code') return [];
  const edits = [{ range, text: `\${CLAUDE_SKILL_DIR}/${path}` }];
  return [{ kind: 'edit', title: `Start the path with \${CLAUDE_SKILL_DIR}`, preferred: false, edits }];
}
