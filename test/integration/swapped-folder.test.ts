import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { readResource } from '../../runtime/skill-files/resource-files.ts';
import { readSkillFiles } from '../../runtime/skill-files/skill-files.ts';
import { temporaryFolder, writeFiles } from '../equipment/runtime/folders.ts';

const SECRET = 'a key of the user';

test.skipIf(process.platform === 'win32')(
  "while another process keeps swapping the folder, only the skill's content is read",
  async () => {
    const base = temporaryFolder();
    const root = join(base, 'skill');
    writeFiles(base, { 'skill/references/deep/a.md': 'of the skill', 'outside/a.md': SECRET });
    const worker = new Worker(
      `const { renameSync, symlinkSync, mkdirSync, rmSync } = require('node:fs');
       const { parentPort, workerData: { folder, outside } } = require('node:worker_threads');
       symlinkSync(outside, folder + '-link');
       parentPort.postMessage('started');
       for (;;) {
         renameSync(folder, folder + '-aside'); renameSync(folder + '-link', folder);
         renameSync(folder, folder + '-link'); renameSync(folder + '-aside', folder);
       }`,
      { eval: true, workerData: { folder: join(root, 'references/deep'), outside: join(base, 'outside') } },
    );
    onTestFinished(async () => void (await worker.terminate()));
    await new Promise((resolve) => worker.once('message', resolve));
    const seen = new Map<string, number>();
    const until = performance.now() + 1_500;
    for (let count = 0; performance.now() < until || count < 500; count++) {
      const read = readResource(root, 'references/deep/a.md');
      const what = read.kind === 'text' ? read.text : read.kind;
      seen.set(what, (seen.get(what) ?? 0) + 1);
      if (count % 50 > 0) continue;
      const taken: string[] = [];
      await readSkillFiles(root, 1e6, new AbortController().signal, (_, bytes) => void taken.push(bytes.toString()));
      expect(taken).not.toContain(SECRET);
    }
    expect(seen.get('of the skill') ?? 0).toBeGreaterThan(0);
    expect(seen.has(SECRET)).toBe(false);
  },
);
