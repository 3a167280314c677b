/** Wraps models so that every request gets default options or is changed. */
import type { LanguageModelV4, LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider';

/** Returns the model with default provider options for every request. */
export function withDefaults(model: LanguageModelV4, providerOptions: SharedV4ProviderOptions): LanguageModelV4 {
  return withRequestTransform(
    model,
    (options): LanguageModelV4CallOptions => ({
      ...options,
      providerOptions: { ...providerOptions, ...options.providerOptions },
    }),
  );
}

/** Returns the model with these options in every request. */
export function withRequest(model: LanguageModelV4, fields: Partial<LanguageModelV4CallOptions>): LanguageModelV4 {
  return withRequestTransform(model, (options) => ({ ...options, ...fields }));
}

/** Returns the model with a function applied to every request. */
export function withRequestTransform(
  model: LanguageModelV4,
  transform: (options: LanguageModelV4CallOptions) => LanguageModelV4CallOptions,
): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(transform(options)),
    doStream: (options) => model.doStream(transform(options)),
  };
}
