/** Weights in their stored form. */
import type { StoredTable } from '../../skill/index.ts';

/** Rounds to three decimals. */
export const roundWeight = (value: number): number => Math.round(value * 1000) / 1000;

/** Encodes weights as int8: the loss is below the difference between folds. */
export function encodeTable(values: Float64Array): StoredTable {
  const scale = values.reduce((max, one) => Math.max(max, Math.abs(one)), 0) / 127;
  const bytes = Int8Array.from(values, (one) => Math.round(one / scale));
  return { scale: Number(scale.toPrecision(6)), values: Buffer.from(bytes.buffer).toString('base64') };
}
