/** Converts URIs to paths and back. */
import { URI } from 'vscode-uri';
import { normalize } from '../../skill/index.ts';

/** Returns the path of a `file:` URI, absolute, with `/` and without `..`; undefined for other schemes and invalid URIs. */
export function pathOf(uri: string): string | undefined {
  try {
    const parsed = URI.parse(uri, true);
    if (parsed.scheme !== 'file') return undefined;
    const path = parsed.fsPath.replaceAll('\\', '/');
    // Comparisons with folders are by prefix.
    return /\/\.{1,2}(?:\/|$)/.test(path) ? normalize(path) : path;
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
