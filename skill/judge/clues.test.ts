import { expect, it } from 'vitest';
import { readDocument } from '../documents/document.ts';
import { contextOf, ROOT, skillWith } from '../testing/skill-in-memory.ts';
import { testClues } from '../testing/test-clues.ts';
import type { Example } from './clue.ts';
import { CLUES } from './clues.ts';
import { situationOf } from './situation.ts';
import stored from './weights.json' with { type: 'json' };

function situation(example: Example) {
  const marked = example.text;
  const start = marked.indexOf('⟦');
  const body = marked.replace('⟦', '').replace('⟧', '');
  const head = `---\nname: billing\ndescription: ${example.description ?? 'Bills.'}\n---\n`;
  const manifest = example.in === undefined ? head + body : `${head}${example.manifest ?? 'Nothing.'}`;
  const others = example.in === undefined ? {} : { [`${ROOT}/${example.in}`]: body };
  const { fs, skill } = skillWith(manifest, example.files, others);
  const document = example.in === undefined ? skill.manifest : readDocument(`${ROOT}/${example.in}`, body);
  const at = start + (example.in === undefined ? head.length : 0);
  const reference = document.references.find(({ range }) => range.start <= at && at < range.end);
  if (reference === undefined) throw new Error(`No reference at the mark in: ${marked}`);
  return situationOf(reference, document, contextOf(fs, skill));
}

testClues(CLUES, situation);

it('has unique ids', () => {
  expect(new Set(CLUES.map(({ id }) => id)).size).toBe(CLUES.length);
});

it('has the same order as the stored weights of pairs', () => {
  expect(CLUES.map(({ id }) => id)).toEqual(Object.keys(stored.clues));
});

it('evaluates the clues of a document without reading the reference', () => {
  const OF_REFERENCE = [
    'reference',
    'path',
    'first',
    'isLink',
    'isCommand',
    'parent',
    'kin',
    'occurrences',
    'language',
  ];
  for (const { id, matches, ofDocument, fires, silent } of CLUES) {
    if (ofDocument !== true) continue;
    for (const example of [...fires, ...silent]) {
      const watched = new Proxy(situation(example), {
        get: (target, key) => {
          if (OF_REFERENCE.includes(String(key))) throw new Error(`${id} looks at ${String(key)}`);
          return Reflect.get(target, key);
        },
      });
      matches(watched);
    }
  }
});
