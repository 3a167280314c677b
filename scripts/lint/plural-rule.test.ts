import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { pluralRule } from './plural-rule.ts';

/** @param code in which `#{…}` stands for `${…}` */
const faultsIn = (code: string): number =>
  new Linter().verify(code.replaceAll('#{', '${'), {
    plugins: { own: { rules: { plural: pluralRule } } },
    rules: { 'own/plural': 'error' },
  }).length;

describe('the rule for counts with nouns', () => {
  it.each([
    'const a = `#{count} calls`;',
    'const a = `All #{list.length} calls sent #{format(tokens)} tokens`;',
    'const a = `#{of} of #{number(all)} files`;',
    'const a = `… #{more} more lines`;',
    "const a = jsx('b', { children: ['up to ', count(saved), ' calls'] });",
    'const a = one === 2 ? `#{count} runs` : 0;',
  ])('reports %s', (code) => {
    expect(faultsIn(code)).toBeGreaterThan(0);
  });

  it.each([
    "const a = formatCount(count, 'call');",
    'const a = `at most #{MAX_RUNS} runs`;',
    'const a = `at most #{MAX_BYTES / 1024} bytes`;',
    "const a = `at most #{MAX_LENGTH.toLocaleString('en')} characters`;",
    "const a = count === 1 ? '1 run' : `#{count} runs`;",
    'const a = list.length === 1 && name ? name : `#{list.length} runs`;',
    'const a = `#{client} runs commands`;',
    'const a = `#{path} linesman`;',
  ])('allows %s', (code) => {
    expect(faultsIn(code)).toBe(0);
  });
});
