import type { LanguageModelV4, LanguageModelV4Message, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import { withRequestTransform } from './request-transform.ts';

type ToolMessage = Extract<LanguageModelV4Message, { role: 'tool' }>;
type UserPart = Extract<LanguageModelV4Message, { role: 'user' }>['content'][number];
type FilePart = Extract<UserPart, { type: 'file' }>;

/**
 * Returns the model with the files of tool results moved to a user message after them. Tool results of chat completions
 * are text, and the provider's package would insert an image as base64: thousands of tokens that no model can interpret.
 */
export function withFilesAfterResults(model: LanguageModelV4): LanguageModelV4 {
  return withRequestTransform(model, (options) =>
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
    part.type === 'tool-result' && holdsFile(part) ? { ...part, output: withFileNames(part, files) } : part,
  );
  if (files.length === 0) return [message];
  const lead: UserPart = { type: 'text', text: 'The files of the results above, in their order:' };
  return [
    { ...message, content },
    { role: 'user', content: [lead, ...files] },
  ];
}

/** Returns a result as text that refers to its files, which are added to `files`. */
function withFileNames(
  part: LanguageModelV4ToolResultPart,
  files: FilePart[],
): LanguageModelV4ToolResultPart['output'] {
  const texts = contentOf(part).map((one) => {
    if (one.type === 'text') return one.text;
    if (one.type !== 'file') return JSON.stringify(one);
    files.push({ type: 'file', data: one.data, mediaType: one.mediaType });
    return `[a file (${one.mediaType}): number ${files.length} of those in the next message]`;
  });
  return { type: 'text', value: texts.join('\n') };
}
