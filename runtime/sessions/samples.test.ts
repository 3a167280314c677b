import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importFile } from '../../test/equipment/runtime/session.ts';
import { importSession } from './import-session.ts';

/** Real sessions, which are not part of the product. */
const SAMPLES = join(import.meta.dirname, '../../../shared/sessions');
const FILES = existsSync(SAMPLES)
  ? readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.includes('/') && statSync(join(SAMPLES, name)).isFile(),
    )
  : [];
/** The samples whose formats are read: not ADK's eval sets. */
const READ =
  /^(?:claude-code|claude-stream-json|codex|codex-exec-json|gemini-cli|pi|copilot-cli|atif|otlp-genai|vscode-chat|vscode-debug-logs|opencode)\/|^adk\/.*\.session\./;

it.skipIf(FILES.length === 0)(
  'real sessions are read with a complete account, or declined by name',
  { timeout: 120_000 },
  async () => {
    const declined: string[] = [];
    for (const name of FILES) {
      const file = join(SAMPLES, name);
      if (READ.test(name)) {
        const { finished } = await importFile(file);
        const { usage, reportedUsage } = finished;
        for (const key of ['inputTokens', 'outputTokens', 'cacheReadTokens'] as const)
          if (reportedUsage?.[key] !== undefined) expect([name, usage[key] ?? 0]).toEqual([name, reportedUsage[key]]);
        continue;
      }
      const result = await importSession(file, { emit: () => undefined });
      if (result.kind === 'imported' || !result.message.startsWith('Choose another session')) declined.push(name);
    }
    expect(declined).toEqual([]);
  },
);
