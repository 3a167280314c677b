import { defined, formatCount, PartAnswers, type Range, type SkillDocument, someParts } from '../../../skill/index.ts';
import { proseIn, proseLines, ticksBefore } from '../rule/prose.ts';
import type { Fix, Problem, Rule } from '../rule/rule.ts';

/**
 * Invisible characters: zero-width ones, bidirectional controls, tags and sequences of variation selectors. Tags and the
 * higher selectors are surrogate pairs.
 */
const INVISIBLE =
  /(?:[\u180E\u200B-\u200D\u202A-\u202E\u2060-\u2069\uFEFF]|\uDB40[\uDC00-\uDDEF])(?:[\u180E\u200B-\u200D\u202A-\u202E\u2060-\u2069\uFEFF]|\uDB40[\uDC00-\uDDEF])*/g;
/** A text about such characters shows one on purpose. */
const ABOUT_CHARACTERS =
  /zero[- ]?width|invisible|bidirectional|\bbidi\b|U\+(?:200|202|206|FEFF)|\bBOM\b|byte order mark|EF BB BF|hidden character/i;
const BIDI = /[\u202A-\u202E\u2066-\u2069]/;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Scripts that use such characters to join or separate letters, or to break lines. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const MARK = /[`~*_|#@<>[\]\\]/;
const PICTURE = /\uFE0F|[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;

const MAX_FINDINGS = 20;
/** Minimum of 64 characters: shorter data is an example of the format. */
const DATA = /data:[\w.+-]+\/[\w.+-]+(?:;[\w=.+-]+)*;base64,([A-Za-z0-9+/_-]{64,}={0,2})/g;

/** Reports text that a model reads but a reviewer does not see. */
export const contentHidden: Rule = {
  code: 'content.hidden',
  title: 'Text that a model reads but a reader does not see',
  severity: 'warning',
  *check({ document }): Iterable<Problem> {
    if (someParts(document, invisible, (text) => text.search(INVISIBLE) >= 0))
      yield* takeFirst(hiddenCharacters(document));
    if (someParts(document, commented, hasComment)) yield* takeFirst(hiddenInstructions(document));
    if (someParts(document, encoded, (text) => text.includes(';base64,'))) yield* takeFirst(hiddenData(document));
  },
};

/** Caches whether a section may have a finding of each kind. */
const invisible = new PartAnswers<boolean>();
const commented = new PartAnswers<boolean>();
const encoded = new PartAnswers<boolean>();

const hasComment = (text: string): boolean => text.includes('<!--');

/** Yields at most {@link MAX_FINDINGS} problems; once they are fixed, the rest appear. */
function* takeFirst(problems: Iterable<Problem>): Iterable<Problem> {
  let count = 0;
  for (const problem of problems) {
    if (count++ === MAX_FINDINGS) return;
    yield problem;
  }
}

function* hiddenCharacters(document: SkillDocument): Iterable<Problem> {
  const { text } = document;
  const lineAt = lineLookup(text);
  for (const match of text.matchAll(INVISIBLE)) {
    const [found] = match;
    const range = { start: match.index, end: match.index + found.length };
    if (isLegitimate(text, range, lineAt(range))) continue;
    const spelled = tagText(found);
    const names = [...new Set([...found].map(nameOf))];
    const what = names.length > 3 ? `${[...found].length} in total` : names.join(', ');
    const direction = BIDI.test(found);
    yield {
      range,
      message: direction
        ? `Direction controls (${what}): a model reads the text in a different order than a reviewer sees. Remove them.`
        : `Invisible characters (${what})${spelled ? `, which spell “${spelled}”` : ''}: models read them, reviewers do not. Remove them.`,
      fixes: [removal(range, !direction && !isLiteral(document, range.start))],
    };
  }
}

const removal = (range: Range, safe: boolean): Fix =>
  defined({
    kind: 'edit',
    title: 'Remove the hidden characters',
    preferred: true,
    safe: safe || undefined,
    edits: [{ range, text: '' }],
  });

/** Returns true if an offset is in a fence, indented code or a code span, where characters may be intended literally. */
function isLiteral({ text, bodyStart }: SkillDocument, at: number): boolean {
  if (at < bodyStart) return false;
  let paragraph = bodyStart;
  for (const line of proseLines(text, bodyStart)) {
    if (line.text.trim() === '') paragraph = line.start;
    if (at > line.start + line.text.length) continue;
    if (at < line.start || /^(?: {4}|\t)/.test(line.text)) return true;
    // A span may continue across lines, and ends with as many backticks as it starts with.
    let open = 0;
    for (const [marks] of text.slice(paragraph, at).matchAll(/`+/g))
      open = open === 0 ? marks.length : open === marks.length ? 0 : open;
    return open > 0;
  }
  return true;
}

/** Properties of a line that justify such characters. */
interface LineContext {
  readonly mentionsCharacters: boolean;
  readonly rightToLeft: boolean;
}

/** Returns a lookup of the line around a range. Ranges must be in order, so that each line is examined once. */
function lineLookup(text: string): (range: Range) => LineContext {
  let end = -1;
  let last: LineContext = { mentionsCharacters: false, rightToLeft: false };
  return (range) => {
    if (range.start < end) return last;
    const start = text.lastIndexOf('\n', range.start) + 1;
    const newline = text.indexOf('\n', range.end);
    end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    last = { mentionsCharacters: ABOUT_CHARACTERS.test(line), rightToLeft: RIGHT_TO_LEFT.test(line) };
    return last;
  };
}

/** Returns true if such characters are legitimate here: in emoji, in scripts that need them, or as a byte order mark. */
function isLegitimate(text: string, { start, end }: Range, line: LineContext): boolean {
  const found = text.slice(start, end);
  if (start === 0 && found === '\uFEFF') return true;
  if (found.length === 1 && line.mentionsCharacters) return true;
  // Next to markup it keeps it from being markup, as in a fence within a fence or `@name`. Removing it would change the text.
  if (/^[\u200B-\u200D\u2060]$/.test(found) && (MARK.test(text[start - 1] ?? '') || MARK.test(text[end] ?? '')))
    return true;
  const before = lastCharacter(text, start);
  const after = text.codePointAt(end) === undefined ? '' : String.fromCodePoint(text.codePointAt(end) ?? 0);
  // 👩‍🔬 uses a joiner; regional flags are spelled with tags and end with one.
  if (found === '\u200D') return (PICTURE.test(before) && PICTURE.test(after)) || JOINING.test(before);
  if (before === '\u{1F3F4}' && /^(?:\uDB40[\uDC30-\uDC39\uDC61-\uDC7A]){2,6}\uDB40\uDC7F$/.test(found)) return true;
  // A single selector after a Chinese or Japanese character selects its glyph.
  if (/^\uDB40[\uDD00-\uDDEF]$/.test(found)) return /\p{Script=Han}/u.test(before);
  if (found === '\u200C') return JOINING.test(before);
  if (found === '\u200B' || found === '\u2060') return JOINING.test(before) || JOINING.test(after);
  // Overrides (U+202D, U+202E) reverse any text.
  return /^[\u2066-\u2069\u202A-\u202C]+$/.test(found) && line.rightToLeft;
}

/** Returns the character that ends at an offset. */
function lastCharacter(text: string, end: number): string {
  const low = text.charCodeAt(end - 1);
  return text.slice(end - (low >= 0xdc00 && low < 0xe000 ? 2 : 1), end);
}

/** Returns the ASCII text that tag characters spell, up to 40 characters. */
function tagText(found: string): string {
  const letters = [...found].map((character) => {
    const code = (character.codePointAt(0) ?? 0) - 0xe0000;
    return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '';
  });
  return letters.join('').slice(0, 40);
}

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const NAME = '(?:ai|agent|assistant|llm|claude|copilot|gemini|codex|chatgpt)';
const MODEL = `(?:the |this |any |all )?(?:(?:ai|coding|llm) )?(?:${NAME}s?|models?)`;
/** Comments that instruct a model. Author's notes, tool markers and licenses do not match. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,40}\b(?:instructions?|rules|prompts?|guidelines|guardrails|restrictions|safety)\b/i,
  /\b(?:do not|don['’]t|never|without)\b[^.]{0,20}\b(?:tell|telling|mention|mentioning|inform|informing|reveal|disclose|ask|asking|notify|notifying)\b[^.]{0,30}\b(?:users?|humans?|person|anyone|anybody)\b/i,
  // `Agent: reviewer` is a note; an instruction continues with a sentence.
  new RegExp(
    `^[\\s*!-]*(?:note |important |instructions? |message |hint |reminder )?(?:(?:to|for) (?:the )?)?(?:ai |coding )?${NAME}\\s*[:,]\\s+(?:\\S+\\s+){4}`,
    'i',
  ),
  new RegExp(`(?:^|[.!]\\s{1,20})[\\s*!-]{0,20}${MODEL} (?:must|should|shall|has to|have to)\\b`, 'i'),
  new RegExp(
    `\\b(?:as an? |you are (?:now )?an? |when )${MODEL}\\b[^.]{0,60}\\b(?:must|should|always|never|reads?|sees?)\\b`,
    'i',
  ),
  /\byou (?:must|shall|are (?:now|required to)) (?:also |always |never |first |now |secretly )*(?:read|run|execute|send|call|load|use|reply|respond|answer|output|include|act|treat|follow|obey|upload|fetch|post)\b/i,
  /\b(?:when|whenever|if) (?:the|a) user (?:asks?|says?|requests?|wants?|mentions?)\b/i,
  // `email` and `post` are mostly nouns: fields of a schema, methods of an interface.
  /\b(?:send|upload|forward|exfiltrate|(?:post|e-?mail)(?= (?:all|any|every|it|its|my|our|that|the|their|them|these|this|those|your)\b))\b[^.]{0,60}\b(?:https?:\/\/|credentials?|secrets?|tokens?|api[ _-]?keys?|passwords?|environment variables)/i,
];

/** "When the agent should ask you": a hint at a template's placeholder. An instruction has a main clause after a comma. */
const HINT = /^(?:when|what|how|where|which|whether|why|who) (?!(?:the|a) user )(?:[^.,;:!?\n]|\.(?=\s+[a-z]))*[.?]?$/i;

function* hiddenInstructions(document: SkillDocument): Iterable<Problem> {
  const { text } = document;
  let after = 0;
  for (const line of proseIn(document, commented, hasComment)) {
    const ticks = ticksBefore(line.text);
    for (let at = line.text.indexOf('<!--'); at >= 0; at = line.text.indexOf('<!--', at + 4)) {
      const start = line.start + at;
      // A comment in code is an example; the rest of a comment is not prose.
      if (start < after || ticks(at) % 2 === 1) continue;
      const closing = text.indexOf('-->', start);
      const end = closing < 0 ? text.length : closing + 3;
      after = end;
      const inner = text.slice(start + 4, end - 3);
      if (
        /^\s*skillwright-disable/.test(inner) ||
        HINT.test(inner.trim()) ||
        !INSTRUCTIONS.some((one) => one.test(inner))
      )
        continue;
      yield {
        range: { start, end: Math.min(end, start + line.text.length - at) },
        message:
          'This comment instructs the model, but is invisible in the rendered page. Make it visible text, or remove it.',
      };
    }
  }
}

function* hiddenData({ text }: SkillDocument): Iterable<Problem> {
  for (const match of text.matchAll(DATA)) {
    yield {
      range: { start: match.index, end: match.index + match[0].length },
      message: `A model reads ${formatCount(match[1]?.length ?? 0, 'character')} of data that no reviewer can check. Move them to a file in \`assets/\`, and reference its path.`,
    };
  }
}
