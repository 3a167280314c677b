/** Every notation of a path: what must be found in it, and what must not. `check` must read it like the full parser. */
import { describe, expect, it } from 'vitest';
import { contextOf, ROOT, skillWith } from '../../test/equipment/skill/skill-in-memory.ts';
import { NAMES } from '../../test/equipment/skill/token-kinds/names.ts';
import { PLACES } from '../../test/equipment/skill/token-kinds/places.ts';
import { TOKEN_FILES, type TokenSentence } from '../../test/equipment/skill/token-kinds/token-kind.ts';
import { VARIABLES } from '../../test/equipment/skill/token-kinds/variables.ts';
import { readDocument } from '../documents/document.ts';
import type { Reference, SkillDocument } from '../model/model.ts';
import { hookPaths } from '../references/hook-paths.ts';
import type { Resolution, ResolveContext } from '../resolution/resolution.ts';
import { resolve } from '../resolution/resolve.ts';
import { notableParts, skimDocument } from '../skim/skim.ts';

const KINDS = [...NAMES, ...VARIABLES, ...PLACES];
const sentenceOf = (sentence: string | TokenSentence): TokenSentence =>
  typeof sentence === 'string' ? { text: sentence } : sentence;

const REPORTED: ReadonlySet<Resolution['kind']> = new Set(['missing', 'escapes', 'case', 'other-skill']);

/** Reads a sentence as a document of a skill, with the text that was marked. */
function readSentence({ text, files = [], only = TOKEN_FILES, in: inner }: TokenSentence) {
  const plain = text.replace(/[⟦⟧⟨⟩]/g, '');
  const all = [...only, ...files];
  const path = `${ROOT}/${inner ?? 'SKILL.md'}`;
  const { fs, skill } = skillWith(inner === undefined ? plain : 'Nothing.', all, inner ? { [path]: plain } : {});
  const document = inner === undefined ? skill.manifest : readDocument(path, plain);
  return { document: readDocument(path, document.text), context: contextOf(fs, skill) };
}

/** Marks the references of a document by what became of them. */
function mark(references: readonly Reference[], document: SkillDocument, context: ResolveContext, isFound: boolean) {
  let { text } = document;
  for (const reference of [...references].sort((a, b) => b.range.start - a.range.start)) {
    const { kind } = resolve(reference, document, context);
    const { start, end } = reference.range;
    const marks = REPORTED.has(kind) ? '⟦⟧' : isFound && kind === 'found' ? '⟨⟩' : '';
    if (marks !== '') text = text.slice(0, start) + marks[0] + text.slice(start, end) + marks[1] + text.slice(end);
  }
  return text.replace(/^---\nname: billing\ndescription: Bills\.\n---\n/, '');
}

describe.each(KINDS)('$name', ({ sentences }) => {
  it.each(sentences.map((sentence) => sentenceOf(sentence)).map((one) => [one.text, one] as const))('%s', (_, one) => {
    const { document, context } = readSentence(one);
    const hooks = hookPaths(document);
    expect(mark([...hooks, ...document.references], document, context, true)).toBe(one.text);
    const skimmed = skimDocument(document.path, document.text);
    const reported = one.text.replace(/[⟨⟩]/g, '');
    expect(mark([...hooks, ...notableParts(skimmed, context).references], skimmed, context, false)).toBe(reported);
  });

  it('has at least ten sentences', () => expect(sentences.length).toBeGreaterThanOrEqual(10));
});
