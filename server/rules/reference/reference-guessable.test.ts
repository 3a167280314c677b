import { describe, expect, it } from 'vitest';
import { type Mention, type MissPrediction, memoryFiles, readSkill } from '../../../skill/index.ts';
import {
  ANY_PLACE,
  applyFix,
  HEAD,
  markFindings,
  NO_LOOKUPS,
  removeMarks,
} from '../../../test/equipment/server/server.ts';
import type { Finding } from '../rule/rule.ts';
import { referenceGuessable } from './reference-guessable.ts';

const likelyFiles = ['references/guide.md', 'references/tone.md'];

/** Returns the rule's findings if `skill/` reports that the words between `«»` provoke a guess. */
function findings(
  body: string,
  files: readonly string[] = likelyFiles,
  what: Mention['what'] = 'document',
): readonly Finding[] {
  const text = HEAD + body;
  const result = readSkill(memoryFiles({ '/notes/SKILL.md': removeMarks(text) }), '/notes/SKILL.md');
  if (result.kind !== 'skill') throw new Error(result.message);
  const range = { start: text.indexOf('«'), end: text.indexOf('»') - 1 };
  const words = result.skill.manifest.text.slice(range.start, range.end);
  const guesses = ['references/user_guide.md', 'references/user-guide.md', 'references/user.md'];
  const mention: Mention = { kind: 'mention', what, range, text: words, guesses };
  const verdict: MissPrediction = { kind: 'provokes', guesses, meant: files };
  const { skill } = result;
  const analysis = { references: [], mentions: [{ mention, verdict }], dependsOnOthers: false, skill };
  const input = {
    skill,
    document: skill.manifest,
    analysis,
    bundled: NO_LOOKUPS,
    isManifest: true,
    place: ANY_PLACE,
    clients: 'auto',
  } as const;
  return [...referenceGuessable.check(input)].map((one) => ({
    severity: 'warning',
    ...one,
    code: referenceGuessable.code,
  }));
}

const fix = (body: string, title?: string) =>
  applyFix(removeMarks(HEAD + body), findings(body), title).slice(HEAD.length);

describe('reference.guessable', () => {
  it('reports the path that a model would guess, and the likely files', () => {
    const [finding] = findings('For the tone, see «the user guide».');
    expect(finding).toMatchObject({ target: 'the user guide', suggestions: likelyFiles });
    expect(finding?.message).toContain('a model guesses `references/user_guide.md`');
    expect(finding?.message).toContain('`references/guide.md` or `references/tone.md`');
    const text = `${HEAD}For the tone, see «the user guide».`;
    expect(
      markFindings(removeMarks(text), findings('For the tone, see «the user guide».'), 'reference.guessable'),
    ).toBe(text);
  });

  it.each([
    ['see «the user guide».', 'see the user guide (`references/guide.md`).'],
    ['(see «the user guide»)', '(see the user guide (`references/guide.md`))'],
    ['see **«the user guide»** first', 'see **the user guide** (`references/guide.md`) first'],
    ['see _«the user guide»_, then', 'see _the user guide_ (`references/guide.md`), then'],
    ['see “«the user guide»”.', 'see “the user guide” (`references/guide.md`).'],
    [
      'see [«the user guide»](https://example.com), then',
      'see [the user guide](https://example.com) (`references/guide.md`), then',
    ],
    ['see [**«the user guide»**][1] now', 'see [**the user guide**][1] (`references/guide.md`) now'],
    ['| see «the user guide» | b |', '| see the user guide (`references/guide.md`) | b |'],
    ['a file from `«themes/»` here', 'a file from `themes/` (`references/guide.md`) here'],
    ['see `«user-guide.md»` here', 'see `references/guide.md` here'],
  ])('inserts the path into the sentence: %s', (before, after) => expect(fix(before)).toBe(after));

  it('offers every likely file, the most likely one as preferred', () => {
    expect(fix('see «the user guide».', 'Write the path of references/tone.md')).toBe(
      'see the user guide (`references/tone.md`).',
    );
    const preferred = findings('see «the user guide».').flatMap(({ fixes = [] }) =>
      fixes.map((one) => one.kind === 'edit' && one.preferred),
    );
    expect(preferred).toEqual([true, false]);
  });

  it('inserts all files of a mentioned folder', () => {
    const body = 'Pick a file from `«themes/»`.';
    const files = ['themes/dark.md', 'themes/light.md'];
    expect(applyFix(removeMarks(HEAD + body), findings(body, files, 'folder')).slice(HEAD.length)).toBe(
      'Pick a file from `themes/` (`themes/dark.md`, `themes/light.md`).',
    );
  });

  it('suggests adding the file or removing the sentence if no similar file is bundled', () => {
    const [finding] = findings('see «the user guide».', []);
    expect(finding?.message).toContain('Add the file with its path, or remove the sentence');
    expect(finding?.fixes).toEqual([]);
  });
});
