/** Formats the details of a model. Independent of `vscode`. */

import type { KnownModel } from '../../runtime/protocol/models.ts';
import { formatCount, formatNumber } from '../../runtime/text/count.ts';

/** The known details of a model, without its name. */
export type ModelDetails = Omit<KnownModel, 'name'> & {
  /** True if it runs on this machine and is therefore free. */
  readonly local?: boolean;
};

/** Formats limits and price as a line. Empty if nothing is known. */
export function formatLimits({ contextWindow, maxOutput, price, tools, local }: ModelDetails): string {
  return [
    ...(tools === false ? ['cannot call tools'] : []),
    ...(contextWindow === undefined ? [] : [formatCount(contextWindow, 'token')]),
    ...(maxOutput === undefined ? [] : [`${formatNumber(maxOutput)} max output`]),
    ...(price === undefined
      ? []
      : [`${dollars(price.input)} in, ${dollars(price.output)} out per million tokens (${price.date})`]),
    ...(local === true ? ['on this machine, free'] : []),
  ].join(' · ');
}

function dollars(amount: number): string {
  return `$${amount.toLocaleString('en', { maximumFractionDigits: 4 })}`;
}

const MAX_LENGTH = 400;

/**
 * Makes a server's text safe for VS Code's widgets, which would turn it into links that run commands and into icons.
 */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
  const visible = text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ');
  const inert = visible.replaceAll('](', '] (').replaceAll('$(', '$ (');
  return inert.length > MAX_LENGTH ? `${inert.slice(0, MAX_LENGTH)}…` : inert;
}
