/**
 * Returns the table's own entry with this key, or undefined if there is none. `table[key]` also finds inherited
 * properties: `constructor` and `toString` are functions, and `__proto__` is an object. For keys that are foreign text;
 * `npm run lint:keys` finds those.
 */
export function own<T>(table: Readonly<Record<string | number, T>> | undefined, key: string | number): T | undefined;
export function own(table: object | undefined, key: string | number): unknown;
export function own(table: object | undefined, key: string | number): unknown {
  if (table === undefined || !Object.hasOwn(table, key)) return undefined;
  // open-key-ok: the key is an own one.
  return (table as Record<string | number, unknown>)[key];
}

/** Sets the table's own entry with this key. `table[key] = value` replaces the prototype if the key is `__proto__`. */
export function setOwn<T>(table: Record<string | number, T>, key: string | number, value: T): void {
  // open-key-ok: only this key has a setter.
  if (key !== '__proto__') table[key] = value;
  else Object.defineProperty(table, key, { value, writable: true, enumerable: true, configurable: true });
}
