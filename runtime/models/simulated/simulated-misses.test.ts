import { expect, it } from 'vitest';
import { CLIENTS } from '../../../skill/index.ts';
import { drawMiss } from './simulated-misses.ts';

/** Returns the kinds of the misses of SKILL.md of 200 models, in a home folder. */
function kindsIn(home: string): readonly (string | undefined)[] {
  const client = CLIENTS.find(({ behaviors }) => behaviors.some(({ id }) => id === 'codex'));
  if (client === undefined) throw new Error('There is no profile of Codex.');
  const folder = `${home}/.codex/skills/notes`;
  const written = `${folder}/SKILL.md`;
  const request = { client, what: 'skill-file', skill: 'notes', folder, written, file: 'SKILL.md' } as const;
  return Array.from({ length: 200 }, (_, seed) => drawMiss(request, `${seed}`)?.kind);
}

it('depend on the model and the skill, not on the temporary folder of a run, which the list of a client names', () => {
  const kinds = kindsIn('/tmp/one/home');
  expect(kinds.some((kind) => kind !== undefined)).toBe(true);
  expect(kindsIn('/tmp/another/home')).toEqual(kinds);
});
