import { ADK_SESSIONS } from './adk.ts';
import { ATIF_SESSIONS } from './atif.ts';
import { CLAUDE_SESSIONS } from './claude.ts';
import { CODEX_SESSIONS } from './codex.ts';
import { COPILOT_SESSIONS } from './copilot-cli.ts';
import { GEMINI_SESSIONS } from './gemini-cli.ts';
import { OPENCODE_SESSIONS } from './opencode.ts';
import { PI_SESSIONS } from './pi.ts';
import { SKILLWRIGHT_SESSIONS } from './skillwright.ts';
import { TRACE_SESSIONS } from './traces.ts';
import { VSCODE_SESSIONS } from './vscode.ts';

/** A made-up session of each format as the text of its file, by the id of the format. */
export const MADE_UP_SESSIONS: Readonly<Record<string, string>> = {
  ...CLAUDE_SESSIONS,
  ...CODEX_SESSIONS,
  ...GEMINI_SESSIONS,
  ...PI_SESSIONS,
  ...COPILOT_SESSIONS,
  ...OPENCODE_SESSIONS,
  ...SKILLWRIGHT_SESSIONS,
  ...VSCODE_SESSIONS,
  ...TRACE_SESSIONS,
  ...ADK_SESSIONS,
  ...ATIF_SESSIONS,
};
