import { expect, it } from 'vitest';
import type { RunEvent } from '../protocol/events.ts';
import { compare } from './compare.ts';
import type { RunRecord } from './record.ts';

it('a field that only the record has is compared with nothing, also if objects inherit one of this name', () => {
  const call = (args: object) => ({ seq: 2, type: 'tool_call', id: 'c1', tool: 'look', args }) as unknown as RunEvent;
  const record = { ownEvents: [call({ constructor: 'tea' })], isComplete: true } as unknown as RunRecord;
  expect(compare(record, [call({})]).divergence).toMatchObject({
    field: 'args.constructor',
    recorded: 'tea',
    replayed: null,
  });
});
