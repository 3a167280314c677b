/** What `initialize` says of semantic tokens; apart, since it is all that is needed of them before the answer. */
import type { SemanticTokensLegend } from 'vscode-languageserver-protocol';

/** LSP's own, so that every theme has a colour for them; `package.json` gives them others in VS Code. */
export const TYPES = ['string', 'variable', 'class', 'function'] as const;
/** `declaration` is LSP's own; `missing` is ours: nothing is there, and a finding says so. */
export const MODIFIERS = ['declaration', 'missing'] as const;

export const LEGEND: SemanticTokensLegend = { tokenTypes: [...TYPES], tokenModifiers: [...MODIFIERS] };
