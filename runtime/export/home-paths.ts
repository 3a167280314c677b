/** Paths in home folders, which contain the names of users. */
import { homedir } from 'node:os';
import type { Json, JsonObject } from '../protocol/events.ts';
import { escapeRegExp } from '../text/escape-reg-exp.ts';

/** Matches the home folder of any user, in the usual places of Linux, macOS and Windows. */
const HOMES = String.raw`\/(?:home|Users)\/[^\/\\\s"'\x60:;,<>|()\[\]]+|[A-Za-z]:[\\/]Users[\\/][^\/\\\s"'\x60:;,<>|()\[\]]+`;

/** Returns a function that replaces home folders in all texts of a value with `~`. */
export function homeHider(home = homedir()): <T>(value: T) => T {
  // The folder of a system account such as `/` or `/root` says nothing about a user.
  const own = /^(?:\/|[A-Za-z]:\\).{3,}/.test(home) ? [`${escapeRegExp(home)}(?![^/\\\\\\s"'\`:;,<>|()\\[\\]])`] : [];
  const pattern = new RegExp(String.raw`(?<![\w.~-])(?:${[...own, HOMES].join('|')})`, 'g');
  const hide = (value: Json): Json => {
    if (typeof value === 'string') return value.replace(pattern, '~');
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(hide);
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([key, inner]) => [key.replace(pattern, '~'), hide(inner)]),
    );
  };
  return <T>(value: T) => hide(value as Json) as T;
}
