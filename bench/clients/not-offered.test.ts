/** A sample of the probes whose reasons `npm run bench:catalog -- --probes` counts. */
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { batchesOf } from './not-offered.ts';
import { readRows, verdictsOf } from './probe-rows.ts';
import { REAL_CLIENTS } from './real-clients.ts';

const SAMPLE = ['user-1', 'project-3', 'plugins', 'above', 'switched-off'];
/** Of two skills with one name, opencode lists one, and which differs from start to start. */
const VARIES = ['alias', 'same-name', 'same-name-first'];
const rows = readRows().filter(({ client, fault }) => client !== 'opencode' || !VARIES.includes(fault));

it('covers the clients and at least 200 skills that they do not list, while they list the counterpart', () => {
  const probes = rows.filter(({ faulty, good }) => faulty === 'absent' && good === 'listed');
  expect(probes.length).toBeGreaterThanOrEqual(200);
  expect([...new Set(probes.map(({ client }) => client))].sort()).toEqual(REAL_CLIENTS.map(({ id }) => id).sort());
});

it.each(REAL_CLIENTS.map((client) => [client.id, client] as const))('names the reasons of %s', (id, client) => {
  const wrong: string[] = [];
  for (const batch of batchesOf(client)) {
    if (!SAMPLE.includes(batch.home.id)) continue;
    const verdicts = verdictsOf(client, batch, temporaryFolder());
    for (const { batch: name, fault, token, faulty, good } of rows.filter((row) => row.client === id)) {
      if (name !== batch.home.id || good === 'absent') continue;
      const verdict = verdicts.get(token)?.verdict ?? 'nothing';
      if (verdict !== (faulty === 'absent' ? 'right' : 'offered'))
        wrong.push(`${name} ${fault}: ${faulty}, ${verdict}`);
    }
  }
  expect(wrong).toEqual([]);
});
