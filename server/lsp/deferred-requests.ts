/** Defers requests about a document until they can be handled. */
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Typing } from '../features/typing.ts';
import { pathOf } from '../workspace/uris.ts';

/** The response to a request that was cancelled before it was handled. */
export const CANCELLED = new ResponseError<never>(LSPErrorCodes.RequestCancelled, 'Cancelled.');

/**
 * Handles a request about the document at `uri` when the server is ready and all earlier changes are applied. Returns
 * `none` if the document is not a file, and `CANCELLED` if the request was cancelled meanwhile.
 */
export type RequestHandler = <T>(
  uri: string,
  token: CancellationToken,
  answer: (path: string) => T,
  none: T,
) => Promise<T | ResponseError<never>>;

/** @param ready resolves when the workspace is loaded */
export function deferredHandler(ready: Promise<void>, typing: Typing): RequestHandler {
  return async (uri, token, answer, none) => {
    await ready;
    if (!(await typing.untilSettled(token))) return CANCELLED;
    const path = pathOf(uri);
    return path === undefined ? none : answer(path);
  };
}
