import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { importSession } from '../../runtime/sessions/import-session.ts';
import type { ClientId } from '../../skill/index.ts';

const FORMATS: Readonly<Record<string, ClientId>> = {
  'claude-code': 'claude-code',
  'claude-stream-json': 'claude-code',
  codex: 'codex',
  'codex-exec-json': 'codex',
  opencode: 'opencode',
  'copilot-cli': 'copilot-cli',
  'gemini-cli': 'gemini-cli',
  pi: 'pi',
};

/** Returns by client the files that a text loaded in one of these sessions names, and that no session of the client missed. */
export async function filesNeverMissed(folder: string): Promise<ReadonlyMap<ClientId, ReadonlySet<string>>> {
  const named = new Map<ClientId, Set<string>>();
  const missed = new Map<ClientId, Set<string>>();
  for (const [format, client] of Object.entries(FORMATS)) {
    const own = named.get(client) ?? new Set<string>();
    const lost = missed.get(client) ?? new Set<string>();
    named.set(client, own);
    missed.set(client, lost);
    for (const file of filesIn(join(folder, format))) {
      const result = await importSession(file, {
        emit(event) {
          if (event.type === 'tool_result' && event.miss !== undefined)
            lost.add(`${event.miss.skill}/${event.miss.path}`);
        },
      });
      if (result.kind === 'refused') continue;
      for (const { skill, read, unread } of result.finished.instructed ?? [])
        for (const path of [...read, ...unread.map((one) => one.path)]) own.add(`${skill}/${path}`);
    }
  }
  return new Map(
    [...named].map(([client, files]) => {
      const lost = missed.get(client) ?? new Set();
      return [client, new Set([...files].filter((one) => !lost.has(one)))];
    }),
  );
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && /\.jsonl?$/.test(one.name))
      .map((one) => join(one.parentPath, one.name));
  } catch {
    return [];
  }
}
