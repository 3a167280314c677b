import { defineConfig } from 'vitest/config';

/** `unit` needs nothing built; `integration` starts the bundles of `dist/` as processes. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{skill,server,runtime,client,cli,scripts,syntaxes}/**/*.test.{ts,tsx}'],
          testTimeout: 10_000,
          // The files share their modules: loading those anew for each takes longer than the tests.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // They wait for processes, clocks and sockets more than they compute.
          maxWorkers: 2,
        },
      },
    ],
    passWithNoTests: true,
  },
});
