import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../skill/index.ts';
import { DONE, LIST, LOAD, play, READ } from '../../../test/equipment/runtime/play.ts';
import type { Line } from '../../../test/equipment/runtime/scripted-model.ts';
import { factsOf, type RunFacts } from './run-facts.ts';
import { allToldFilesRead, type SkillTexts } from './told-files.ts';

const BODY = 'Read `references/guide.md`. If it rains, read `references/rain.md`.';
const read = (path: string): Line => ({
  calls: [['load_skill_resource', { skill_name: 'demo', file_path: path }]],
});

const texts = (files: Readonly<Record<string, string>> = {}, body = BODY): SkillTexts => ({
  name: 'demo',
  manifest: readDocument('/demo/SKILL.md', `---\nname: demo\ndescription: Looks.\n---\n${body}\n`),
  documentAt: (path) => (files[path] === undefined ? undefined : readDocument(`/demo/${path}`, files[path])),
});

async function judge(lines: readonly Line[], of = texts(), change: Partial<RunFacts> = {}) {
  const { events, runs, run } = await play({ lines, body: BODY });
  return allToldFilesRead({ ...factsOf(events, `${runs}/${run}`), ...change }, of);
}

describe('every file that the loaded texts tell to read', () => {
  it('was read', async () => {
    expect(await judge([LIST, LOAD, READ, DONE])).toMatchObject({ passed: true, evidence: '1 of 1 read.' });
  });

  it('was not read, or only asked for', async () => {
    expect(await judge([LOAD, DONE])).toMatchObject({
      passed: false,
      evidence: '0 of 1 read; references/guide.md never read.',
    });
    const moved = texts({}, 'Read `references/guide.md`. Read `references/cups.md`.');
    const outcome = await judge([LOAD, READ, read('references/cups.md'), DONE], moved);
    expect(outcome).toMatchObject({
      passed: false,
      evidence: '1 of 2 read; references/cups.md missed and never read.',
      events: [expect.any(Number)],
    });
  });

  it('includes those under a condition only if they were asked for, and those of the texts that were read', async () => {
    expect(await judge([LOAD, READ, read('references/rain.md'), DONE])).toMatchObject({
      passed: false,
      evidence: '1 of 2 read; references/rain.md missed and never read.',
    });
    const deep = texts({ 'references/guide.md': 'Then read `references/more.md`.\n' });
    expect((await judge([LOAD, READ, DONE], deep)).evidence).toBe('1 of 2 read; references/more.md never read.');
    expect((await judge([LOAD, DONE], deep)).evidence).toBe('0 of 1 read; references/guide.md never read.');
  });

  it('fails without the skill, and is not judged where nothing proves or tells it', async () => {
    expect((await judge([DONE])).passed).toBe(false);
    expect((await judge([LOAD, READ, DONE], texts({}, 'Look.'))).passed).toBeNull();
    expect(await judge([LOAD, READ, DONE], texts(), { showsResults: false })).toMatchObject({
      passed: null,
      evidence: 'The session does not show what its calls read.',
    });
    const unproven = { seq: 9, skill: 'demo', path: 'references/guide.md', unproven: true } as const;
    expect(await judge([LOAD, DONE], texts(), { read: [unproven] })).toMatchObject({ passed: null, events: [9] });
    expect((await judge([LOAD, DONE], texts(), { namedFiles: new Set(['guide.md']) })).passed).toBeNull();
  });
});
