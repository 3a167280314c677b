import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, normalize } from 'node:path/posix';
import { importSession } from '../../runtime/sessions/import-session.ts';
import type { ClientId, SkillDocument } from '../../skill/index.ts';

/** The folders of a skill, in which a named file is certainly one of the skill. */
const BUNDLED = /^(?:references|assets|scripts)\//;

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

/**
 * Returns by client the files that a text loaded in one of these sessions names, in whatever words, and that no session of the client
 * missed.
 */
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
        onText(skill, document, text) {
          for (const path of filesNamedIn(text, document)) own.add(`${skill}/${path}`);
        },
        emit(event) {
          if (event.type !== 'tool_result') return;
          for (const miss of [event.miss, ...(event.alsoMissed ?? [])])
            if (miss !== undefined) lost.add(`${miss.skill}/${miss.path}`);
        },
      });
      if (result.kind === 'refused') console.error(result.message);
    }
  }
  return new Map(
    [...named].map(([client, files]) => {
      const lost = missed.get(client) ?? new Set();
      return [client, new Set([...files].filter((one) => !lost.has(one)))];
    }),
  );
}

/** Returns the bundled files that a text names, relative to the skill. */
function filesNamedIn({ references }: SkillDocument, document: string): readonly string[] {
  return references.flatMap(({ path, excuse, base }) => {
    if (excuse !== undefined || base.kind === 'plugin' || base.kind === 'other-skill' || !/\.\w+$/.test(path))
      return [];
    // A path that begins with a dot is relative to the document; others can be files of the user's project.
    const found = /^\.{1,2}\//.test(path) ? join(dirname(document), path) : normalize(path);
    return BUNDLED.test(found) ? [found] : [];
  });
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
