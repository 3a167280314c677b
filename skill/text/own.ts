/**
 * Returns the table's own entry with this key, or undefined if there is none. `table[key]` also finds inherited
 * properties: `constructor` and `toString` are functions, and `__proto__` is an object. For keys that are foreign text;
 * `npm run lint:keys` finds those.
 */
export function own<T>(table: Readonly<Record<string | number, T>> | undefined, key: string | number): T | undefined;
export function own(table: object | undefined, key: string | number): unknown;
export function own(table: object | undefined, key: string | number): unknown {
  // open-key-ok: the key is an own one.
  return table !== undefined && Object.hasOwn(table, key) ? Reflect.get(table, key) : undefined;
}

/** Sets the table's own entry with this key. `table[key] = value` replaces the prototype if the key is `__proto__`. */
export function setOwn<T>(table: Record<string | number, T>, key: string | number, value: T): void {
  Object.defineProperty(table, key, { value, writable: true, enumerable: true, configurable: true });
}
