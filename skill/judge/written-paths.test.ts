import { expect, it } from 'vitest';
import { randomTexts } from '../../test/equipment/skill/random-texts.ts';
import { writtenPaths } from './written-paths.ts';

/** The definition of paths as a single regular expression. */
const PATH =
  /\]\(([^()\s#]{1,200})|(?<![\w./:@-])((?:\.{1,2}\/)*[\w.-]{1,80}(?:\/[\w.-]{1,80}){0,8}\.(?:md|py|sh|js|ts|json|ya?ml|txt|html))\b/gi;

const PIECES = [
  ...['](', ']', '(', ')', '#', '.', '..', './', '/', '-', '_', ':', '@', ' ', '\n', 'a', 'é', 'h', 'x'.repeat(79)],
  ...['.md', '.PY', '.json', '.yaml', '.yml', '.html', '.tsx', 'references/tax.md', `](${'q'.repeat(198)}`],
];

it('finds the same paths as the regular expression', () => {
  for (const text of randomTexts(PIECES, 5_000)) {
    const expected = [...text.matchAll(PATH)].map(([, link, plain]) => link ?? plain);
    expect([...writtenPaths(text)], text).toEqual(expected);
  }
});
