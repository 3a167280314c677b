import { expect, it } from 'vitest';
import { findingsOf, HEAD, settings } from '../../../test/equipment/server/server.ts';

const body = 'Read [it](guide.md), `templates/x.md`, `references/a.md` and [this](SKILL.md).';
const files = { 'SKILL.md': HEAD + body, 'guide.md': '', 'templates/x.md': '', 'references/a.md': '' };

it('reports files that ADK cannot load, only under its profile', () => {
  const targets = (profile: string) =>
    findingsOf(files, 'SKILL.md', settings({ profile }))
      .filter(({ code }) => code === 'reference.unreachable')
      .map(({ target }) => target);
  expect(targets('adk')).toEqual(['guide.md', 'templates/x.md']);
  expect(targets('auto')).toEqual([]);
  expect(targets('claude')).toEqual([]);
});
