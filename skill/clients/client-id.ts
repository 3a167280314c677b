// Made by `npm run generate`; do not edit.

export type ClientId =
  | 'claude-code'
  | 'vscode'
  | 'codex'
  | 'copilot-cli'
  | 'gemini-cli'
  | 'cursor'
  | 'opencode'
  | 'pi'
  | 'adk';
