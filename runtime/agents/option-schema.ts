import { z } from 'zod';
import type { RunOption } from '../protocol/run-options.ts';

/**
 * Returns the schema of the values that an option of a run has in a configuration.
 * @param highest the highest count; absent for any
 */
export function optionSchema(option: RunOption, highest?: number): z.ZodType {
  switch (option.kind) {
    case 'count':
      return highest === undefined ? z.int().min(0) : z.int().min(0).max(highest);
    case 'amount':
      return z.number().min(0);
    case 'seconds':
      return z.number().positive().max(option.maximum);
    case 'flag':
      return z.boolean();
    case 'choice':
      return z.enum(Object.keys(option.choices));
    case 'guardSettings':
      return z.record(z.string(), z.json());
  }
}
