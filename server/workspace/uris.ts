import { URI } from 'vscode-uri';

/** Returns the path of a `file:` URI, absolute and with `/`; undefined for other schemes and invalid URIs. */
export function pathOf(uri: string): string | undefined {
  try {
    const parsed = URI.parse(uri, true);
    if (parsed.scheme !== 'file') return undefined;
    return parsed.fsPath.replaceAll('\\', '/');
  } catch {
    return undefined;
  }
}

/** Returns the `file:` URI of an absolute path with `/`. A lone surrogate, which Windows allows in names, becomes U+FFFD. */
export function uriOf(path: string): string {
  return URI.file(toWellFormed(path)).toString();
}

/** Replaces lone surrogates with U+FFFD, since a URI cannot contain them. */
export const toWellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
