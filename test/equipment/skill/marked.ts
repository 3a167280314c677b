/** For tests: reads a text with a path in `⟦ ⟧` as a skill. */
import type { Example } from '../../../skill/clues/clue.ts';
import { readDocument } from '../../../skill/documents/document.ts';
import { join } from '../../../skill/files/paths.ts';
import { splitSections } from '../../../skill/markdown/sections.ts';
import type { Mention, Range, Reference, Skill, SkillDocument } from '../../../skill/model/model.ts';
import type { ResolveContext } from '../../../skill/resolution/resolution.ts';
import { rangeAt } from '../../../skill/text/lines.ts';
import { contextOf, ROOT, skillWith } from './skill-in-memory.ts';

export interface Marked {
  readonly reference: Reference;
  readonly document: SkillDocument;
  readonly skill: Skill;
  readonly context: ResolveContext;
}

/** Reads the text of an example as a skill, and locates its mark. */
function readText(sample: string | Example) {
  const example = typeof sample === 'string' ? { text: sample } : sample;
  const {
    text,
    description = 'Bills.',
    name = 'billing',
    files,
    texts = {},
    in: inner,
    manifest = 'Nothing.',
  } = example;
  const body = text.replace('⟦', '').replace('⟧', '');
  const head = `---\nname: ${name}\ndescription: ${description}\n---\n`;
  const path = `${ROOT}/${inner}`;
  const { fs, skill } = skillWith(inner === undefined ? head + body : head + manifest, files, {
    ...absolute(texts),
    ...absolute(inner === undefined ? {} : { [inner]: body }),
  });
  const document = inner === undefined ? skill.manifest : readDocument(path, body);
  const at = text.indexOf('⟦') + (inner === undefined ? head.length : 0);
  return { fs, skill, document, at };
}

const absolute = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([file, text]) => [join(ROOT, file), text]));

/** Returns the reference at the mark. Throws if there is none, because the example is invalid in that case. */
export function readMarked(sample: string | Example): Marked {
  const { fs, skill, document, at } = readText(sample);
  const reference = document.references.find(({ range }) => range.start <= at && at < range.end);
  if (reference === undefined) throw new Error(`No reference at the mark in: ${document.text}`);
  return { reference, document, skill, context: contextOf(fs, skill) };
}

/** Returns the section that contains a reference, with ranges relative to the section. */
export function sectionAround({ reference, document }: Marked): {
  readonly text: string;
  readonly range: Range;
  readonly fence: Range | undefined;
} {
  const { start, end } = reference.range;
  const section = rangeAt(splitSections(document.text, document.bodyStart), start);
  if (section === undefined) throw new Error('No section around the mark');
  const fence = rangeAt(section.fences, start)?.content;
  const offset = section.start;
  return {
    text: document.text.slice(section.start, section.end),
    range: { start: start - offset, end: end - offset },
    fence: fence && { start: fence.start - offset, end: fence.end - offset },
  };
}

/** Returns the mention at the mark. Throws if there is none, because the example is invalid in that case. */
export function mentionAt(sample: string | Example): {
  readonly mention: Mention;
  readonly document: SkillDocument;
  readonly skill: Skill;
} {
  const { document, skill, at } = readText(sample);
  const mention = document.mentions.find(({ range }) => range.start <= at && at < range.end);
  if (mention === undefined) throw new Error(`No mention at the mark in: ${document.text}`);
  return { mention, document, skill };
}
