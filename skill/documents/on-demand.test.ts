import { expect, test } from 'vitest';
import { mapParts, PartAnswers, sectionsOf } from '../text/parts.ts';
import { readDocument } from './document.ts';
import { readOnDemand } from './on-demand.ts';

const TEXT = `---
name: notes
description: Takes notes.
---

# Notes

Read [the format](format.md#dates) and \`scripts/add.py\`, or [below](#more).

## More

- templates/
  - note.md
`;

test('has the same content as a document that is parsed immediately', () => {
  const [document, parsed] = [readOnDemand('/s/SKILL.md', TEXT), readDocument('/s/SKILL.md', TEXT)];
  const { headings, references, mentions, anchors, frontmatter, bodyStart } = parsed;
  expect(references.length * headings.length * anchors.length).toBeGreaterThan(0);
  expect(document).toMatchObject({ headings, references, mentions, anchors, frontmatter, bodyStart, text: TEXT });
  expect([...document.referencesWhere((path) => path === 'format.md')]).toEqual([
    ...parsed.referencesWhere((path) => path === 'format.md'),
  ]);
  expect(document.treeReferences()).toEqual(parsed.treeReferences());
});

test('has the same sections, before anything else of the body is needed', () => {
  const [document, parsed] = [readOnDemand('/s/SKILL.md', TEXT), readDocument('/s/SKILL.md', TEXT)];
  const lengths = new PartAnswers<number>();
  expect(mapParts(document, lengths, (text) => text.length)).toEqual(mapParts(parsed, lengths, (text) => text.length));
  expect(sectionsOf(document)).toEqual(sectionsOf(parsed));
});
