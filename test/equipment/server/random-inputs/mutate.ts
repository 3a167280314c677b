import type { Chance } from '../random-edits/chance.ts';
import { NAMES, path } from './names.ts';

/** Damages a real text: truncates, duplicates, moves, overwrites or reverses parts of it. */
export function mutate(text: string, others: readonly string[], chance: Chance): string {
  let out = text;
  for (let count = 1 + chance.below(6); count > 0; count--) out = step(out, others, chance);
  return out;
}

function step(text: string, others: readonly string[], chance: Chance): string {
  const at = chance.below(text.length + 1);
  const end = Math.min(text.length, at + chance.below(chance() < 0.7 ? 12 : 2_000));
  const part = text.slice(at, end);
  const head = text.slice(0, at);
  const tail = text.slice(end);
  switch (chance.below(14)) {
    case 0:
      return head + tail;
    case 1:
      return head + part + part + tail;
    case 2:
      return tail + part + head;
    case 3:
      return head + chance.pick(NAMES) + tail;
    case 4:
      return head + path(chance) + tail;
    case 5:
      return (
        head +
        chance.pick([
          '`',
          '[',
          '](',
          '---\n',
          '```\n',
          '<!--',
          '-->',
          '\0',
          '\uD800',
          '\u202E',
          '\uFEFF',
          '\t',
          '|',
          '*',
          '\\',
          '"',
          '{',
          '&a ',
          '*a',
          ': ',
          '%',
        ]) +
        tail
      );
    case 6:
      return head + part.toUpperCase() + tail;
    case 7:
      return text.replaceAll('\n', chance.pick(['\r\n', '\r', '\n\n', ' ', '\u2028']));
    case 8: {
      const other = chance.pick(others);
      const from = chance.below(other.length + 1);
      return head + other.slice(from, from + chance.below(3_000)) + tail;
    }
    case 9:
      return head;
    case 10:
      return tail;
    case 11:
      return head + [...part].reverse().join('') + tail;
    case 12:
      return head + part.replaceAll(/[A-Za-z]/g, (letter) => (chance() < 0.2 ? 'İ' : letter)) + tail;
    default:
      return head + part.replaceAll(' ', '\u00A0') + tail;
  }
}
