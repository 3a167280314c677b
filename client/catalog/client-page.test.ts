import { expect, it } from 'vitest';
import { pageOf, withFixes } from './client-page.ts';

const PAGES = [
  { client: 'codex', page: 'C' },
  { client: 'pi', page: 'P' },
];

it('shows the client that was chosen, or else the first one', () => {
  expect(pageOf(PAGES, 'pi')?.page).toBe('P');
  expect(pageOf(PAGES, 'no-longer-known')?.page).toBe('C');
  expect(pageOf(PAGES, undefined)?.page).toBe('C');
  expect(pageOf([], 'pi')).toBeUndefined();
});

it('shows the link to the fix of exactly these targets', () => {
  const page = '<li id="fix-1">a</li><li id="fix-12">b</li>';
  expect(withFixes(page, [1, 7])).toBe('<li id="fix-1" class="has-fix">a</li><li id="fix-12">b</li>');
});
