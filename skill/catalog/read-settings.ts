/**
 * Reads a client's own settings: the keys that its data name, and nothing else. Settings hold credentials, so no text and no other
 * value of them is kept, returned or quoted.
 */

import { parse as parseToml } from 'smol-toml';
import stripJsonComments from 'strip-json-comments';
import type { SettingsFile } from '../clients/discovery.ts';
import { isObject } from '../plugins/read-json.ts';
import { isDeeperThan } from '../text/json-depth.ts';
import { own } from '../text/own.ts';
import { type ClientSettings, FoundSettings } from './client-settings.ts';
import { type Place, pathsOf } from './places.ts';

/** Maximum length of settings, in UTF-16 units, and of their levels. */
const MAX_LENGTH = 1024 * 1024;
const MAX_LEVELS = 32;
/** Reads the settings of a client at a place, the later files over the earlier ones. */
export function readSettings(files: readonly SettingsFile[], place: Place): ClientSettings {
  const found = new FoundSettings();
  for (const { at, format, keys } of files) {
    const scope = at.scope === 'workspace' ? 'project' : 'user';
    for (const file of pathsOf(at, place).toReversed()) {
      const values = readValues(
        file,
        format,
        keys.map(({ key }) => key),
        place,
      );
      if (values === undefined) continue;
      if (values.kind === 'unusable') found.problems.push(`${file}, which ${values.why}`);
      else
        for (const [index, value] of values.values.entries()) {
          const effect = keys[index];
          if (effect !== undefined && value !== undefined)
            found.apply(effect.does, value, { file, key: effect.key.join('.'), place, scope });
        }
    }
  }
  return found;
}

type Values =
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'unusable'; readonly why: string };

/** Returns the values of some keys of a file, undefined for each that it lacks; undefined if there is no file. */
function readValues(
  file: string,
  format: SettingsFile['format'],
  keys: readonly (readonly string[])[],
  { fs }: Place,
): Values | undefined {
  const read = fs.read(file);
  if (read.kind === 'missing') return undefined;
  if (read.kind === 'too-large' || (read.kind === 'text' && read.text.length > MAX_LENGTH))
    return { kind: 'unusable', why: 'is too large' };
  if (read.kind === 'binary') return { kind: 'unusable', why: 'is not UTF-8 text' };
  if (read.kind === 'unreadable') return { kind: 'unusable', why: 'cannot be read' };
  const text = read.text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = format === 'toml' ? parseToml(text) : JSON.parse(stripJsonComments(text, { trailingCommas: true }));
  } catch {
    // The parser's message quotes the file.
    return { kind: 'unusable', why: `is not valid ${format.toUpperCase()}` };
  }
  if (!isObject(value) || isDeeperThan(value, MAX_LEVELS)) return { kind: 'unusable', why: 'has another form' };
  const top = value;
  return {
    kind: 'values',
    values: keys.map((key) => key.reduce<unknown>((at, name) => (isObject(at) ? own(at, name) : undefined), top)),
  };
}
