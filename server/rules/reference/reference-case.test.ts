import { expect, it } from 'vitest';
import { expectMarks } from '../../../test/equipment/server/rules.ts';
import { applyFix, findingsOf, HEAD } from '../../../test/equipment/server/server.ts';

const files = { 'references/action-items.md': '# Items\n', 'assets/Logo.png': '' };

/** Returns the body of SKILL.md after the preferred fix. */
function fix(body: string): string {
  const text = HEAD + body;
  return applyFix(text, findingsOf({ ...files, 'SKILL.md': text })).slice(HEAD.length);
}

it('reports the path and corrects its case', () => {
  expectMarks('reference.case', `${HEAD}Read \`«references/Action-Items.md»\` and [logo](«assets/logo.png»).`, files);
  expect(fix('Read `references/Action-Items.md`.')).toBe('Read `references/action-items.md`.');
  expect(fix('A [logo](./assets/logo.png).')).toBe('A [logo](./assets/Logo.png).');
});

it('reports nothing if the case is right', () => {
  expectMarks('reference.case', `${HEAD}Read \`references/action-items.md\` and [logo](assets/Logo.png).`, files);
});
