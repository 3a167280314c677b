import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ownFolders } from './scripts/lib/own-folders.ts';
import { wrongNode } from './scripts/lib/project-node.mjs';
import { homes } from './test/homes.ts';

const problem = wrongNode(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

/** Processes of many tests start the same bundles: compiled once, they need half the time. */
const compiled = { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/contract') };
const common = {
  env: { ...ownFolders(join(homes, 'first')), ...compiled },
  setupFiles: ['test/own-home.ts'],
  // The end of `npm test` lists the messages of errors: with their values instead of `[ Array(1) ]`.
  chaiConfig: { truncateThreshold: 600 },
};

/** Each takes half a minute or more, the longest first; if started last, one would run alone at the end. */
const LONGEST = ['recipes/recipes', 'growth', 'eval-queue'].map((name) => `test/integration/${name}.test.ts`);

/** Vitest starts with the largest files, because in a fresh checkout it has no durations. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return index < 0 ? LONGEST.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/**
 * Makes the processes of tool modules run the bundle, as users' do: loading the sources takes ten times the processor time,
 * in each of a hundred processes.
 */
const bundledToolHost: Plugin = {
  name: 'bundled-tool-host',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/runtime/tools/module/host-process.ts')) return undefined;
    if (!code.includes("'./host.ts'")) throw new Error(`${id} has no './host.ts', which is replaced by the bundle.`);
    return code.replace("'./host.ts'", "'../../../dist/tool-host.mjs'");
  },
};

/** `unit` needs no build; `integration` starts the bundles of `dist/` as processes. */
export default defineConfig({
  test: {
    globalSetup: './test/remove-homes.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          ...common,
          include: ['{skill,server,runtime,client,cli,scripts,syntaxes,bench,test/equipment}/**/*.test.{ts,tsx}'],
          // Stops a test that hangs. Far longer than any test takes, because the machine may be busy.
          testTimeout: 60_000,
          // The files share their modules, because reloading them for each file takes longer than the tests.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        plugins: [bundledToolHost],
        test: {
          name: 'integration',
          ...common,
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // A worker loads the bundle of the commands and the modules of the tests once, not for each file.
          isolate: false,
          // These tests mostly wait for processes, clocks and sockets.
          maxWorkers: 3,
        },
      },
    ],
    passWithNoTests: true,
  },
});
