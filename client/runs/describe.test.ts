import { expect, it } from 'vitest';
import { stateOf } from './describe.ts';
import type { SavedRun } from './saved-runs.ts';

it.each(['__proto__', 'constructor', 'toString', 'of a later version'])('shows the unknown reason %s', (reason) => {
  const run = { finished: { reason } } as unknown as SavedRun;
  expect(stateOf(run, 'ended' as never)).toEqual({ icon: 'circle-outline', text: reason });
});
