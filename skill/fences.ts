/** The paths inside a fenced block: of commands, of directory trees, and of other text. */
import { commandTokens } from './commands.ts';
import type { ReferenceForm } from './model.ts';

export interface FencePath {
  readonly text: string;
  /** Offset into the fence's content. */
  readonly start: number;
  readonly form: ReferenceForm;
}

const SHELL: ReadonlySet<string> = new Set([
  'bash',
  'sh',
  'shell',
  'zsh',
  'console',
  'terminal',
  'powershell',
  'ps1',
  'pwsh',
  'cmd',
  'bat',
  'shell-session',
  'fish',
]);
const BRANCH = /[├└│]|(?:^|\n)[ \t]*(?:\|--|\+--|`--)/;
const TREE_ENTRY = /^((?:[ \t\u00a0]|[│├└─┬]|\||`--|\+--|--)*)(\.?[\w.@{}<>*$[\]-]+(?:\/[\w.@{}<>*$[\]-]+)*\/?)/;
const COMMAND =
  /^\s*(?:\$ |> |# )?(?:sudo )?(?:python3?|uv run|uvx|node|npx|tsx|bun|deno|bash|sh|zsh|ruby|perl|source|\.|cat|chmod|pwsh|powershell|Rscript|julia|go run|php|cp|less|head|open|\.{0,2}\/?scripts?\/)/;
const PATH = /(?:(?:\$\{?\w+\}?|\{\w+\}|<[\w -]+>)\/|\.{1,2}\/)*[\w.@+{}<>*$-]+(?:\/[\w.@+{}<>*$-]+)+\/?/g;

/** The paths in the content of a fence with that language, in reading order. */
export function fencePaths(content: string, language: string): readonly FencePath[] {
  if (BRANCH.test(content)) return treePaths(content);
  const shell = SHELL.has(language);
  const paths: FencePath[] = [];
  let at = 0;
  for (const line of content.split('\n')) {
    if (line.length < 2000 && /[\w}>.]\//.test(line)) {
      if (shell || ((language === '' || language === 'text') && COMMAND.test(line))) {
        const comment = /(?:^|\s)#(?!!)/.exec(line);
        const command = comment ? line.slice(0, comment.index) : line;
        for (const token of commandTokens(command)) {
          if (token.text.includes('/'))
            paths.push({ text: token.text, start: at + token.start, form: 'fence-command' });
        }
        if (comment) other(line.slice(comment.index), at + comment.index);
      } else other(line, at);
    }
    at += line.length + 1;
  }
  return paths;

  function other(text: string, offset: number): void {
    for (const match of text.matchAll(PATH)) {
      const before = text[match.index - 1] ?? ' ';
      if (/[\w/:@\\$%~]/.test(before)) continue;
      paths.push({ text: match[0], start: offset + match.index, form: 'fence' });
    }
  }
}

/** The entries of a directory tree; a path is put together from the folders above, the range is the entry's own. */
function treePaths(content: string): readonly FencePath[] {
  const paths: FencePath[] = [];
  let at = 0;
  for (const line of content.split('\n')) {
    const entry = line.length < 1000 ? TREE_ENTRY.exec(line) : null;
    const name = entry?.[2];
    if (entry && name && /[./]/.test(name))
      paths.push({ text: name, start: at + (entry[1]?.length ?? 0), form: 'tree' });
    at += line.length + 1;
  }
  return paths;
}
