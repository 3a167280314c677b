/**
 * Checks that Biome lacks: regular expressions with quadratic or worse time, counts with the plural for one, and the size of
 * functions and files in `skill/`. Node strips the types and preserves positions, because no TypeScript parser for ESLint supports the compiler
 * of this project.
 */
import { stripTypeScriptTypes } from 'node:module';
import { transformSync } from 'esbuild';
import regexp from 'eslint-plugin-regexp';
import { inlineAnyOf } from './scripts/lint/inline-any-of.ts';
import { pluralRule } from './scripts/lint/plural-rule.ts';

/** Strips types. ESLint names the resulting block `FILE/0.js` and passes messages to `postprocess` by block. */
const withoutTypes = {
  meta: { name: 'without-types', version: '1' },
  preprocess: (text, file) => [
    {
      text: file.endsWith('.tsx')
        ? transformSync(text, { loader: 'tsx', jsx: 'automatic' }).code
        : inlineAnyOf(stripTypeScriptTypes(text)),
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
    plugins: { regexp, skillwright: { rules: { plural: pluralRule } } },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': 'error',
      'skillwright/plural': 'error',
    },
  },
  // Texts for developers.
  { files: ['**/{testing,harness}/**/*.js'], rules: { 'skillwright/plural': 'off' } },
  {
    // Functions and files stay small enough to read in one go.
    files: ['skill/**/*.js'],
    rules: { complexity: ['error', 25], 'max-lines': ['error', 250] },
  },
];
