import { claudeCode } from './formats/claude-code.ts';
import { codex } from './formats/codex.ts';
import type { SessionFormat } from './log/format.ts';

/** The formats that are read, the most specific first: the first one that detects a file reads it. */
export const FORMATS: readonly SessionFormat[] = [codex, claudeCode];
