import { expect, it } from 'vitest';
import { pageHtml } from './page.ts';

const page = pageHtml({
  script: 'https://x/timeline.js',
  style: 'https://x/timeline.css',
  nonce: 'n0nce',
  source: 'https://x',
  journal: '/tmp/"><script>alert(1)</script>/journal.jsonl',
  locale: 'de',
});

it('allows its own script and style sheet, and nothing else', () => {
  expect(page).toContain(`content="default-src 'none'; script-src 'nonce-n0nce'; style-src https://x"`);
  expect(page.match(/<script/g)).toHaveLength(1);
});

it('a path cannot leave its attribute', () => {
  expect(page).toContain('data-journal="/tmp/&#34;&#62;&#60;script&#62;');
});

it('the page is told the display language', () => {
  expect(page).toContain('data-locale="de"');
});
