import { adk } from './formats/adk.ts';
import { adkSpans } from './formats/adk-spans.ts';
import { atif } from './formats/atif.ts';
import { claudeCode } from './formats/claude-code.ts';
import { claudeStream } from './formats/claude-stream.ts';
import { codex } from './formats/codex.ts';
import { codexExec } from './formats/codex-exec.ts';
import { copilotCli } from './formats/copilot-cli.ts';
import { geminiCli } from './formats/gemini-cli.ts';
import { geminiStream } from './formats/gemini-stream.ts';
import { opencode, opencodeRun } from './formats/opencode.ts';
import { opencodeEvents } from './formats/opencode-events.ts';
import { otlp, vscodeOtlp } from './formats/otlp.ts';
import { pi } from './formats/pi.ts';
import { skillwright } from './formats/skillwright.ts';
import { skillwrightOtlp } from './formats/skillwright-otlp.ts';
import { vscodeChat } from './formats/vscode-chat.ts';
import { vscodeDebugLog } from './formats/vscode-debug-log.ts';
import { vscodeTranscript } from './formats/vscode-transcript.ts';
import type { SessionFormat } from './log/format.ts';

/** The formats that are read, the most specific first: the first one that detects a file reads it. */
export const FORMATS: readonly SessionFormat[] = [
  ...[
    skillwright,
    skillwrightOtlp,
    atif,
    vscodeOtlp,
    otlp,
    codex,
    codexExec,
    vscodeTranscript,
    copilotCli,
    vscodeDebugLog,
    vscodeChat,
  ],
  ...[pi, geminiCli, claudeCode, claudeStream, geminiStream, opencode, opencodeRun, opencodeEvents, adk, adkSpans],
];
