import { claudeCode } from './formats/claude-code.ts';
import { claudeStream } from './formats/claude-stream.ts';
import { codex } from './formats/codex.ts';
import { codexExec } from './formats/codex-exec.ts';
import { copilotCli } from './formats/copilot-cli.ts';
import { geminiCli } from './formats/gemini-cli.ts';
import { opencode, opencodeRun } from './formats/opencode.ts';
import { pi } from './formats/pi.ts';
import { skillwright } from './formats/skillwright.ts';
import { skillwrightOtlp } from './formats/skillwright-otlp.ts';
import type { SessionFormat } from './log/format.ts';

/** The formats that are read, the most specific first: the first one that detects a file reads it. */
export const FORMATS: readonly SessionFormat[] = [
  ...[
    skillwright,
    skillwrightOtlp,
    codex,
    codexExec,
    copilotCli,
    pi,
    geminiCli,
    claudeCode,
    claudeStream,
    opencode,
    opencodeRun,
  ],
];
