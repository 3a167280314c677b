/** The versions with which `npm run bench:clients -- --prove` last proved the profiles, and the days. It writes this file. */
export const PROOFS = {
  'claude-code': { version: '2.1.332', date: '2026-11-29' },
  codex: { version: '0.171.0', date: '2026-11-29' },
  'copilot-cli': { version: '1.0.102', date: '2026-11-29' },
  'gemini-cli': { version: '0.61.0', date: '2026-11-29' },
  'qwen-code': { version: '0.24.4', date: '2026-11-29' },
  opencode: { version: '1.18.33', date: '2026-11-29' },
  pi: { version: '1.6.0', date: '2026-11-29' },
} as const;
