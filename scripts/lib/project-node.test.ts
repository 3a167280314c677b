import { expect, it } from 'vitest';
import { isProjectNode, wrongNode } from './project-node.mjs';

it('names the command that uses the right Node if another one runs the tests', () => {
  expect(isProjectNode()).toBe(true);
  expect(wrongNode(process.versions.node)).toBeUndefined();
  expect(wrongNode('20.20.2')).toBe(
    `This is Node 20.20.2, and the tests need the project's own Node ${process.versions.node}. Run them with \`npm run test:unit -- PATH\` or \`npx vitest\`, which use it.`,
  );
});
