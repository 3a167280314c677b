/** What of completion a client understands. */
import { type ClientCapabilities, MarkupKind } from 'vscode-languageserver-protocol';

/** Signs after which an editor asks by itself; `isWanted` in `completion.ts` has what each is for. */
export const TRIGGERS: readonly string[] = ['/', '(', '#', '`', '<'];

export interface CompletionSupport {
  readonly snippets: boolean;
  readonly markdown: boolean;
}

export function completionSupport({ textDocument }: ClientCapabilities): CompletionSupport {
  const item = textDocument?.completion?.completionItem;
  return {
    snippets: item?.snippetSupport ?? false,
    markdown: item?.documentationFormat?.includes(MarkupKind.Markdown) ?? false,
  };
}
