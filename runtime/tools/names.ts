/** Valid names of tools. */

/** Tool names that all model providers accept. */
export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Converts a name to a valid tool name. */
export function toolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64) || '_';
}
