/** What is said of a model. Knows no `vscode`. */
import type { KnownModel } from '../../runtime/protocol/models.ts';

/** What is known of a model, beside its name. */
export type ModelDetails = Omit<KnownModel, 'name'> & {
  /** It runs on this machine, so it costs nothing. */
  readonly local?: boolean;
};

/** Limits and price in a line; '' where nothing is known. */
export function limitsOf({ contextWindow, maxOutput, price, tools, local }: ModelDetails): string {
  return [
    ...(tools === false ? ['cannot call tools'] : []),
    ...(contextWindow === undefined ? [] : [`${tokens(contextWindow)} tokens`]),
    ...(maxOutput === undefined ? [] : [`at most ${tokens(maxOutput)} in an answer`]),
    ...(price === undefined
      ? []
      : [`${dollars(price.input)} in, ${dollars(price.output)} out a million (${price.date})`]),
    ...(local === true ? ['on this machine, costs nothing'] : []),
  ].join(' · ');
}

function tokens(count: number): string {
  return count.toLocaleString('en');
}

function dollars(amount: number): string {
  return `$${amount.toLocaleString('en', { maximumFractionDigits: 4 })}`;
}

const LONGEST = 400;

/**
 * A text of a server as VS Code's widgets may show it: they would make links that run commands, and icons, of it.
 */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  const visible = text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ');
  const inert = visible.replaceAll('](', '] (').replaceAll('$(', '$ (');
  return inert.length > LONGEST ? `${inert.slice(0, LONGEST)}…` : inert;
}
