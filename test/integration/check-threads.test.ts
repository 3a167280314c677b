import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findingsCache } from '../../server/check/findings-cache.ts';
import { formatJson } from '../../server/check/json.ts';
import { type CheckOptions, type CheckSkills, runCheck } from '../../server/check/run.ts';
import { Threads } from '../../server/check/threads.ts';
import { diskFiles } from '../../skill/disk.ts';
import { temporaryFolder, writeFiles } from '../equipment/runtime/folders.ts';
import { settings } from '../equipment/server/server.ts';

const files = {
  'a/SKILL.md':
    '---\nname: a\ndescription: Does a. Use it for a.\n---\n\nRead `references/x.md` and `references/y.md`.\n',
  'a/references/x.md': 'See [y](y.md#part), then `../../shared/all.md`.\n',
  'b/SKILL.md': '---\nname: b\ndescription: Does b. Use it for b.\n---\n\nRun `scripts/run.py`. See the user guide.\n',
  'b/scripts/run.py': 'print(1)\n',
  'c/SKILL.md': '---\nname: c\ndescription: Does c. Use it for c.\n---\n\nRead `references/z.md` of the skill `a`.\n',
};

// Not a unit test: starting threads disables V8's optimizing compiler for the entire process.
it('two threads find the same as one, in the same order, and cached results are not recomputed', async () => {
  const top = temporaryFolder();
  const cwd = join(top, 'work');
  writeFiles(cwd, files);
  for (let index = 0; index < 60; index++) writeFiles(join(cwd, `many/${index}`), files);
  const options = { paths: ['.'], cwd, fs: diskFiles(), settings: settings({}), onRuleError: () => {} };
  const check = async (more: Partial<CheckOptions> = {}): Promise<string> => {
    const result = await runCheck({ ...options, fs: diskFiles(), ...more });
    if (result.kind !== 'report') throw new Error(result.message);
    return formatJson(result.report);
  };
  const looked: number[] = [];
  const checkSkills: CheckSkills = (job) => {
    looked.push(job.roots.length);
    return new Threads().check(job);
  };
  const onRuleError = (code: string) => {
    throw new Error(code);
  };
  const withCache = { checkSkills, onRuleError, cache: findingsCache(join(top, 'cache'), '1') };
  const here = await check();
  expect(await check(withCache)).toBe(here);
  expect(looked).toEqual([183]);
  expect(await check(withCache)).toBe(here);
  expect(looked.slice(1).filter((count) => count > 0)).toEqual([]);
});
