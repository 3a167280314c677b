/** The parts of a model request that are stored next to the journal, with the estimated tokens of each. */
import type { Json } from '../../runtime/protocol/events.ts';
import { REQUEST_PARTS, type RequestPart } from '../../runtime/protocol/requests.ts';
import { estimateTokens } from '../../skill/index.ts';
import type { SentRequest } from '../timeline/payload.ts';
import { type JournalFile, readBlob, readEvents } from './journal-file.ts';
import { isObject, type Loose, text } from './trace/read.ts';
import type { Span, Trace } from './trace/span.ts';

/** Name of a part in the list of changes. The list of skills is a part of the others. */
const CHANGES: readonly (readonly [part: RequestPart, name: string])[] = [
  ['system', 'the system message'],
  ['tools', 'the tools'],
  ['opening', 'the first message'],
  ['append', 'the attached files'],
];

/** Returns the stored parts of a model call's request; undefined in journals of earlier versions and if a part is missing. */
export async function sentRequestOf(journal: JournalFile, trace: Trace, model: Span): Promise<SentRequest | undefined> {
  const index = await readIndex(journal, model);
  if (index === undefined) return undefined;
  const parts: { [part in RequestPart]?: Json } = {};
  for (const part of REQUEST_PARTS) {
    const name = blobIn(index, part);
    if (name === '') continue;
    const value = await readBlob(journal, name);
    const isValid = part === 'tools' || part === 'append' ? Array.isArray(value) : typeof value === 'string';
    if (!isValid || value === undefined) return undefined;
    parts[part] = value;
  }
  const { system, opening, catalogue, tools, append } = parts;
  const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
  const string = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
  const changes = await changesOf(journal, trace, model, index);
  return {
    system: string(system),
    tools: list(tools),
    attached: list(append).length,
    ...(opening === undefined ? {} : { opening: string(opening) }),
    ...(changes === undefined ? {} : { changes }),
    tokens: [
      ...fixedTokens([string(system), string(opening)].join('\n'), string(catalogue), list(tools)),
      ...loadedTokens(trace, model),
    ],
  };
}

function fixedTokens(texts: string, catalogue: string, tools: readonly Json[]): SentRequest['tokens'] {
  const instructions = catalogue === '' ? texts : texts.replace(catalogue, () => '');
  return [
    { part: 'Instructions', tokens: estimateTokens(instructions) },
    ...(catalogue === '' ? [] : [{ part: 'List of skills', tokens: estimateTokens(catalogue) }]),
    {
      part: 'Tool descriptions',
      tokens: tools.reduce<number>((sum, tool) => sum + estimateTokens(JSON.stringify(tool)), 0),
    },
  ];
}

/** Returns the tokens of the skills and files that the same agent loaded before, which every later request repeats. */
function loadedTokens({ spans }: Trace, model: Span): SentRequest['tokens'] {
  const loaded = new Map<string, number>();
  for (const span of spans) {
    if (span.id >= model.id) break;
    const isOwn = spans[span.parent]?.parent === model.parent;
    if (!isOwn || span.tokensAdded === undefined) continue;
    loaded.set(span.name, (loaded.get(span.name) ?? 0) + span.tokensAdded);
  }
  return [...loaded].map(([part, tokens]) => ({ part, tokens }));
}

/** Returns the parts that differ from the agent's previous call; undefined for its first call. */
async function changesOf(
  journal: JournalFile,
  { spans }: Trace,
  model: Span,
  index: Loose,
): Promise<readonly string[] | undefined> {
  let before: Span | undefined;
  for (let id = model.id - 1; id > model.parent && before === undefined; id--) {
    const span = spans[id];
    if (span?.kind === 'model' && span.parent === model.parent) before = span;
  }
  const old = before === undefined ? undefined : await readIndex(journal, before);
  if (old === undefined) return undefined;
  return CHANGES.filter(([part]) => blobIn(old, part) !== blobIn(index, part)).map(([, name]) => name);
}

/** Reads the list of the parts of a model call's request. */
async function readIndex(journal: JournalFile, model: Span): Promise<Loose | undefined> {
  const [event] = await readEvents(journal, model.events.slice(0, 1));
  if (!isObject(event) || text(event, 'type') !== 'llm_request') return undefined;
  const name = blobIn(event, 'request');
  const index = name === '' ? undefined : await readBlob(journal, name);
  return isObject(index) ? index : undefined;
}

function blobIn(value: Loose, key: string): string {
  const reference = value[key];
  return isObject(reference) ? text(reference, 'blob') : '';
}
