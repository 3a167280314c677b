import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import { withRequestTransform } from './request-transform.ts';

type UserPart = Extract<LanguageModelV4Message, { role: 'user' }>['content'][number];

/**
 * Wraps a model so that each file of a user message that it cannot read is replaced by a line of text. A provider's package
 * throws on an unknown media type, and a run must not fail because a skill bundles an archive.
 */
export function withSupportedFiles(
  model: LanguageModelV4,
  isSupported: (mediaType: string) => boolean,
): LanguageModelV4 {
  const transform = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    const canSend = (part: UserPart): boolean => part.type !== 'file' || isSupported(part.mediaType);
    const isUnchanged = options.prompt.every((message) => message.role !== 'user' || message.content.every(canSend));
    if (isUnchanged) return options;
    const prompt = options.prompt.map((message) =>
      message.role === 'user'
        ? { ...message, content: message.content.map((part) => (canSend(part) ? part : placeholderFor(part))) }
        : message,
    );
    return { ...options, prompt };
  };
  return withRequestTransform(model, transform);
}

/** Returns the text that replaces a file. Parts that are not files are returned unchanged. */
function placeholderFor(part: UserPart): UserPart {
  if (part.type !== 'file') return part;
  const { filename = 'a file', mediaType } = part;
  return { type: 'text', text: `[${filename} is binary (${mediaType}); it cannot be shown to this model.]` };
}
