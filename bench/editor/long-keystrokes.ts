/** Time from a key to its diagnostics in a long SKILL.md, compared with a document of only its first lines. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentDiagnosticReport } from 'vscode-languageserver-protocol';
import { median, percentile } from '../figures/statistics.ts';
import { type LongDocument, layOutLongDocument } from './long-document.ts';
import { type ProbedEditor, startProbed } from './probed.ts';

const LINES = 2_800;
const FIRST = 300;
/** Prose with a path and a heading. */
const WRITTEN = ' see `references/x.md` and the user guide for what is left.\n\n## More to do\n\nThen continue.\n\n';
/** A fence that swallows the rest until it is closed, which makes the edited section long. */
const FENCED = 'Run it:\n\n```bash\npython scripts/y.py\n```\n\n';
/** Number of keys before the other document's turn, so that both run under the same load. */
const TURN = 20;

interface OpenDocument {
  readonly editor: ProbedEditor;
  readonly path: string;
  readonly text: string;
  id: string | undefined;
}

/** Milliseconds in the server, including waits, and on a processor. */
interface Keys {
  readonly ms: readonly number[];
  readonly cpu: readonly number[];
}

/** Types `keys` keys at three positions of each document, and prints the ratio of the longer to the shorter. */
export async function longKeystrokes(bundle: string, scratch: string, corpus: string, keys: number): Promise<void> {
  for (const seed of [1, 2, 3]) {
    const documents = layOutLongDocument(corpus, join(scratch, `long-${seed}`), LINES, FIRST, seed);
    for (const [what, typed] of [['prose', WRITTEN] as const, ['a fence', FENCED] as const]) {
      const { whole, head } = await typeBoth(bundle, scratch, documents, keys, typed);
      const say = ({ ms, cpu }: Keys): string =>
        `median ${median(ms).toFixed(1)}, p95 ${percentile(ms, 0.95).toFixed(1)} ms (on a processor ${median(cpu).toFixed(1)}, ${percentile(cpu, 0.95).toFixed(1)})`;
      const ratio = (of: (keys: Keys) => readonly number[]): string =>
        (percentile(of(whole), 0.95) / percentile(of(head), 0.95)).toFixed(2);
      console.log(
        `${what} typed in ${LINES} lines (text ${seed}), ${whole.ms.length} keys: ${say(whole)}; in the first ${FIRST}: ${say(head)}; ratio of the p95 ${ratio(({ ms }) => ms)}, on a processor ${ratio(({ cpu }) => cpu)}${what === 'prose' ? ' (aim p95 20 ms, 1.3)' : ''}`,
      );
    }
  }
}

async function typeBoth(
  bundle: string,
  scratch: string,
  documents: LongDocument,
  keys: number,
  typed: string,
): Promise<Readonly<Record<'whole' | 'head', Keys>>> {
  const opened = {
    whole: await openDocument(bundle, join(scratch, 'probed-whole.json'), documents.whole),
    head: await openDocument(bundle, join(scratch, 'probed-head.json'), documents.head),
  };
  for (const part of [0.1, 0.5, 0.95]) {
    const places = new Map(
      [opened.whole, opened.head].map((one) => [one, one.text.lastIndexOf('\n', one.text.length * part) + 1]),
    );
    for (let first = 0; first < keys; first += TURN)
      for (const [one, at] of places)
        for (let key = first; key < Math.min(first + TURN, keys); key++)
          await press(one, at + key, typed[key % typed.length] ?? ' ');
  }
  return { whole: await opened.whole.editor.end(), head: await opened.head.editor.end() };
}

async function openDocument(bundle: string, out: string, path: string): Promise<OpenDocument> {
  const editor = await startProbed(bundle, out, join(path, '../../..'));
  const text = readFileSync(path, 'utf8');
  await editor.editor.open(path, text);
  return { editor, path, text, id: resultId(await editor.editor.pull(path)) };
}

async function press(one: OpenDocument, at: number, character: string): Promise<void> {
  const { editor } = one.editor;
  const change = editor.change(one.path, at, at, character);
  void editor.notify('textDocument/didChange', change);
  one.id = resultId(await editor.pull(one.path, one.id)) ?? one.id;
}

/** Returns the id of a report, with which the next request asks for changes only. */
export const resultId = (report: DocumentDiagnosticReport): string | undefined => report.resultId;
