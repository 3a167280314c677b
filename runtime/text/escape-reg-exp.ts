/** Returns a regular expression that matches a text. `RegExp.escape` needs a later version of Node.js. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
