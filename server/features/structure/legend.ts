/** The legend of semantic tokens, in a separate module because `initialize` needs nothing else. */
import type { SemanticTokensLegend } from 'vscode-languageserver-protocol';

/** Standard types, so that every theme has a color for them; `package.json` assigns others in VS Code. */
export const TYPES = ['string', 'variable', 'class', 'function'] as const;
/** `declaration` is standard; `missing` is ours: the target does not exist, and there is a finding. */
export const MODIFIERS = ['declaration', 'missing'] as const;

export const LEGEND: SemanticTokensLegend = { tokenTypes: [...TYPES], tokenModifiers: [...MODIFIERS] };
