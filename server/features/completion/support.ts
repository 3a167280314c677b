/** The client's support for completion. */
import { type ClientCapabilities, MarkupKind } from 'vscode-languageserver-protocol';

/** Trigger characters; `isWanted` in `completion.ts` defines the effect of each. */
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
