import { expect, it } from 'vitest';
import { simpleCommands } from './shell-words.ts';

/** Returns when the command with `X` in it certainly runs. */
function conditionOf(line: string): string {
  const found = simpleCommands(line).find(({ words }) => words.some(({ text }) => text === 'X'));
  if (found === undefined) return 'not found';
  const { condition } = found;
  if (condition === undefined) return 'always';
  const parts = [condition.inFolder ? 'in folder' : '', condition.onSuccess ? 'on success' : ''];
  return parts.filter((part) => part !== '').join(', ') || 'unknown';
}

it.each([
  ['cat X', 'always'],
  ['echo a; cat X; exit 0', 'always'],
  ['echo a | cat X', 'always'],
  ['cat X || true', 'always'],
  ['cat X && false', 'always'],
  ['set -o pipefail; cat X', 'always'],
  ['set -- a b; cat X', 'always'],
  ['(exit 0); cat X', 'always'],
  ['exit 0 | true; cat X', 'always'],
  ['exec 2>&1; cat X', 'always'],
  ['exec cat X', 'always'],
  ['if cat X; then true; fi', 'always'],
  ['while cat X; do true; done', 'always'],
  ['for f in a b; do cat X; done', 'always'],
  ['{ cat X; }', 'always'],
  ['cat X & echo a', 'always'],
  ['A=1 cat X', 'always'],
  ['ENVIRONMENT=a cat X', 'always'],
  ['source a; cat X', 'always'],
  ['cd a && cat X', 'in folder, on success'],
  ['cd a && cat X | head -5', 'in folder, on success'],
  ['cd a && cat X; echo done', 'in folder'],
  ['cd a && cat X || echo failed', 'in folder'],
  ['cd "$(pwd)/a" && cat X', 'on success'],
  ['make && cat X', 'on success'],
  ['make && cat X && echo done', 'on success'],
  ['test -f X2 && { cat X; }', 'on success'],
  ['(make && cat X)', 'on success'],
  ['set -e; make; cat X', 'on success'],
  ['set -euo pipefail; cat X', 'on success'],
  ['cd a || exit 1; cat X', 'on success'],
  ['make && cat X; true', 'unknown'],
  ['make && cat X || true', 'unknown'],
  ['make && cat X | true', 'on success'],
  ['! { make && cat X; }', 'unknown'],
  ['make && cat X &', 'unknown'],
  ['true || cat X', 'unknown'],
  ['false && cat X; true', 'unknown'],
  ['exit 0; cat X', 'unknown'],
  ['exit; cat X', 'unknown'],
  ['exit 256; cat X', 'unknown'],
  ['return; cat X', 'unknown'],
  ['exec true; cat X', 'unknown'],
  ['command exit 0; cat X', 'unknown'],
  ['builtin exit 0; cat X', 'unknown'],
  ['eval "exit 0"; cat X', 'unknown'],
  ['e=exit; $e 0; cat X', 'unknown'],
  ['$(echo exit) 0; cat X', 'unknown'],
  ['trap "exit 0" EXIT; false && cat X', 'unknown'],
  ['{ exit 0; }; cat X', 'unknown'],
  ['true && exit 0; cat X', 'unknown'],
  ['if true; then exit 0; fi; cat X', 'unknown'],
  ['(exit 0; cat X)', 'unknown'],
  ['if false; then cat X; fi', 'unknown'],
  ['if true; then :; elif cat X; then :; fi', 'unknown'],
  ['while false; do cat X; done', 'unknown'],
  ['case a in b) cat X;; esac', 'unknown'],
  ['for f in a; do break; cat X; done', 'unknown'],
  ['for f in $(true); do cat X; done', 'unknown'],
  ['f() { cat X; }', 'unknown'],
  ['cat() { :; }; cat X', 'unknown'],
  ['alias cat=true; cat X', 'unknown'],
  ['PATH=/a; cat X', 'unknown'],
  ['PATH=/a cat X', 'unknown'],
  ['export PATH=/a; cat X', 'unknown'],
  ['set -n; cat X', 'unknown'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expansion of the shell
  ['echo ${a:?}; cat X', 'unknown'],
  ['cat X; )', 'unknown'],
  ['kill $$; cat X', 'unknown'],
])('knows when a command certainly runs: %s', (line, expected) => {
  expect(conditionOf(line)).toBe(expected);
});
