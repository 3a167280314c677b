import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// Other files of this process have imported the page, too.
beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

it('the host learns that there is a draft, and that there is none any more, not each letter', async () => {
  const posted: unknown[] = [];
  vi.stubGlobal('acquireVsCodeApi', () => ({
    postMessage: (message: unknown) => posted.push(message),
    getState: () => undefined,
  }));
  const { draft, reportDraft } = await import('./prompt.ts');
  draft.value = ' ';
  reportDraft();
  for (const text of ['A', 'And', ' \n', '']) draft.value = text;
  expect(posted).toEqual([
    { type: 'draft', isEmpty: false },
    { type: 'draft', isEmpty: true },
  ]);
});
