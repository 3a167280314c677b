import type { LanguageModelV4, LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider';

/** The same model, asked with these options of its provider. */
export function withDefaults(model: LanguageModelV4, providerOptions: SharedV4ProviderOptions): LanguageModelV4 {
  return wrapped(model, (options) => ({
    ...options,
    providerOptions: { ...providerOptions, ...options.providerOptions },
  }));
}

/** The same model behind a change of what it is asked. */
export function wrapped(
  model: LanguageModelV4,
  change: (options: LanguageModelV4CallOptions) => LanguageModelV4CallOptions,
): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(change(options)),
    doStream: (options) => model.doStream(change(options)),
  };
}
