import { expect, it } from 'vitest';
import { initializeResult } from '../../../../server/lsp/capabilities.ts';
import { RUN_AGENT } from '../../../../server/protocol.ts';
import { DOCUMENT_REQUESTS, PLACE_REQUESTS } from './every-feature.ts';

it('covers every capability that the server declares', () => {
  const { capabilities } = initializeResult(
    {
      textDocument: {
        documentSymbol: {},
        foldingRange: {},
        selectionRange: {},
        inlayHint: {},
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
        semanticTokens: { requests: {}, tokenTypes: [], tokenModifiers: [], formats: [] },
        rename: { prepareSupport: true },
      },
      workspace: { symbol: {} },
    },
    new Set([RUN_AGENT]),
  );
  const declared = Object.keys(capabilities).filter((name) => name.endsWith('Provider'));
  // Workspace symbols concern all skills, not a document.
  const tested = [...Object.keys(DOCUMENT_REQUESTS), ...Object.keys(PLACE_REQUESTS), 'workspaceSymbolProvider'];
  expect(tested.sort()).toEqual(declared.sort());
});
