type OptionalKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];
/** The fields of an object of the type, of which the optional ones may be undefined. */
type Fields<T> = T extends unknown
  ? { readonly [K in Exclude<keyof T, OptionalKeys<T>>]: T[K] } & {
      readonly [K in OptionalKeys<T>]?: T[K] | undefined;
    }
  : never;

/**
 * Returns an object with the fields that are not undefined, in their order: optional fields of what becomes JSON, or is
 * compared, are absent rather than undefined. Its type comes from where the result goes, or is written, as in
 * `defined<RunStarted>({ … })`; unknown fields are errors, which a spread of a literal would hide.
 */
export function defined<T extends object>(fields: [keyof T] extends [never] ? never : Fields<T>): T {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) result[name] = value;
  return result as T;
}
