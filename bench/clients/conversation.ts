/** The messages and tools that a client sent to the model, in one form for all protocols. */
import type { RequestBody } from './scripted-server.ts';

export interface SentTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly schema: RequestBody;
}

export interface Answer {
  /** The result of the tool. */
  readonly text: string;
  /** Messages with the role `user` or `developer` that followed it. */
  readonly messages: readonly string[];
}

export interface Sent {
  /** System and developer messages and those of the user before the first call, with their role. */
  readonly opening: readonly { readonly role: string; readonly text: string }[];
  readonly tools: readonly SentTool[];
  /** By the position of the call. */
  readonly answers: readonly Answer[];
}

type Item =
  | { readonly kind: 'message'; readonly role: string; readonly text: string }
  | { readonly kind: 'result'; readonly text: string };

/** Reads what a client sent during a script. An answer is taken from the first request that has it: some shorten it later. */
export function readConversation(requests: readonly RequestBody[]): Sent | undefined {
  const all = requests.map(readRequest);
  const last = all.at(-1);
  if (last === undefined) return undefined;
  const answers = last.answers.map(
    (answer, index) => all.find((one) => one.answers.length === index + 1)?.answers[index] ?? answer,
  );
  return { ...last, answers };
}

function readRequest(body: RequestBody): Sent {
  const items = itemsOf(body);
  const first = items.findIndex(({ kind }) => kind === 'result');
  const before = first < 0 ? items : items.slice(0, first);
  const answers: { text: string; messages: string[] }[] = [];
  for (const item of first < 0 ? [] : items.slice(first)) {
    if (item.kind === 'result') answers.push({ text: item.text, messages: [] });
    else if (item.role !== 'assistant') answers.at(-1)?.messages.push(item.text);
  }
  const opening = before.flatMap((item) =>
    item.kind === 'message' && item.role !== 'assistant' ? [{ role: item.role, text: item.text }] : [],
  );
  return { opening, tools: toolsOf(body), answers };
}

const list = (value: unknown): readonly RequestBody[] => (Array.isArray(value) ? (value as RequestBody[]) : []);

function itemsOf(body: RequestBody): readonly Item[] {
  if (Array.isArray(body.contents)) {
    const system = textOf((body.systemInstruction as RequestBody | undefined)?.parts);
    return [
      { kind: 'message', role: 'system', text: system },
      ...list(body.contents).flatMap(({ role, parts }) =>
        list(parts).map((part): Item => {
          const result = part.functionResponse as RequestBody | undefined;
          if (result !== undefined) return { kind: 'result', text: JSON.stringify(result.response) };
          return { kind: 'message', role: role === 'model' ? 'assistant' : 'user', text: String(part.text ?? '') };
        }),
      ),
    ];
  }
  if (Array.isArray(body.input)) {
    const instructions = body.instructions === undefined ? [] : [message('system', body.instructions)];
    return [
      ...instructions,
      ...list(body.input).flatMap((one): readonly Item[] => {
        if (one.type === 'function_call_output') return [{ kind: 'result', text: textOf(one.output) }];
        return one.type === 'message' || one.role !== undefined ? [message(String(one.role), one.content)] : [];
      }),
    ];
  }
  const system = body.system === undefined ? [] : [message('system', body.system)];
  return [...system, ...list(body.messages).flatMap(itemsIn)];
}

/** Returns the parts of a message of chat completions, or of Anthropic's messages, whose results are parts of a user's message. */
function itemsIn({ role, content }: RequestBody): readonly Item[] {
  if (role === 'tool') return [{ kind: 'result', text: textOf(content) }];
  const results = list(content).filter(({ type }) => type === 'tool_result');
  if (results.length === 0) return [message(String(role), content)];
  const rest = list(content).filter(({ type }) => type === 'text');
  return [
    ...results.map((one): Item => ({ kind: 'result', text: textOf(one.content) })),
    ...(rest.length > 0 ? [message(String(role), rest)] : []),
  ];
}

const message = (role: string, content: unknown): Item => ({ kind: 'message', role, text: textOf(content) });

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n');
}

function toolsOf(body: RequestBody): readonly SentTool[] {
  return list(body.tools).flatMap((tool): readonly SentTool[] => {
    const declared = list(tool.functionDeclarations);
    if (declared.length > 0)
      return declared.map((one) => ({
        name: String(one.name),
        description: String(one.description ?? ''),
        schema: (one.parametersJsonSchema ?? one.parameters ?? {}) as RequestBody,
      }));
    const one = (tool.function ?? tool) as RequestBody;
    const { name, type, description = '', parameters = one.input_schema ?? {} } = one;
    return [{ name: String(name ?? type), description: String(description), schema: parameters as RequestBody }];
  });
}
