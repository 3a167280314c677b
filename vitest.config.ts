import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** What the product remembers of a person is not that of whoever runs the tests. */
const env = { XDG_CACHE_HOME: join(tmpdir(), `skillwright-test-cache-${process.pid}`) };

/** `unit` needs nothing built; `integration` starts the bundles of `dist/` as processes. */
export default defineConfig({
  test: {
    globalSetup: './test/remove-cache.ts',
    projects: [
      {
        test: {
          name: 'unit',
          env,
          include: ['{skill,server,runtime,client,cli,scripts,syntaxes}/**/*.test.{ts,tsx}'],
          // Against a test that hangs; far above what any takes, for the machine may be busy.
          testTimeout: 60_000,
          // The files share their modules: loading those anew for each takes longer than the tests.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'integration',
          env,
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
