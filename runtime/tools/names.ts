/** Valid names of tools. */

const MAX_NAME = 64;

/** Tool names that all model providers accept. */
export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Converts a name to a valid tool name. */
export function toolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, MAX_NAME) || '_';
}

/**
 * Returns a valid name for each of several tools, all different, by their own names. A name that is valid stays, and the
 * others are converted, with a number if another tool has the result.
 */
export function toolNames(names: readonly string[]): ReadonlyMap<string, string> {
  const used = new Map(names.filter((name) => TOOL_NAME.test(name)).map((name) => [name, name]));
  const taken = new Set(used.keys());
  for (const name of names) {
    if (used.has(name)) continue;
    const base = toolName(name);
    let unique = base;
    for (let n = 2; taken.has(unique); n++) unique = `${base.slice(0, MAX_NAME - `_${n}`.length)}_${n}`;
    taken.add(unique);
    used.set(name, unique);
  }
  return used;
}
