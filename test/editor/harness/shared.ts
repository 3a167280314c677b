/** State that all test files of a window share, although each is a bundle with its own copy of the harness. */

/** Returns the object with this name, which `create` makes on first use. */
export function sharedState<T extends object>(name: string, create: () => T): T {
  const key = Symbol.for(`skillwright tests: ${name}`);
  const known = Reflect.get(globalThis, key) as T | undefined;
  if (known !== undefined) return known;
  const created = create();
  Reflect.set(globalThis, key, created);
  return created;
}
