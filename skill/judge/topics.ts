/**
 * Finds the topics of the words near a path. Each text is scanned once for all topics: a word of a topic is compared
 * only at a position with its first three characters.
 */
import { anyOf } from '../text/any-of.ts';
import { ARROW, MAY_NAME_PATHS, MAY_NAME_SKILL, OTHER_SCRIPT, SHOWS, WORDS } from './topic-words.ts';

interface Group {
  readonly topic: number;
  /** All words of a topic with the same first characters; a sticky pattern. */
  readonly pattern: RegExp;
}

/** Hashes three characters by five bits each, ignoring case. The pattern rules out collisions. */
const headOf = (a: number, b: number, c: number): number => ((a & 31) << 10) | ((b & 31) << 5) | (c & 31);

/** The index of the groups, plus one, by the hash of the first three characters of a word; 0 for none. */
const heads = new Uint16Array(1 << 15);
const groups: Group[][] = [];

for (const [topic, end, words] of WORDS) {
  const byHead = new Map<string, string[]>();
  for (const word of words) {
    // `CI` is shorter, so any third character is possible.
    const plain = word.replaceAll('\\', '');
    const thirds =
      plain.length > 2 ? [plain.charAt(2)] : Array.from({ length: 32 }, (_, bits) => String.fromCharCode(bits));
    for (const third of thirds) {
      const head = plain.slice(0, 2).toLowerCase() + third;
      byHead.set(head, [...(byHead.get(head) ?? []), word]);
    }
  }
  for (const [head, same] of byHead) {
    const at = headOf(head.charCodeAt(0), head.charCodeAt(1), head.charCodeAt(2));
    const groupNumber = heads[at] === 0 ? groups.push([]) : (heads[at] ?? 0);
    heads[at] = groupNumber;
    groups[groupNumber - 1]?.push({ topic, pattern: new RegExp(`(?:${same.join('|')})${end}`, 'iy') });
  }
}

/** The class of a character at a word boundary. */
const WORD = 1;
const HYPHEN = 2;
const CLASS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code);
  if (/\w/.test(char)) CLASS[code] = WORD;
  else if (char === '-') CLASS[code] = HYPHEN;
}
const classOf = (code: number): number => (code < 128 ? (CLASS[code] ?? 0) : 0);

const SLASH = 47;
const DOT = 46;
const COLON = 58;
const GREATER = 62;
const EQUALS = 61;
const MINUS = 45;

/** Returns the topics of a text, as bits. */
export function topicsIn(text: string): number {
  const { length } = text;
  let topics = 0;
  let paths = 0;
  let before = 0;
  let isWord = false;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 128) {
      topics |= nonAsciiTopics(code, before);
      isWord = false;
    } else if (CLASS[code] === WORD) {
      if (!isWord) topics |= wordAt(text, at, code, topics);
      isWord = true;
    } else {
      if (code === GREATER && (before === MINUS || before === EQUALS)) topics |= ARROW;
      else if (code === COLON && classOf(before) !== 0) topics |= MAY_NAME_SKILL;
      else if ((code === SLASH || code === DOT) && classOf(before) !== 0) paths++;
      isWord = false;
    }
    before = code;
  }
  return paths >= 2 ? topics | MAY_NAME_PATHS : topics;
}

/** Returns the topics of the word at an offset, except those already known. */
function wordAt(text: string, at: number, code: number, known: number): number {
  const groupNumber = heads[headOf(code, text.charCodeAt(at + 1), text.charCodeAt(at + 2))] ?? 0;
  if (groupNumber === 0) return 0;
  let topics = 0;
  for (const { topic, pattern } of groups[groupNumber - 1] ?? []) {
    if (((known | topics) & topic) !== 0) continue;
    pattern.lastIndex = at;
    if (pattern.test(text)) topics |= topic;
  }
  return topics;
}

const RIGHT_ARROW = 0x2192;
const MARKS: ReadonlySet<number> = new Set([...'❌✅✗✓'].map((mark) => mark.charCodeAt(0)));

function nonAsciiTopics(code: number, before: number): number {
  if (code === RIGHT_ARROW) return ARROW;
  if (MARKS.has(code)) return SHOWS;
  return isOtherScript(code) && isOtherScript(before) ? OTHER_SCRIPT : 0;
}

/** Cyrillic, Japanese syllables, Chinese characters, Korean. */
const isOtherScript = (code: number): boolean =>
  (code >= 0x0400 && code <= 0x04ff) ||
  (code >= 0x3040 && code <= 0x30ff) ||
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7af);

const OTHERS = ['base', 'other', 'another', 'sibling', 'parent', 'companion', 'each', 'target', 'downstream'];
const OTHER_SKILL = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-move -- reads one line, at most 2,000 units
  anyOf([
    '\\/?[a-z][\\w-]+:[a-z][\\w-]+\\b(?!\\/\\/)',
    `\\b${anyOf(OTHERS)} skills?\\b`,
    '\\bskill [\'`"“]',
    '`[\\w-]+` skill\\b',
  ]),
  'i',
);

/** Returns true if a line names another skill. `topics` are those of the line. */
export const namesOtherSkill = (line: string, topics: number): boolean =>
  (topics & MAY_NAME_SKILL) !== 0 && OTHER_SKILL.test(line);

// eslint-disable-next-line regexp/no-super-linear-move -- reads one line, at most 2,000 units
const PATHS = /[\w-]+\/[\w./-]+|[\w-]+\.(?:md|py|sh|json|ya?ml)\b/g;

/** Returns true if a line names two paths. `topics` are those of the line. */
export const namesPaths = (line: string, topics: number): boolean =>
  (topics & MAY_NAME_PATHS) !== 0 && (line.match(PATHS)?.length ?? 0) >= 2;
