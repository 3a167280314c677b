import type {
  JSONSchema7,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { type Chance, chanceOf } from '../chance.ts';

/** Model calls after which it answers at the latest; it must end where nothing else ends it. */
const MOST_CALLS = 60;

/**
 * A model that says anything, for trying out what holds against one: calls that make sense with what it has seen and calls
 * that do not, several at once, broken arguments, nothing at all. No language model is asked. The same seed says the same
 * to the same conversation, in another process too.
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
  // From how far the conversation is, so that it goes on alike after a pause.
  const said = prompt.filter(({ role }) => role === 'assistant').length;
  const chance = chanceOf(Math.imul(seed, 7919) + said);
  const offered = tools.filter((tool) => tool.type === 'function');
  const words = wordsIn(prompt);
  const ends = offered.length === 0 || said >= MOST_CALLS || chance.once(15);
  if (ends) return [{ type: 'text-delta', id: 't', delta: 'Done.' }, finish('stop')];
  const many = chance.once(6) ? 2 + chance.below(6) : 1;
  const calls = Array.from({ length: many }, (_, index): LanguageModelV4StreamPart => {
    const tool = chance.pick(offered);
    return {
      type: 'tool-call',
      toolCallId: `seeded-${said}-${index}`,
      toolName: chance.once(20) ? `${tool.name}_` : tool.name,
      input: inputFor(tool, words, chance),
    };
  });
  return [
    ...(chance.once(4) ? [{ type: 'text-delta' as const, id: 't', delta: 'So.' }] : []),
    ...calls,
    finish('tool-calls'),
  ];
}

/** Names and paths that it has been told: what a value can be made of. */
function wordsIn(prompt: LanguageModelV4CallOptions['prompt']): readonly string[] {
  const text = JSON.stringify(prompt.slice(1)).slice(0, 200_000);
  const found = text.match(
    /(?<=<name>)[\w-]{1,64}(?=<)|\b(?:references|assets|scripts)\/[\w./-]{1,80}\w|(?<=\bskill_name\\*":\\*")[\w-]{1,64}/g,
  );
  return [...new Set(found ?? [])];
}

const ODD: readonly unknown[] = ['', 0, true, null, [], {}, '..', 'references/', 'x'.repeat(2000), '__proto__', 'é😀'];

function inputFor(tool: LanguageModelV4FunctionTool, words: readonly string[], chance: Chance): string {
  if (chance.once(25)) return chance.pick(['{', '[]', 'null', '', '{"skill_name": "de']);
  const args: { [name: string]: unknown } = {};
  for (const [name, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
    const required = tool.inputSchema.required?.includes(name) === true;
    if (chance.once(required ? 20 : 2)) continue;
    args[name] = chance.once(12) ? chance.pick(ODD) : valueFor(name, schema, words, chance);
  }
  return JSON.stringify(args);
}

function valueFor(name: string, schema: JSONSchema7 | boolean, words: readonly string[], chance: Chance): unknown {
  const { type, enum: options } = typeof schema === 'boolean' ? {} : schema;
  if (options !== undefined && options.length > 0) return chance.pick(options);
  if (type === 'integer' || type === 'number') return chance.below(100);
  if (type === 'boolean') return chance.once(2);
  if (type === 'array') return [];
  if (type === 'object') return {};
  const fitting = words.filter((word) => word.includes('/') === /path|file/.test(name));
  return fitting.length > 0 ? chance.pick(fitting) : chance.pick(['references/guide.md', 'demo', 'x']);
}

function finish(unified: 'stop' | 'tool-calls'): LanguageModelV4StreamPart {
  const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  const usage = { inputTokens: none, outputTokens: { total: undefined, text: undefined, reasoning: undefined } };
  return { type: 'finish', usage, finishReason: { unified, raw: undefined } };
}
