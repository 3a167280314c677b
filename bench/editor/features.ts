/** Time of each answer at a position: from request to answer through the pipe, and on the server's processor. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_AGENT } from '../../server/protocol.ts';
import { createChance } from '../../test/equipment/server/random-edits/chance.ts';
import { Editor, uriOf } from '../../test/integration/language-server-client.ts';
import { median, percentile } from '../figures/statistics.ts';
import { FULL } from './capabilities.ts';
import { processorTimeOf, untilIdle } from './processor.ts';
import { EDITOR_REQUESTS, type EditorRequest, type Place } from './requests.ts';

/** A path in a text, with the cursor position of the requests. */
const PATH = /[\w.-]+\/[\w./-]*\w|\b[\w-]+\.(?:md|py|sh|json)\b/g;
const PLACES_IN_ONE = 3;

/** Milliseconds until the answer arrived, and those of them in which the server's main thread ran. */
export interface Durations {
  readonly ms: number;
  readonly cpu: number;
}

/** Times by method, without methods that the server does not offer. `firsts`: the first requests about all skills. */
export interface Times {
  readonly all: ReadonlyMap<string, readonly Durations[]>;
  readonly firsts: ReadonlyMap<string, Durations>;
}

/** Maximum wait for a new server to finish its background reading, in milliseconds. */
const READING_TIMEOUT_MS = 60_000;

/** Opens `many` SKILL.md files of `folder`, drawn by `seed`, and sends all requests at three paths of each. */
export async function timeFeatures(bundle: string, folder: string, many: number, seed: number): Promise<Times> {
  const chance = createChance(seed);
  const manifests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)SKILL\.md$/.test(path))
    .sort();
  const editor = await Editor.start({
    folders: [folder],
    bundle,
    capabilities: FULL,
    initializationOptions: { commands: [RUN_AGENT] },
  });
  await editor.request('workspace/diagnostic', { previousResultIds: [] });
  await untilIdle(editor.child.pid, READING_TIMEOUT_MS);
  const firsts = new Map([
    ['skillwright/skillCatalogue', await measure(editor, 'skillwright/skillCatalogue')],
    ['workspace/symbol', await measure(editor, 'workspace/symbol', { query: 'guide' })],
  ]);
  const offered = EDITOR_REQUESTS.filter(
    ({ capability }) => editor.initialized?.capabilities[capability] !== undefined,
  );
  const times = new Map(offered.map(({ method }): [string, Durations[]] => [method, []]));
  const queried = new Map<string, string>();
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
        // The workspace is queried for the same words only once.
        if (one.once && queried.get(word) === one.method) continue;
        queried.set(word, one.method);
        times.get(one.method)?.push(await measureAt(editor, one, path, index, word));
      }
    }
    await editor.notify('textDocument/didClose', { textDocument: { uri: uriOf(path) } });
  }
  await editor.quit();
  const references = times.get('textDocument/references')?.[0];
  if (references) firsts.set('textDocument/references', references);
  return { all: times, firsts };
}

async function measureAt(
  editor: Editor,
  { method, params, halfWritten }: EditorRequest,
  path: string,
  at: number,
  word: string,
) {
  const middle = at + Math.ceil(word.length / 2);
  const rest = word.slice(middle - at);
  if (halfWritten) {
    void editor.notify('textDocument/didChange', editor.change(path, middle, middle + rest.length, ''));
    await editor.pull(path);
  }
  const before = editor.text(path).slice(0, middle).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const place: Place = { uri: uriOf(path), position, word };
  const answer = await measure(editor, method, params(place));
  if (halfWritten) void editor.notify('textDocument/didChange', editor.change(path, middle, middle, rest));
  return answer;
}

async function measure(editor: Editor, method: string, params?: unknown): Promise<Durations> {
  const { pid } = editor.child;
  const [begin, ran] = [performance.now(), processorTimeOf(pid) ?? 0];
  // A refusal, such as of a rename of an unresolved path, is an answer as well.
  await editor.request(method, params).catch(() => undefined);
  return { ms: performance.now() - begin, cpu: (processorTimeOf(pid) ?? 0) - ran };
}

/** Formats one line for each method: median and p95, each the median of the runs, with the target. */
export function describeTimes(where: string, runs: readonly Times[]): string {
  const methods = EDITOR_REQUESTS.filter(({ method }) => runs.some(({ all }) => all.has(method)));
  const lines = methods.map(({ method, maxMs }) => {
    const taken = runs.map(({ all }) => all.get(method) ?? []);
    const of = (part: keyof Durations): string => {
      const each = taken.map((times) => times.map((one) => one[part]));
      const p95 = median(each.map((one) => percentile(one, 0.95)));
      return `${median(each.map(median)).toFixed(1).padStart(6)} ${p95.toFixed(1).padStart(6)} ms${p95 <= maxMs ? '' : ' <- above its target'}`;
    };
    return `  ${method.padEnd(34)} ${of('ms')}; on a processor ${of('cpu')} (aim p95 ${maxMs}), ${taken[0]?.length ?? 0} asked`;
  });
  const firsts = [...(runs[0]?.firsts.keys() ?? [])].map((method) => {
    const of = (part: keyof Durations): string =>
      median(runs.map((times) => times.firsts.get(method)?.[part] ?? 0)).toFixed(0);
    return `  the first ${method.padEnd(24)} ${of('ms').padStart(6)} ms; on a processor ${of('cpu')} ms`;
  });
  const uncovered = EDITOR_REQUESTS.filter((one) => !methods.includes(one)).map(({ method }) => method);
  return [
    `${where}: median and p95 of the requests at a path, median of ${runs.length} runs`,
    ...firsts,
    ...lines,
    ...(uncovered.length > 0 ? [`  not offered: ${uncovered.join(', ')}`] : []),
  ].join('\n');
}
