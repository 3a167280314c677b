import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import { withRequestTransform } from './request-transform.ts';

type UserPart = Extract<LanguageModelV4Message, { role: 'user' }>['content'][number];

/**
 * Returns the model with files that it cannot read replaced by a line of text. A provider's package throws on an unknown
 * media type, and a run must not fail because a skill bundles an archive.
 */
export function withSupportedFiles(
  model: LanguageModelV4,
  isSupported: (mediaType: string) => boolean,
): LanguageModelV4 {
  const transform = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    const isKnown = (part: UserPart): boolean => part.type !== 'file' || isSupported(part.mediaType);
    const fits = (message: LanguageModelV4Message): boolean =>
      message.role !== 'user' || message.content.every(isKnown);
    if (options.prompt.every(fits)) return options;
    const prompt = options.prompt.map((message) =>
      message.role === 'user'
        ? { ...message, content: message.content.map((part) => (isKnown(part) ? part : placeholderFor(part))) }
        : message,
    );
    return { ...options, prompt };
  };
  return withRequestTransform(model, transform);
}

function placeholderFor(part: UserPart): UserPart {
  if (part.type !== 'file') return part;
  const { filename = 'a file', mediaType } = part;
  return { type: 'text', text: `[${filename} is binary (${mediaType}); it cannot be shown to this model.]` };
}
