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

/** The `file:` URI of an absolute path with `/`. */
export function uriOf(path: string): string {
  return URI.file(path).toString();
}
