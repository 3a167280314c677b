import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileStamps, foldersIn, geminiId, geminiSubagents } from '../subagent-files.ts';
import { SUBAGENT_FILE } from './client-folders.ts';
import type { SessionFile } from './session-files.ts';

/**
 * Creates a function that returns the stamp of a session's file: a string that changes whenever the file or a file of its
 * sub-agents changes. Each folder of sub-agents is read once.
 * @param allows returns true if a folder may be read
 */
export function createStamps(allows: (folder: string) => boolean): (file: SessionFile) => Promise<string> {
  const folders = new Map<string, Promise<string>>();
  const stampOf = (folder: string): Promise<string> => {
    const known = folders.get(folder) ?? folderStamp(folder);
    folders.set(folder, known);
    return known;
  };
  const listed = new Map<string, readonly string[]>();
  const foldersOnce = (folder: string): readonly string[] => {
    const known = listed.get(folder) ?? foldersIn(folder);
    listed.set(folder, known);
    return known;
  };
  return async (file) => {
    const { path, session, client } = file;
    const own = ownStamp(file);
    if (session !== undefined) return own;
    const isGemini = (client === undefined || client === 'gemini-cli') && geminiId(path) !== undefined;
    if (isGemini) {
      const files = geminiSubagents(path, allows, foldersOnce).map(([, inner]) => inner);
      return [own, ...fileStamps(files.sort())].join(' ');
    }
    const hasSubagents = (client === undefined || client === 'claude-code') && path.endsWith('.jsonl');
    if (!hasSubagents) return own;
    const inner = join(path.slice(0, -'.jsonl'.length), 'subagents');
    return [own, await stampOf(dirname(path)), allows(inner) ? await folderStamp(inner) : ''].join(' ').trimEnd();
  };
}

/** Returns the beginning of a stamp, which changes with the file itself. */
export function ownStamp({ session, bytes, changed }: SessionFile): string {
  return session === undefined ? `${bytes} ${changed}` : `${changed}`;
}

async function folderStamp(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => SUBAGENT_FILE.test(name));
  if (files.length === 0) return '';
  const stats = await Promise.all(files.map((name) => stat(join(folder, name)).catch(() => undefined)));
  const bytes = stats.reduce((sum, one) => sum + (one?.size ?? 0), 0);
  const latest = stats.reduce((time, one) => Math.max(time, one?.mtimeMs ?? 0), 0);
  return `${files.length} ${bytes} ${latest}`;
}
