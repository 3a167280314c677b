/** The paths inside a fenced block: of commands, of directory trees, and of other text. */

import type { Base, Excuse, ReferenceForm } from '../model/model.ts';
import { commandTokens, isOutputAfter } from './commands.ts';
import { isTree, treePaths } from './trees.ts';

export interface FencePath {
  readonly text: string;
  /** Offset into the fence's content. */
  readonly start: number;
  readonly form: ReferenceForm;
  /** Where the text is only the end of it. */
  readonly path?: string;
  readonly base?: Base;
  readonly excuse?: Excuse;
}

const SHELL: ReadonlySet<string> = new Set(
  'bash sh shell zsh console terminal powershell ps1 pwsh cmd bat shell-session fish'.split(' '),
);
const COMMAND =
  /^\s*(?:\$ |> |# )?(?:sudo )?(?:python3?|uv run|uvx|node|npx|tsx|bun|deno|bash|sh|zsh|ruby|perl|source|\.|cat|chmod|pwsh|powershell|Rscript|julia|go run|php|cp|less|head|open|\.{0,2}\/?scripts?\/)/;
// eslint-disable-next-line regexp/no-super-linear-move -- reads a line of at most 2,000 units
const PATH = /(?:(?:\$\{?\w+\}?|\{\w+\}|<[\w -]+>)\/|\.{1,2}\/)*[\w.@+{}<>*$-]+(?:\/[\w.@+{}<>*$-]+)+\/?/g;
/** Languages whose text is read by a person, not by a machine. */
const PROSE: ReadonlySet<string> = new Set(['', 'text', 'txt', 'markdown', 'md', 'plaintext']);
/** A document that somebody is to write, from its heading on: a path there is of what it is about, unless it is to be read. */
const WRITTEN: ReadonlySet<string> = new Set(['markdown', 'md']);
const READ = /\b(?:see|read|load|consult|open|follow|run|check|use|using|refer to|copy|from)\b[^.;]{0,60}$/i;
/** Languages in which no line of code looks like a command. */
const CODE: ReadonlySet<string> = new Set(['python', 'py', 'javascript', 'js', 'typescript', 'ts', 'r']);
const RUN = /^(?:[$>] )?(?:python3?|node|bash|sh|Rscript|uv run(?: python)?)\s+\S*scripts\//;
/** A command that takes the next lines for a text, up to one with this word; a shell runs them. */
const HEREDOC = /^(?!(?:.*[|;&(])?\s*(?:sudo\s+)?(?:ba|z)?sh\s[^|]*<<).*(?<!<)<<-?[ \t]*["']?(\w+)["']?/;
const COMMENT = /^\s*(?:#|\/\/|--|;|\*|\/\*|<!--|%)|(?:\s#\s|\s\/\/\s)/;

/** The paths in fenced text that is no command: each match begins with nothing of the path before it. */
export function* fenceTargets(text: string): Iterable<RegExpExecArray> {
  for (const match of text.matchAll(PATH)) if (!/[\w/:@\\$%~]/.test(text[match.index - 1] ?? ' ')) yield match;
}

/** The paths in the content of a fence with that language, in reading order. */
export function fencePaths(content: string, language: string): readonly FencePath[] {
  const shell = SHELL.has(language);
  const prose = PROSE.has(language);
  const isDocument = WRITTEN.has(language) && /^\s*(?:#{1,6}\s|---\s*\n)/.test(content);
  const paths: FencePath[] = [];
  let at = 0;
  if (isTree(content)) {
    const entries = treePaths(content);
    paths.push(...entries.map((entry): FencePath => ({ ...entry, form: 'tree' })));
    // By the line that each stands in.
    const named = new Set(
      entries.flatMap((one) => (/[./]/.test(one.text) ? [content.lastIndexOf('\n', one.start - 1) + 1] : [])),
    );
    // A tree of decisions: "├─ not found → references/lookup.md".
    for (const line of content.split('\n')) {
      const end = at + line.length;
      if (line.length < 2000 && /\w\//.test(line) && !named.has(at)) other(line, at, false);
      at = end + 1;
    }
    return paths.sort((a, b) => a.start - b.start);
  }
  let written: string | undefined;
  for (const line of content.split('\n')) {
    const within = written !== undefined;
    if (within && line.trim() === written) written = undefined;
    else if (!within && shell) written = HEREDOC.exec(line)?.[1];
    if (line.length < 2000 && /[\w}>.]\//.test(line)) {
      if (within) other(line, at, true, true);
      else if (shell || (prose && COMMAND.test(line)) || (CODE.has(language) && RUN.test(line))) {
        const comment = /(?:^|\s)#(?!!)/.exec(line);
        const command = comment ? line.slice(0, comment.index) : line;
        for (const { text, start, output } of commandTokens(command)) {
          if (!text.includes('/')) continue;
          paths.push({
            text,
            start: at + start,
            form: 'fence-command',
            ...(output ? { excuse: 'output' as const } : {}),
          });
        }
        if (comment) other(line.slice(comment.index), at + comment.index, false);
      } else {
        // Code of the user's project names the project's files; its comments, and prose, speak to the model.
        const comment = COMMENT.exec(line);
        other(line, at, !prose && (comment === null || comment.index > 0));
      }
    }
    at += line.length + 1;
  }
  return paths;

  function other(text: string, offset: number, code: boolean, isWritten = false): void {
    for (const match of fenceTargets(text)) {
      // `x.py:15` shows what a tool or a report looks like.
      const placed = /^:\d/.test(text.slice(match.index + match[0].length, match.index + match[0].length + 2));
      const shown = isDocument && !READ.test(text.slice(0, match.index));
      const excuse =
        shown || placed || isWritten || (code && !match[0].includes('references/'))
          ? { excuse: 'template' as const }
          : code && isOutputAfter(text.slice(0, match.index))
            ? { excuse: 'output' as const }
            : {};
      paths.push({ text: match[0], start: offset + match.index, form: 'fence', ...excuse });
    }
  }
}
