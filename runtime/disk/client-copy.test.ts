import { expect, test } from 'vitest';
import { copyFolder, withoutCopyPaths } from './client-copy.ts';

test('replaces the paths of copies, and nothing else', () => {
  const root = copyFolder('20261123-141122-0f3a9c');
  const text = `cd ${root}/workspace && cat "${root}/home/.x/skills/a/SKILL.md" '${root}'; ls /tmp/skillwright-client/x`;
  expect(withoutCopyPaths(text)).toBe(
    `cd /home/user/workspace && cat "/home/user/home/.x/skills/a/SKILL.md" '/home/user'; ls /tmp/skillwright-client/x`,
  );
  expect(withoutCopyPaths('no path')).toBe('no path');
});
