import { expect, it } from 'vitest';
import { amountBar, rateBar } from './bars.ts';

it('draws a rate and its interval within the bar, without style attributes', () => {
  const { text } = rateBar({ value: 2 / 3, low: 0.208, high: 0.939 }, 'mixed');
  expect(text).toContain('class="bar mixed" aria-hidden="true"');
  expect(text).toContain('class="part" y="25%" width="66.7%"');
  expect(text).toContain('x1="20.8%" x2="93.9%"');
  expect(text).not.toContain('style=');
  expect(rateBar({ value: 1.5 }, 'good').text).toContain('width="100%" height="50%"/></svg>');
});

it('draws nothing for 0, and something for anything above', () => {
  expect(rateBar({ value: 0 }, 'bad').text).toContain('class="part" y="25%" width="0"');
  expect(amountBar(1, 1000, 'warn').text).toContain('class="part" y="25%" width="1%"');
  expect(amountBar(10, 20, 'warn', 0).text).toMatch(/width="50%" .*class="rest" y="25%" width="0"/);
});
