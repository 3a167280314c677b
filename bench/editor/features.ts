/** What each answer takes that an editor asks for at a place: with the pipe, from the request to its answer. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../../server/random-edits/chance.ts';
import { Editor, uriOf } from '../../test/integration/language-server-client.ts';
import { median, percentile } from '../figures/statistics.ts';
import { ASKED, type Asked, type Place } from './asked.ts';

/** A path in a text: where a cursor stands that asks for something. */
const PATH = /[\w.-]+\/[\w./-]*\w|\b[\w-]+\.(?:md|py|sh|json)\b/g;
const PLACES_IN_ONE = 3;

/** Times by method, of each run in turn; those that the server does not offer are not among them. */
export type Times = ReadonlyMap<string, readonly number[]>;

/** Opens `many` SKILL.md of `folder`, drawn by `seed`, and asks for everything at three paths of each. */
export async function timeFeatures(bundle: string, folder: string, many: number, seed: number): Promise<Times> {
  const chance = seeded(seed);
  const manifests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)SKILL\.md$/.test(path))
    .sort();
  const editor = await Editor.start({ folders: [folder], bundle });
  const offered = ASKED.filter(({ capability }) => editor.initialized?.capabilities[capability] !== undefined);
  const times = new Map(offered.map(({ method }): [string, number[]] => [method, []]));
  const asked = new Map<string, string>();
  for (let done = 0; done < many; done++) {
    const path = join(folder, chance.pick(manifests));
    const text = readFileSync(path, 'utf8');
    const places = [...text.matchAll(PATH)];
    if (editor.texts.has(path) || places.length === 0) continue;
    await editor.open(path, text, 'markdown');
    await editor.pull(path);
    for (let count = 0; count < PLACES_IN_ONE; count++) {
      const { index, 0: word } = chance.pick(places);
      for (const one of offered) {
        // The workspace is asked for the same words once.
        if (one.once && asked.get(word) === one.method) continue;
        asked.set(word, one.method);
        times.get(one.method)?.push(await timed(editor, one, path, index, word));
      }
    }
    await editor.notify('textDocument/didClose', { textDocument: { uri: uriOf(path) } });
  }
  await editor.quit();
  return times;
}

async function timed(editor: Editor, { method, params, halfWritten }: Asked, path: string, at: number, word: string) {
  const middle = at + Math.ceil(word.length / 2);
  const rest = word.slice(middle - at);
  if (halfWritten) {
    void editor.notify('textDocument/didChange', editor.change(path, middle, middle + rest.length, ''));
    await editor.pull(path);
  }
  const before = editor.text(path).slice(0, middle).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const place: Place = { uri: uriOf(path), position, word };
  const begin = performance.now();
  // What is refused, a rename of a path that leads nowhere, is an answer as well.
  await editor.request(method, params(place)).catch(() => undefined);
  const ms = performance.now() - begin;
  if (halfWritten) void editor.notify('textDocument/didChange', editor.change(path, middle, middle, rest));
  return ms;
}

/** One line for each method: median and p95, each the median of the runs, beside its aim. */
export function describeTimes(where: string, runs: readonly Times[]): string {
  const methods = ASKED.filter(({ method }) => runs.some((times) => times.has(method)));
  const lines = methods.map(({ method, most }) => {
    const all = runs.map((times) => times.get(method) ?? []);
    const p95 = median(all.map((one) => percentile(one, 0.95)));
    const middle = median(all.map(median));
    const said = p95 <= most ? '' : '  <- above its aim';
    return `  ${method.padEnd(34)} ${middle.toFixed(1).padStart(6)} ${p95.toFixed(1).padStart(6)} ms (aim p95 ${most}), ${all[0]?.length ?? 0} asked${said}`;
  });
  const left = ASKED.filter((one) => !methods.includes(one)).map(({ method }) => method);
  return [
    `${where}: median and p95 of what is asked at a path, median of ${runs.length} runs`,
    ...lines,
    ...(left.length > 0 ? [`  not offered: ${left.join(', ')}`] : []),
  ].join('\n');
}
