import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ownFolders } from './scripts/lib/own-folders.ts';
import { homes } from './test/homes.ts';

/** Processes of many tests start the same bundles: compiled once, they need half the time. */
const compiled = { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/contract') };
const own = { env: { ...ownFolders(join(homes, 'first')), ...compiled }, setupFiles: ['test/own-home.ts'] };

/** Half a minute in one file: started last it would run alone at the end. */
const LONGEST = 'test/integration/growth.test.ts';

/** Vitest begins with the largest files, for in a fresh checkout it knows no times. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => (moduleId.endsWith(LONGEST) ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** `unit` needs nothing built; `integration` starts the bundles of `dist/` as processes. */
export default defineConfig({
  test: {
    globalSetup: './test/remove-homes.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          ...own,
          include: ['{skill,server,runtime,client,cli,scripts,syntaxes,bench}/**/*.test.{ts,tsx}'],
          // Against a test that hangs; far above what any takes, for the machine may be busy.
          testTimeout: 60_000,
          // The files share their modules: reloading those for each takes longer than the tests.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'integration',
          ...own,
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // They wait for processes, clocks and sockets more than they compute.
          maxWorkers: 3,
        },
      },
    ],
    passWithNoTests: true,
  },
});
