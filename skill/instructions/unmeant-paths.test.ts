import { expect, it } from 'vitest';
import { testClues } from '../../test/equipment/skill/test-clues.ts';
import type { Example } from '../clues/clue.ts';
import { readDocument } from '../documents/document.ts';
import { memoryFiles } from '../files/memory.ts';
import { repositoryTree } from '../files/repository-tree.ts';
import { importsOf } from './imports.ts';
import { instructionKindOf } from './instruction-files.ts';
import { type ProjectPath, UNMEANT_PATHS, unmeantClueFor } from './unmeant-paths.ts';

/** A path in double brackets in the AGENTS.md, or another file, of a repository. `NAME: TEXT` is a file with a text. */
function pathIn(sample: string | Example): ProjectPath {
  const { text, in: file = 'AGENTS.md', files = [] } = typeof sample === 'string' ? { text: sample } : sample;
  const at = text.indexOf('⟦');
  const path = `/work/${file}`;
  const document = readDocument(path, text.replace(/[⟦⟧]/g, ''));
  const found = [...document.references, ...importsOf(document)];
  const reference = found.find(({ range }) => range.start === at);
  if (reference === undefined) throw new Error(`no path at the brackets: ${text}`);
  const others = files.map((one) => {
    const [name = '', content = ''] = one.split(': ');
    return [`/work/${name}`, content] as const;
  });
  const fs = memoryFiles(Object.fromEntries([[path, document.text], ['/work/.git/HEAD', ''], ...others]));
  const kind = instructionKindOf(file, () => '') ?? 'project';
  const isImport = importsOf(document).some(({ range }) => range.start === at);
  const tree = repositoryTree(fs, '/work');
  return { reference, document, kind, isImport, root: '/work', pluginRoot: '/work', fs, tree };
}

testClues(UNMEANT_PATHS, pathIn);

it('has no clue against a path of the repository that only lacks its file', () => {
  expect(unmeantClueFor(pathIn({ text: 'Read `⟦docs/plan.md⟧`.', files: ['docs/a.md'] }))).toBeUndefined();
});
