import type {
  JSONSchema7,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { setOwn } from '../../../skill/index.ts';
import { createChance, type Random } from '../../random.ts';

/** Maximum number of model calls before the final answer, so that a run ends even without guards. */
const MAX_CALLS = 60;

/**
 * Creates a model with random behavior, for testing the loop and the guards: plausible and implausible calls, parallel
 * calls, invalid arguments, no calls at all. It is not a language model. The same seed gives the same reply to the same
 * conversation, in any process.
 */
export function seededModel(seed: number): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'seeded',
    modelId: String(seed),
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('It only streams.')),
    doStream: async (request) => ({ stream: ReadableStream.from(partsOf(seed, request)) }),
  };
}

function partsOf(seed: number, { prompt, tools = [] }: LanguageModelV4CallOptions): LanguageModelV4StreamPart[] {
  // Derived from the length of the conversation, so that a resumed run continues in the same way.
  const turns = prompt.filter(({ role }) => role === 'assistant').length;
  const chance = createChance(Math.imul(seed, 7919) + turns);
  const offered = tools.filter((tool) => tool.type === 'function');
  const words = namesIn(prompt);
  const isLastTurn = offered.length === 0 || turns >= MAX_CALLS || chance.oneIn(15);
  if (isLastTurn) return [{ type: 'text-delta', id: 't', delta: 'Done.' }, finish('stop')];
  const count = chance.oneIn(6) ? 2 + chance.int(6) : 1;
  const calls = Array.from({ length: count }, (_, index): LanguageModelV4StreamPart => {
    const tool = chance.pick(offered);
    return {
      type: 'tool-call',
      toolCallId: `seeded-${turns}-${index}`,
      toolName: chance.oneIn(20) ? `${tool.name}_` : tool.name,
      input: inputFor(tool, words, chance),
    };
  });
  return [
    ...(chance.oneIn(4) ? [{ type: 'text-delta' as const, id: 't', delta: 'So.' }] : []),
    ...calls,
    finish('tool-calls'),
  ];
}

/** Returns the names and paths in the conversation, to use as argument values. */
function namesIn(prompt: LanguageModelV4CallOptions['prompt']): readonly string[] {
  const text = JSON.stringify(prompt.slice(1)).slice(0, 200_000);
  const found = text.match(
    /(?<=<name>)[\w-]{1,64}(?=<)|\b(?:references|assets|scripts)\/[\w./-]{1,80}\w|(?<=\bskill_name\\*":\\*")[\w-]{1,64}/g,
  );
  return [...new Set(found ?? [])];
}

const ODD_VALUES: readonly unknown[] = [
  '',
  0,
  true,
  null,
  [],
  {},
  '..',
  'references/',
  'x'.repeat(2000),
  '__proto__',
  'é😀',
];

function inputFor(tool: LanguageModelV4FunctionTool, words: readonly string[], chance: Random): string {
  if (chance.oneIn(25)) return chance.pick(['{', '[]', 'null', '', '{"skill_name": "de']);
  const args: { [name: string]: unknown } = {};
  for (const [name, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
    const required = tool.inputSchema.required?.includes(name) === true;
    if (chance.oneIn(required ? 20 : 2)) continue;
    setOwn(args, name, chance.oneIn(12) ? chance.pick(ODD_VALUES) : valueFor(name, schema, words, chance));
  }
  return JSON.stringify(args);
}

function valueFor(name: string, schema: JSONSchema7 | boolean, words: readonly string[], chance: Random): unknown {
  const { type, enum: options } = typeof schema === 'boolean' ? {} : schema;
  if (options !== undefined && options.length > 0) return chance.pick(options);
  if (type === 'integer' || type === 'number') return chance.int(100);
  if (type === 'boolean') return chance.oneIn(2);
  if (type === 'array') return [];
  if (type === 'object') return {};
  const candidates = words.filter((word) => word.includes('/') === /path|file/.test(name));
  return candidates.length > 0 ? chance.pick(candidates) : chance.pick(['references/guide.md', 'demo', 'x']);
}

function finish(unified: 'stop' | 'tool-calls'): LanguageModelV4StreamPart {
  const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  const usage = { inputTokens: none, outputTokens: { total: undefined, text: undefined, reasoning: undefined } };
  return { type: 'finish', usage, finishReason: { unified, raw: undefined } };
}
