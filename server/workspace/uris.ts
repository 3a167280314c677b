import { URI } from 'vscode-uri';

/** The path of a `file:` URI, absolute and with `/`; undefined for every other scheme and for text that is no URI. */
export function pathOf(uri: string): string | undefined {
  try {
    const parsed = URI.parse(uri, true);
    if (parsed.scheme !== 'file') return undefined;
    return parsed.fsPath.replaceAll('\\', '/');
  } catch {
    return undefined;
  }
}

/** The `file:` URI of an absolute path with `/`. Half a character, which Windows allows in names, is shown as U+FFFD. */
export function uriOf(path: string): string {
  return URI.file(wellFormed(path)).toString();
}

/** Half characters made U+FFFD: no URI can hold them. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
