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

it('allows only its own script and style sheet', () => {
  expect(page).toContain(`content="default-src 'none'; script-src 'nonce-n0nce'; style-src https://x"`);
  expect(page.match(/<script/g)).toHaveLength(1);
});

it('escapes paths in attributes', () => {
  expect(page).toContain('data-journal="/tmp/&#34;&#62;&#60;script&#62;');
});

it('passes the display language to the page', () => {
  expect(page).toContain('data-locale="de"');
});
