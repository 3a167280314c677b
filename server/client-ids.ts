// Made by `npm run generate`; do not edit.

/** The ids of all clients, for modules that need nothing else: loading their profiles is slow. */
export const CLIENT_IDS = [
  'claude-code',
  'vscode',
  'codex',
  'copilot-cli',
  'gemini-cli',
  'cursor',
  'opencode',
  'pi',
  'adk',
] as const;
