// Made by `npm run generate`; do not edit.

import { adk } from './adk.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import type { ClientProfile } from './profile.ts';
import { vscode } from './vscode.ts';

/** Every client that we know, those with most users first. */
export const CLIENTS: readonly ClientProfile[] = [
  claudeCode,
  vscode,
  codex,
  copilotCli,
  geminiCli,
  cursor,
  opencode,
  pi,
  adk,
];
