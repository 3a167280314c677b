import type { ClientProfile } from './profile.ts';

const TRUE_WORDS = /^(?:true|yes|on|1)$/i;
const FALSE_WORDS = /^(?:false|no|off|0)$/i;

/**
 * Returns a flag of the frontmatter as a client reads it; undefined if it does not know the field, or accepts the value as
 * neither true nor false.
 */
export function flagOf({ fields }: ClientProfile, name: string, value: unknown): boolean | undefined {
  const known = fields.find((field) => field.name === name);
  if (known?.value.kind !== 'flag') return undefined;
  if (typeof value === 'boolean') return value;
  if (known.value.quoted === true) return value === 'true' ? true : value === 'false' ? false : undefined;
  if (known.value.words !== true || (typeof value !== 'string' && typeof value !== 'number')) return undefined;
  return TRUE_WORDS.test(String(value)) ? true : FALSE_WORDS.test(String(value)) ? false : undefined;
}
