/**
 * What Biome does not ask: can a regular expression take the square of a text's length, or worse? And do the functions and
 * files of `skill/` stay small? Everything else is Biome's. Types are taken out by Node itself, places staying as they are,
 * for no parser of TypeScript that ESLint has works with the compiler of this project.
 */
import { stripTypeScriptTypes } from 'node:module';
import { transformSync } from 'esbuild';
import regexp from 'eslint-plugin-regexp';

/** ESLint names the block `0.js` behind the file, and takes messages back by block. */
const withoutTypes = {
  meta: { name: 'without-types', version: '1' },
  preprocess: (text, file) => [
    {
      text: file.endsWith('.tsx')
        ? transformSync(text, { loader: 'tsx', jsx: 'automatic' }).code
        : stripTypeScriptTypes(text),
      filename: '0.js',
    },
  ],
  postprocess: (blocks) => blocks.flat(),
};

export default [
  { ignores: ['**/fixtures/**', '**/*.test.*', '**/random-*/**', 'dist', '.cache'] },
  { files: ['{skill,server,runtime,client,cli}/**/*.{ts,tsx}'], processor: withoutTypes },
  {
    files: ['**/*.js'],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    // A function reads as a page of named steps, and a file holds one thing.
    files: ['skill/**/*.js'],
    rules: { complexity: ['error', 25], 'max-lines': ['error', 250] },
  },
];
