import { describe, expect, it } from 'vitest';
import { skillOnDisk } from '../../../test/equipment/runtime/folders.ts';
import type { MissedFile } from '../session-summary.ts';
import { currentMisses } from './current-misses.ts';

const missed = (path: string, more: Partial<MissedFile> = {}): MissedFile => ({
  skill: 'letters',
  path,
  kind: 'resource',
  count: 1,
  ...more,
});

describe('current misses', () => {
  const of = (misses: readonly MissedFile[], filesRead: readonly string[] = []) => {
    const files = { 'references/tone.md': '# Tone\nSee the style guide.\n' };
    const skill = skillOnDisk('letters', files, 'Read the tone manual.\n');
    return currentMisses({ misses, filesRead }, [skill]).map(({ path, cause }) => [
      path,
      cause.file.slice(skill.root.length + 1),
      cause.text,
    ]);
  };

  it('have their words in the skill of today, in SKILL.md and in the files that the session read', () => {
    const manual = missed('references/tone_manual.md');
    const guide = missed('references/style_guide.md');
    expect(of([manual, guide])).toEqual([['references/tone_manual.md', 'SKILL.md', 'the tone manual']]);
    expect(of([guide], ['letters/references/tone.md'])).toEqual([
      ['references/style_guide.md', 'references/tone.md', 'the style guide'],
    ]);
  });

  it('are none if the words were edited, the file exists now, or the skill is another', () => {
    expect(of([missed('references/tone_manual.md', { words: 'the tone manual' })])).toHaveLength(1);
    expect(of([missed('references/tone_manual.md', { words: 'the manual of tone' })])).toEqual([]);
    expect(of([missed('references/tone.md')])).toEqual([]);
    expect(of([missed('references/tone.md', { outside: true })])).toHaveLength(1);
    expect(of([missed('references/tone_manual.md', { skill: 'others' })])).toEqual([]);
  });
});
