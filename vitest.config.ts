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
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
    passWithNoTests: true,
  },
});
