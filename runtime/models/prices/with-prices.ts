import type { JSONObject, LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import { messageOf } from '../../errors.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { modelFacts, PRICES_DATE } from './prices.ts';
import { usageOf } from './usage.ts';

/**
 * Returns the model with the cost of each answer and the model's context window in `providerMetadata.skillwright` of the
 * `finish` part. The endpoint's own cost takes precedence over the price list; figures that neither has are absent.
 */
export function withPrices(model: LanguageModelV4, endpoint: Endpoint): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    doStream: async (options) => {
      const opened = await model.doStream(options);
      // Loads while the model answers.
      const facts = modelFacts(endpoint).catch((error: unknown) => {
        process.stderr.write(`Costs are not shown: the price list cannot be read: ${messageOf(error)}\n`);
        return undefined;
      });
      const transform = async (
        part: LanguageModelV4StreamPart,
        controller: TransformStreamDefaultController<LanguageModelV4StreamPart>,
      ): Promise<void> => {
        if (part.type !== 'finish') return controller.enqueue(part);
        const usage = usageOf(part.usage);
        const reported = part.usage.raw?.cost;
        const { cost: costOf, contextWindow } = (await facts) ?? {};
        const estimated = isAmount(reported) ? undefined : costOf?.(usage);
        const cost = isAmount(reported)
          ? { costUsd: reported, costSource: 'reported' }
          : isAmount(estimated)
            ? { costUsd: estimated, costSource: 'estimated', priceDate: PRICES_DATE }
            : {};
        const skillwright: JSONObject = defined({ ...cost, contextWindow });
        const isKnown = Object.keys(skillwright).length > 0;
        const providerMetadata = isKnown ? { ...part.providerMetadata, skillwright } : { ...part.providerMetadata };
        controller.enqueue({ ...part, providerMetadata });
      };
      return { ...opened, stream: opened.stream.pipeThrough(new TransformStream({ transform })) };
    },
  };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
