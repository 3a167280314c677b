import type { LanguageModelV4, LanguageModelV4Message, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import { wrapped } from './defaults.ts';

type ToolMessage = Extract<LanguageModelV4Message, { role: 'tool' }>;
type UserPart = Extract<LanguageModelV4Message, { role: 'user' }>['content'][number];
type FilePart = Extract<UserPart, { type: 'file' }>;

/**
 * The same model, shown the files of tools' results in a message of their own behind these. A result of chat completions is
 * text, and the provider's package writes a picture there as base64: thousands of tokens that no model sees anything in.
 */
export function withFilesBehindResults(model: LanguageModelV4): LanguageModelV4 {
  return wrapped(model, (options) =>
    options.prompt.some((message) => message.role === 'tool' && message.content.some(holdsFile))
      ? {
          ...options,
          prompt: options.prompt.flatMap((message) => (message.role === 'tool' ? split(message) : [message])),
        }
      : options,
  );
}

type ResultPart = ToolMessage['content'][number];

function contentOf(part: ResultPart) {
  return part.type === 'tool-result' && part.output.type === 'content' ? part.output.value : [];
}

function holdsFile(part: ResultPart): boolean {
  return contentOf(part).some((one) => one.type === 'file');
}

function split(message: ToolMessage): readonly LanguageModelV4Message[] {
  const files: FilePart[] = [];
  const content = message.content.map((part) =>
    part.type === 'tool-result' && holdsFile(part) ? { ...part, output: inWords(part, files) } : part,
  );
  if (files.length === 0) return [message];
  const lead: UserPart = { type: 'text', text: 'The files of the results above, in their order:' };
  return [
    { ...message, content },
    { role: 'user', content: [lead, ...files] },
  ];
}

/** A result as text, its files named there and added to `files`. */
function inWords(part: LanguageModelV4ToolResultPart, files: FilePart[]): LanguageModelV4ToolResultPart['output'] {
  const texts = contentOf(part).map((one) => {
    if (one.type === 'text') return one.text;
    if (one.type !== 'file') return JSON.stringify(one);
    files.push({ type: 'file', data: one.data, mediaType: one.mediaType });
    return `[a file (${one.mediaType}): number ${files.length} of those in the next message]`;
  });
  return { type: 'text', value: texts.join('\n') };
}
