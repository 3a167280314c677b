/** A part of the trials of an eval, for one of several machines. */
export interface Shard {
  /** From 1 to `of`. */
  readonly index: number;
  readonly of: number;
}

/** Parses a shard such as `2/3`; undefined if the text is not one. */
export function parseShard(text: string): Shard | undefined {
  const match = /^(\d{1,5})\/(\d{1,5})$/.exec(text);
  if (match === null) return undefined;
  const [index, of] = [Number(match[1]), Number(match[2])];
  return index >= 1 && index <= of ? { index, of } : undefined;
}

export const formatShard = ({ index, of }: Shard): string => `${index}/${of}`;

/**
 * Returns the index of the shard that runs a trial. It depends on the trial's id alone, so that every machine divides the trials
 * in the same way, and a case that is added later moves no other one.
 * @param id 32 hexadecimal digits
 */
export function shardOf(id: string, of: number): number {
  return (Number.parseInt(id.slice(0, 8), 16) % of) + 1;
}
