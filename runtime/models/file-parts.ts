import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import { wrapped } from './defaults.ts';

type UserPart = Extract<LanguageModelV4Message, { role: 'user' }>['content'][number];

/**
 * The same model, told in words of files that it cannot be shown. A provider's package throws on a media type that it
 * does not know, and a run must not end because a skill brings an archive along.
 */
export function withKnownFiles(model: LanguageModelV4, takes: (mediaType: string) => boolean): LanguageModelV4 {
  const fitted = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    const isKnown = (part: UserPart): boolean => part.type !== 'file' || takes(part.mediaType);
    const fits = (message: LanguageModelV4Message): boolean =>
      message.role !== 'user' || message.content.every(isKnown);
    if (options.prompt.every(fits)) return options;
    const prompt = options.prompt.map((message) =>
      message.role === 'user'
        ? { ...message, content: message.content.map((part) => (isKnown(part) ? part : told(part))) }
        : message,
    );
    return { ...options, prompt };
  };
  return wrapped(model, fitted);
}

function told(part: UserPart): UserPart {
  if (part.type !== 'file') return part;
  const { filename = 'a file', mediaType } = part;
  return { type: 'text', text: `[${filename} is binary (${mediaType}); it cannot be shown to this model.]` };
}
