import { expect, it } from 'vitest';
import { initializeResult } from '../../lsp/capabilities.ts';
import { RUN_AGENT } from '../../protocol.ts';
import { ABOUT_DOCUMENT, ABOUT_PLACE } from './every-feature.ts';

it('asks for every feature that the server promises to an able editor', () => {
  const { capabilities } = initializeResult(
    {
      textDocument: {
        ...{ documentSymbol: {}, foldingRange: {}, selectionRange: {}, inlayHint: {} },
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
        semanticTokens: { requests: {}, tokenTypes: [], tokenModifiers: [], formats: [] },
        rename: { prepareSupport: true },
      },
      workspace: { symbol: {} },
    },
    new Set([RUN_AGENT]),
  );
  const promised = Object.keys(capabilities).filter((name) => name.endsWith('Provider'));
  // Its answer is about all skills, not about a document.
  const asked = [...Object.keys(ABOUT_DOCUMENT), ...Object.keys(ABOUT_PLACE), 'workspaceSymbolProvider'];
  expect(asked.sort()).toEqual(promised.sort());
});
