/**
 * The fast path must agree with the full parser. Every example of every clue is read both ways, so a new or changed
 * clue is checked automatically.
 */
import { expect, it } from 'vitest';
import { ALL_CLUES } from '../../test/equipment/skill/all-clues.ts';
import { readMarked } from '../../test/equipment/skill/marked.ts';
import type { Example } from '../clues/clue.ts';
import type { Reference, SkillDocument } from '../model/model.ts';
import type { ResolveContext } from '../resolution/resolution.ts';
import { resolve } from '../resolution/resolve.ts';
import { notableParts, skimDocument } from './skim.ts';

const samples = ALL_CLUES.flatMap(({ id, fires, silent }) =>
  [...fires, ...silent].map((sample) => [id, sample] as const),
);
const textOf = (sample: string | Example): string => (typeof sample === 'string' ? sample : sample.text);

/** Returns the references that may be reported: neither found in the bundle nor ignored. */
const reportableOf = (references: readonly Reference[], document: SkillDocument, context: ResolveContext) =>
  references.flatMap((reference) => {
    const { kind } = resolve(reference, document, context);
    // The location of a bare name may follow from another path, which the caller of the fast path checks.
    return kind === 'found' || kind === 'ignored' || kind === 'bare' ? [] : [`${reference.target} ${kind}`];
  });

it.each(samples.map(([id, sample]) => [id, textOf(sample), sample] as const))('%s: %s', (_, __, sample) => {
  const { document, context } = readMarked(sample);
  const skimmed = skimDocument(document.path, document.text);
  const full = reportableOf(document.references, document, context);
  expect(reportableOf(notableParts(skimmed, context).references, skimmed, context)).toEqual(full);
});

it('has examples with and without findings', () => {
  const counts = samples.map(([, sample]) => {
    const { document, context } = readMarked(sample);
    return reportableOf(document.references, document, context).length;
  });
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(100);
  expect(counts.filter((count) => count === 0).length).toBeGreaterThan(100);
});
