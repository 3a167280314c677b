/** Broken variants of sessions, to test that no reader fails on them. */
import type { Random } from '../../../runtime/random.ts';

/** Values that replace others. */
const STRANGE: readonly unknown[] = [
  ...[
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
    '\ud800',
  ],
  ...[{ length: 3 }, { constructor: null }, '2026-02-30T25:61:00Z', Number.MAX_SAFE_INTEGER, ['text', 1, {}]],
];

/** Returns a variant of a session's text with up to four faults. The same chance gives the same variant. */
export function brokenVariant(text: string, chance: Random): string {
  let lines = text.split('\n');
  for (let faults = 1 + chance.int(4); faults > 0; faults--) lines = withFault(lines, chance);
  return lines.join('\n');
}

/** Returns a variant of a journal with a strange value in up to three of its events, which keep their place and type. */
export function strangeVariant(text: string, chance: Random): string {
  const lines = text.split('\n');
  for (let faults = 1 + chance.int(3); faults > 0; faults--) {
    const at = chance.int(Math.max(1, lines.length - 1));
    const line = withStrangeValue(lines[at] ?? '', chance);
    if (placeOf(line) === placeOf(lines[at] ?? '')) lines[at] = line;
  }
  return lines.join('\n');
}

/** Returns the fields of an event without which a journal is damaged. */
function placeOf(line: string): string {
  const { seq, type, time, invocation } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  return JSON.stringify([seq, type, time, invocation]);
}

function withFault(lines: readonly string[], chance: Random): string[] {
  const at = chance.int(Math.max(1, lines.length));
  const out = [...lines];
  const line = out[at] ?? '';
  const column = chance.int(line.length + 1);
  switch (chance.int(10)) {
    case 0:
      out.splice(at, 1);
      break;
    case 1:
      out.splice(at, 0, out[chance.int(out.length)] ?? '');
      break;
    case 2:
      [out[at], out[0]] = [out[0] ?? '', line];
      break;
    case 3:
      return [...out.slice(0, at), line.slice(0, column)];
    case 4:
      out[at] = line.slice(0, column) + String.fromCharCode(chance.int(256)) + line.slice(column + 1);
      break;
    case 5:
      out[at] = `\ufeff\0${line}\r`;
      break;
    default:
      out[at] = withStrangeValue(line, chance);
  }
  return out;
}

/** Replaces, removes or copies a value somewhere in the JSON of a line. */
function withStrangeValue(line: string, chance: Random): string {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return `${line}}`;
  }
  let parent: unknown = record;
  for (let depth = 0; depth < 12; depth++) {
    if (typeof parent !== 'object' || parent === null) break;
    const fields = parent as Record<string, unknown>;
    const keys = Object.keys(fields);
    if (keys.length === 0) break;
    const key = chance.pick(keys);
    const isLeaf = typeof fields[key] !== 'object' || fields[key] === null;
    if (isLeaf || chance.oneIn(4)) {
      const fault = chance.int(8);
      if (fault < 2) delete fields[key];
      else fields[key] = fault < 4 ? fields[chance.pick(keys)] : chance.pick(STRANGE);
      break;
    }
    parent = fields[key];
  }
  return JSON.stringify(record);
}
