import { dirname, join, normalize } from '../files/paths.ts';
import type { Reference, SkillDocument } from '../model/model.ts';
import { isBaseElsewhere, SPEC_FOLDERS } from '../references/target.ts';
import { anyOf } from '../text/any-of.ts';
import { lineAround } from '../text/lines.ts';

/** A bundled file that a text tells the model to read. */
export interface ToldFile {
  /** Relative to the skill's folder; with the paths that it can be as well, if the text is not SKILL.md. */
  readonly paths: readonly string[];
  /** True if the text says it under a condition. */
  readonly isConditional: boolean;
}

const READING = ['read', 'load', 'open', 'follow', 'review', 'study'];
/** Verbs that point to a file, for a reader who needs it. */
const POINTING = ['consult', 'see', 'refer to', 'check'];
/** "Read all of `references/heat.md`": nothing but a few words between the verb and the path. */
const TOLD = new RegExp(`(?:^|[^\\w-])(${anyOf([...READING, ...POINTING])})\\s+(?:[\\w-]+\\s+){0,4}[*_"'([]*\`?$`, 'i');
const POINTS = new RegExp(`^${anyOf(POINTING)}$`, 'i');
/** Words before or after a path by which not every task needs it. */
const CONDITIONS = [
  ...['if', 'when', 'whenever', 'unless', 'until', 'in case', 'for', 'where', 'depending', 'as needed', 'optional'],
  ...[
    'optionally',
    'only',
    'may',
    'can',
    'could',
    'should you',
    'or',
    'either',
    'on',
    'any',
    'once',
    'need',
    'needed',
    'more',
    'details',
  ],
  ...['examples?', 'e\\.g\\.', 'not', "don't", 'never', 'instead', 'also', 'based on', 'your', 'relevant', 'based'],
];
const CONDITION = new RegExp(`(?:^|[^\\w-])${anyOf(CONDITIONS)}(?![\\w-])`, 'i');
/** A task before the instruction: "To measure it, read …", "Measure it → Read …". */
const PURPOSE = /^[\s*_>-]*(?:\d+\.\s+)?To\s|→|->/;
/** Maximum number of characters before and after a path that are read, and of the text above it. */
const MAX_BEFORE = 300;
const MAX_ABOVE = 1000;

/**
 * Returns the bundled files that a document tells the model to read, in order: those in the folders of a skill, and those that it
 * links to. A row of a table, and everything below a heading or a sentence with a condition, is conditional.
 */
export function toldFiles(document: SkillDocument, file: string): readonly ToldFile[] {
  return document.references.flatMap((reference) => {
    const { path } = reference;
    if (!isBundled(reference) || path.endsWith('/') || path.startsWith('../')) return [];
    const { sentence, before, line, above } = surroundingsOf(document.text, reference);
    const [, verb] = TOLD.exec(before) ?? [];
    if (verb === undefined) return [];
    const isConditional =
      POINTS.test(verb) ||
      line.trimStart().startsWith('|') ||
      [sentence, above].some((text) => CONDITION.test(text)) ||
      PURPOSE.test(sentence);
    return [{ paths: [...new Set([normalize(path), join(dirname(file), path)])], isConditional }];
  });
}

function isBundled({ path, form, base, excuse }: Reference): boolean {
  if (excuse !== undefined || isBaseElsewhere(base)) return false;
  // A command runs or copies the file.
  if (!/^(?:link|code|bare)$/.test(form)) return false;
  return /\.\w+$/.test(path) && (form === 'link' || SPEC_FOLDERS.has(path.slice(0, path.indexOf('/'))));
}

/** Returns the sentence of a path without the path, its beginning, its line, and the heading and the introduction above. */
function surroundingsOf(text: string, { range }: Reference) {
  const { start, end } = lineAround(text, range);
  const before = beginningOf(text.slice(Math.max(0, range.start - MAX_BEFORE), range.start));
  const after = text.slice(range.end, Math.min(end, range.end + MAX_BEFORE));
  const to = after.search(/[.!;](?:\s|$)/);
  const sentence = `${before} ${after.slice(0, to < 0 ? undefined : to)}`;
  const lines = text.slice(Math.max(0, start - MAX_ABOVE), start).split('\n');
  const heading = lines.findLastIndex((one) => /^#{1,6} /.test(one));
  const introduction = lines.slice(heading + 1).findLast((one) => one.trimEnd().endsWith(':')) ?? '';
  return {
    sentence,
    // The text of a link comes before its path.
    before: before.replace(/\[[^\][]*\]\($/, ''),
    line: text.slice(start, end),
    above: `${lines[heading] ?? ''}\n${introduction}`,
  };
}

/** Returns the beginning of a sentence: the end of a text after the last sentence, paragraph or item of a list in it. */
function beginningOf(text: string): string {
  const [last = ''] = text.split(/[.!;]\s|\n[ \t]*(?=\n|[-*+>|#]|\d+\.\s)/).slice(-1);
  return last.replace(/\s+/g, ' ');
}
