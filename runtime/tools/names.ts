/** What models' providers take as the name of a tool. */
export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** A name that they take, from any. */
export function toolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64) || '_';
}
