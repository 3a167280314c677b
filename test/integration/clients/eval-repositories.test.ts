/** Small repositories that could block an eval that compares a skill with a revision, or take its memory. */
// cspell:ignore mktree
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { selectChanged } from '../../../runtime/cli/changed-skills.ts';
import { readCommittedSkill } from '../../../runtime/evals/prepare/committed-skill.ts';
import { readSkills } from '../../../runtime/toolset/read-skills.ts';
import type { Skill } from '../../../skill/index.ts';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { createTemporaryFolder } from '../run-support.ts';
import { longestTurn, MAX_MILLISECONDS } from './longest-turn.ts';

/** A repository with a skill in the folder `demo`. */
function repository(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const top = createTemporaryFolder();
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgSign=false'];
  const git = (args: readonly string[], input = ''): string =>
    execFileSync('git', ['-C', top, ...identity, ...args], { input, encoding: 'utf8' }).trim();
  writeFiles(top, { 'demo/SKILL.md': manifest('demo'), ...files });
  git(['init', '-q']);
  git(['add', '-A']);
  git(['commit', '-qm', 'x']);
  return { top, git, skill: () => skillIn(join(top, 'demo')) };
}

function skillIn(folder: string): Skill {
  const read = readSkills([folder]);
  if (read.kind === 'failed' || read.skills[0] === undefined) throw new Error(`no skill in ${folder}`);
  return read.skills[0];
}

const kilobytesOf = (folder: string) =>
  Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]);

describe('a small repository blocks no eval', () => {
  /** A commit in which the skill has a million files in each of some folders, which share a few objects; a clean one follows. */
  function withSharedTrees(folders: readonly string[]) {
    const { top, git, skill } = repository();
    const list = (entry: string) =>
      `${['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map((n) => `${entry}\t${n}`).join('\n')}\n`;
    let tree = git(['mktree'], list(`100644 blob ${git(['hash-object', '-w', '--stdin'], 'x')}`));
    for (let level = 0; level < 5; level++) tree = git(['mktree'], list(`040000 tree ${tree}`));
    const text = git(['hash-object', '-w', '--stdin'], manifest('demo', 'Old.\n'));
    const inner = git(
      ['mktree'],
      `100644 blob ${text}\tSKILL.md\n${folders.map((name) => `040000 tree ${tree}\t${name}\n`).join('')}`,
    );
    const commit = (id: string, parent: string) => git(['commit-tree', id, '-p', parent, '-m', 'x']);
    const large = commit(git(['mktree'], `040000 tree ${inner}\tdemo\n`), 'HEAD');
    git(['update-ref', 'HEAD', commit('HEAD^{tree}', large)]);
    expect(git(['status', '--porcelain'])).toBe('');
    expect(kilobytesOf(join(top, '.git'))).toBeLessThan(1000);
    return { large, skill: skill() };
  }

  test('with a revision in which folders share their content (--changed-since)', async () => {
    const { large, skill } = withSharedTrees(['a', 'b', 'c', 'd']);
    const select = () => selectChanged({ skills: [skill], caseFiles: [] }, { changedSince: large });
    const { value, milliseconds } = await longestTurn(select);
    expect(value).toMatchObject({ notes: [expect.stringContaining('demo has changed')] });
    expect(milliseconds).toBeLessThan(MAX_MILLISECONDS);
  });

  test('with a revision in which folders share their content (--baseline-revision)', async () => {
    const { large, skill } = withSharedTrees(['a', 'b', 'c']);
    const read = () => readCommittedSkill(skill, large, new AbortController().signal);
    const { value, milliseconds } = await longestTurn(read);
    expect(value).toMatchObject({ kind: 'failed', message: expect.stringContaining('too many or too large files') });
    expect(milliseconds).toBeLessThan(MAX_MILLISECONDS);
  });

  test('with a large file of line ends that git converts', async () => {
    const { top, git, skill } = repository({
      'demo/data.txt': Buffer.alloc(40 * 1024 * 1024, '\n'),
      '.gitattributes': '*.txt text eol=crlf\n',
    });
    git(['rm', '-q', '--cached', 'demo/data.txt']);
    git(['reset', '-q', '--hard', 'HEAD']);
    expect(readFileSync(join(top, 'demo/data.txt')).subarray(0, 4).toString()).toBe('\r\n\r\n');
    expect(kilobytesOf(join(top, '.git'))).toBeLessThan(1000);
    const select = () => selectChanged({ skills: [skill()], caseFiles: [] }, { changedSince: 'HEAD' });
    const { milliseconds } = await longestTurn(select);
    expect(milliseconds).toBeLessThan(MAX_MILLISECONDS);
  });
});
