import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFolder, type Environment } from '../../skill/disk.ts';
import { codeOf, messageOf } from '../errors.ts';

export type KeyFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'keys'; readonly path: string; readonly byOrigin: Readonly<Record<string, string>> }
  /** It is not used, and `message` says why and what to do. */
  | { readonly kind: 'refused'; readonly path: string; readonly message: string };

/** Group and others, whatever they may do. */
const OTHERS = 0o077;

/** Where keys of the command line are kept: `skillwright/keys.json` in XDG_CONFIG_HOME, `~/.config` or, on Windows, APPDATA. */
export function keyFilePath(environment: Environment, platform = process.platform): string {
  return join(configFolder(environment, platform), 'keys.json');
}

/**
 * Reads the keys by the origin (scheme, host, port) that each is for: `{"https://api.openai.com": "sk-…"}`. Refused as a
 * whole where anyone but its owner may open it, as the keys may be known then, or where an entry is for no origin. Never
 * throws, and no message shows a key.
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
    // A pipe in its place would be waited for, for ever.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' ? { kind: 'none' } : refused(messageOf(error));
  }
  try {
    // Of the file that was opened: the path may lead to another one by now.
    const stat = fstatSync(file);
    const { mode, uid } = stat;
    if (!stat.isFile()) return refused('it is no file.');
    const mine = process.getuid?.();
    if (mine !== undefined && uid !== mine) return refused('it belongs to another user.');
    // Windows has no such modes; what lies in a profile there is the user's own.
    if (mine !== undefined && (mode & OTHERS) !== 0) {
      const shown = (mode & 0o777).toString(8);
      return refused(
        `others may open it (mode ${shown}). Run: chmod 600 '${path}'. If others use this machine, make new keys.`,
      );
    }
    const entries = entriesOf(readFileSync(file, 'utf8'));
    return typeof entries === 'string' ? refused(entries) : { kind: 'keys', path, byOrigin: entries };
  } catch (error) {
    return refused(messageOf(error));
  } finally {
    closeSync(file);
  }
}

/** The keys by origin, or what is wrong with the text. */
function entriesOf(text: string): Readonly<Record<string, string>> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own words would show a part of the text.
    return 'it is not JSON.';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not an object.';
  const keys: Record<string, string> = {};
  for (const [origin, key] of Object.entries(value)) {
    // Somebody may have put the key where the origin belongs.
    const shown = /^https?:\/\/[\w.:[\]-]+/.exec(origin)?.[0] ?? 'an entry';
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || !/^https?:/.test(origin))
      return `${shown} is not an origin. Write scheme, host and port alone, as "https://api.openai.com".`;
    if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key.trim())) return `the key of ${shown} is not a key.`;
    keys[origin] = key.trim();
  }
  return keys;
}
