/** The commands of all checkers, and parsers that convert their output to findings for the common scoring. */
import { dirname, join, relative, resolve } from 'node:path';
import { decode } from '../../skill/index.ts';
import type { Finding } from '../mutations/mutation.ts';

export interface CommandLine {
  readonly name: string;
  /** Arguments of one or several processes, each a list, for `node`. */
  readonly runs: readonly (readonly string[])[];
  /** Parses the findings in the outputs of the runs; files are absolute. */
  readonly read: (outputs: readonly string[]) => readonly Finding[];
  /** True if data is cached between runs. */
  readonly hasCache: boolean;
}

interface Location {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

const parse = <T>(output: string): T => JSON.parse(output) as T;

/** Skillwright as built: the command that users run. */
export const ours = (root: string, folder: string): CommandLine => ({
  name: 'skillwright',
  runs: [[join(root, 'dist/cli.mjs'), 'check', '--format', 'json', folder]],
  hasCache: true,
  read: ([output = '']) =>
    parse<{ diagnostics: (Location & { code: string; target?: string; covers?: string[]; line: number })[] }>(output)
      .diagnostics.filter(({ code }) => /^reference\.(?:missing|case|other-skill|escapes)$/.test(code))
      .flatMap(({ file, line, code, target, covers = [target ?? ''] }) =>
        covers.map((path) => ({ file: resolve(file), line, code, target: path })),
      ),
});

/** skill-check without its security scan, which downloads a program. Its line numbers start after the frontmatter. */
export const skillCheck = (peers: string, folder: string): CommandLine => ({
  name: 'skill-check 1.2.0',
  runs: [
    [
      join(peers, 'node_modules/skill-check/bin/skill-check.js'),
      'check',
      folder,
      '--format',
      'json',
      '--no-security-scan',
    ],
  ],
  hasCache: false,
  read: ([output = '']) =>
    parse<{ diagnostics: (Location & { ruleId: string })[] }>(output)
      .diagnostics.filter(({ ruleId }) => ruleId.startsWith('links.'))
      .map(({ file, line, message }) => ({ file: resolve(file), line: line ?? 0, target: afterColon(message) })),
});

/**
 * skill-tools accepts one skill, or a folder of skill folders, so it runs once for each folder with skills. Only its
 * `validate` reports whether files exist; its `check` prints three JSON texts in sequence.
 */
export const skillTools = (peers: string, manifests: readonly string[]): CommandLine => ({
  name: 'skill-tools 0.2.2',
  runs: [...new Set(manifests.map((file) => dirname(dirname(file))))].map((parent) => [
    join(peers, 'node_modules/skill-tools/dist/cli.js'),
    'validate',
    parent,
    '--format',
    'json',
  ]),
  hasCache: false,
  read: (outputs) =>
    outputs
      .flatMap((output) => parse<{ diagnostics: (Location & { ruleId: string })[] }[]>(output))
      .flatMap(({ diagnostics }) => diagnostics)
      .filter(({ ruleId }) => ruleId === 'file-reference-exists')
      .map(({ file, line, message }) => ({ file: resolve(file), line: line ?? 0, target: afterColon(message) })),
});

export const markdownService = (peers: string, folder: string): CommandLine => ({
  name: 'vscode-markdown-languageservice 0.5.0',
  runs: [[join(import.meta.dirname, 'markdown-service.mjs'), peers, folder]],
  hasCache: false,
  read: ([output = '']) => parse<Finding[]>(output),
});

/** Returns the path at the end of a message like "broken local link: references/x.md", as written in the text. */
const afterColon = (message: string): string => decode(message.slice(message.indexOf(': ') + 2).trim());

/** Returns the skill of a SKILL.md, as labels name it. */
export const skillOf = (folder: string, file: string): string => relative(folder, dirname(file)).replaceAll('\\', '/');
