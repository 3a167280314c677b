import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFolder, type Environment } from '../../../skill/disk.ts';
import { setOwn } from '../../../skill/index.ts';
import { codeOf, messageOf } from '../../errors.ts';

export type KeyFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'keys'; readonly path: string; readonly byOrigin: Readonly<Record<string, string>> }
  /** The file is ignored; `message` says why and what to do. */
  | { readonly kind: 'refused'; readonly path: string; readonly message: string };

/** Permission bits of group and others. */
const GROUP_AND_OTHERS = 0o077;

/** Returns the path of the key file: `skillwright/keys.json` in XDG_CONFIG_HOME, `~/.config` or, on Windows, APPDATA. */
export function keyFilePath(environment: Environment, platform = process.platform): string {
  return join(configFolder(environment, platform), 'keys.json');
}

/**
 * Reads the key file, which maps origins (scheme, host, port) to keys: `{"https://api.openai.com": "sk-…"}`. The entire
 * file is refused if others can open it, as its keys may be compromised, or if an entry is invalid. Never throws, and no
 * message contains a key.
 */
export function readKeyFile(environment: Environment): KeyFile {
  const path = keyFilePath(environment);
  const refused = (why: string): KeyFile => ({
    kind: 'refused',
    path,
    message: `No key was taken from ${path}: ${why}`,
  });
  let file: number;
  try {
    // Without O_NONBLOCK, opening a named pipe would block forever.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' ? { kind: 'none' } : refused(messageOf(error));
  }
  try {
    // Stat the open file: the path may refer to another one by now.
    const stat = fstatSync(file);
    const { mode, uid } = stat;
    if (!stat.isFile()) return refused('it is not a file.');
    const currentUser = process.getuid?.();
    if (currentUser !== undefined && uid !== currentUser) return refused('it belongs to another user.');
    // Windows has no such modes; a file in the user's profile is private.
    if (currentUser !== undefined && (mode & GROUP_AND_OTHERS) !== 0) {
      const shown = (mode & 0o777).toString(8);
      return refused(
        `others can open it (mode ${shown}). Run: chmod 600 '${path}'. If others use this machine, replace the keys.`,
      );
    }
    const entries = parseKeys(readFileSync(file, 'utf8'));
    return typeof entries === 'string' ? refused(entries) : { kind: 'keys', path, byOrigin: entries };
  } catch (error) {
    return refused(messageOf(error));
  } finally {
    closeSync(file);
  }
}

/** Returns the keys by origin, or the problem with the text. */
function parseKeys(text: string): Readonly<Record<string, string>> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message would contain part of the text.
    return 'it is not JSON.';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not an object.';
  const keys: Record<string, string> = {};
  for (const [origin, key] of Object.entries(value)) {
    // The key may have been written in place of the origin.
    const shown = /^https?:\/\/[\w.:[\]-]+/.exec(origin)?.[0] ?? 'an entry';
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || !/^https?:/.test(origin))
      return `${shown} is not an origin. Write scheme, host and port alone, as "https://api.openai.com".`;
    if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key.trim())) return `the key of ${shown} is not a key.`;
    setOwn(keys, origin, key.trim());
  }
  return keys;
}
