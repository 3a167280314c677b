/** How requests about a document wait for their turn. */
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Typing } from '../features/typing.ts';
import { pathOf } from '../workspace/uris.ts';

/** The answer to a request that was cancelled before it was computed. */
export const CANCELLED = new ResponseError<never>(LSPErrorCodes.RequestCancelled, 'Cancelled.');

/**
 * Answers a request about the document at `uri` once the server is ready and all earlier changes to documents are applied;
 * with `none` where the document is not a file, and with `CANCELLED` where the request was cancelled meanwhile.
 */
export type Answering = <T>(
  uri: string,
  token: CancellationToken,
  answer: (path: string) => T,
  none: T,
) => Promise<T | ResponseError<never>>;

/** `ready` settles when the workspace can be asked. */
export function answeringAfter(ready: Promise<void>, typing: Typing): Answering {
  return async (uri, token, answer, none) => {
    await ready;
    if (!(await typing.settled(token))) return CANCELLED;
    const path = pathOf(uri);
    return path === undefined ? none : answer(path);
  };
}
