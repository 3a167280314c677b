/** Broken variants of sessions, texts with one JSON record per line, to test that no reader fails on them. */
import type { Random } from '../../../runtime/random.ts';

/** Values that replace others. */
const STRANGE: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  'x',
  [],
  {},
  [null],
  [[[]]],
  { type: 'text' },
  [{ type: 'text' }],
  '__proto__',
  // Half of a surrogate pair.
  '\ud800',
  { length: 3 },
  { constructor: null },
  // No such date.
  '2026-02-30T25:61:00Z',
  Number.MAX_SAFE_INTEGER,
  ['text', 1, {}],
];

/** Returns a variant of a session's text with one to four faults. A generator with the same seed gives the same variant. */
export function brokenVariant(text: string, chance: Random): string {
  let lines = text.split('\n');
  for (let faults = 1 + chance.int(4); faults > 0; faults--) lines = withFault(lines, chance);
  return lines.join('\n');
}

/**
 * Returns a variant of a journal with a strange value in up to three of its events. All lines stay valid events, in the same
 * order and with the same type.
 */
export function strangeVariant(text: string, chance: Random): string {
  const lines = text.split('\n');
  for (let faults = 1 + chance.int(3); faults > 0; faults--) {
    // The last line is empty, because a journal ends with a line break.
    const at = chance.int(Math.max(1, lines.length - 1));
    const line = lines[at] ?? '';
    const changed = withStrangeValue(line, chance);
    if (identityOf(changed) === identityOf(line)) lines[at] = changed;
  }
  return lines.join('\n');
}

/** Returns the fields of an event that must not change, or the journal is damaged, as a key to compare. */
function identityOf(line: string): string {
  const { seq, type, time, invocation } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  return JSON.stringify([seq, type, time, invocation]);
}

/** Returns the lines with one fault; four in ten are strange values. */
function withFault(lines: readonly string[], chance: Random): string[] {
  const at = chance.int(Math.max(1, lines.length));
  const out = [...lines];
  const line = out[at] ?? '';
  const column = chance.int(line.length + 1);
  switch (chance.int(10)) {
    case 0: // A missing line.
      out.splice(at, 1);
      break;
    case 1: // A repeated line.
      out.splice(at, 0, out[chance.int(out.length)] ?? '');
      break;
    case 2: // Lines in the wrong order.
      [out[at], out[0]] = [out[0] ?? '', line];
      break;
    case 3: // A truncated file.
      return [...out.slice(0, at), line.slice(0, column)];
    case 4: // A wrong character.
      out[at] = line.slice(0, column) + String.fromCharCode(chance.int(256)) + line.slice(column + 1);
      break;
    case 5: // A byte order mark, a null character and a carriage return.
      out[at] = `\ufeff\0${line}\r`;
      break;
    default:
      out[at] = withStrangeValue(line, chance);
  }
  return out;
}

/** Replaces, removes or copies a value somewhere in the JSON of a line. Breaks the line further if it is not JSON. */
function withStrangeValue(line: string, chance: Random): string {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return `${line}}`;
  }
  // Descends at random until it changes a field: always that of a leaf, that of a container one time in four.
  let parent: unknown = record;
  for (let depth = 0; depth < 12; depth++) {
    if (typeof parent !== 'object' || parent === null) break;
    const fields = parent as Record<string, unknown>;
    const keys = Object.keys(fields);
    if (keys.length === 0) break;
    const key = chance.pick(keys);
    const isLeaf = typeof fields[key] !== 'object' || fields[key] === null;
    if (isLeaf || chance.oneIn(4)) {
      const kind = chance.int(8);
      if (kind < 2) delete fields[key];
      else fields[key] = kind < 4 ? fields[chance.pick(keys)] : chance.pick(STRANGE);
      break;
    }
    parent = fields[key];
  }
  return JSON.stringify(record);
}
