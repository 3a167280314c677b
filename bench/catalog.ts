/**
 * Compares the catalog of each client with the list that the installed client sends to its model:
 * `npm run bench:catalog -- --bin ID=PATH … [--home ID …]`. Both sides are in `.cache/catalog/`. README in `clients/`.
 * `--probes` says how often the catalog names the reason why a skill is not offered; with `--bin`, the clients are asked first.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askClient, isSameList } from './clients/compare-list.ts';
import { HOMES } from './clients/homes.ts';
import { batchesOf, type ProbeBatch } from './clients/not-offered.ts';
import { makeBatch, type ProbeRow, readRows, rowsOf, verdictsOf, writeRows } from './clients/probe-rows.ts';
import { clientsOf, REAL_CLIENTS, type RealClient } from './clients/real-clients.ts';

const OUT = join(import.meta.dirname, '../.cache/catalog');

/** Asks a client about the probes of these homes, and returns what it lists of them. */
async function observe(client: RealClient, bin: string, batches: readonly ProbeBatch[]): Promise<readonly ProbeRow[]> {
  const rows: ProbeRow[] = [];
  for (const batch of batches)
    await withFolder(async (root) => {
      const { list } = await askClient(client, bin, { root, ...makeBatch(client, batch, root) });
      rows.push(...rowsOf(client.id, batch, list));
      writeFileSync(join(OUT, `probes.${batch.home.id}.${client.id}.txt`), list.replaceAll(root, '<root>'));
      console.log(`${client.id}\t${batch.home.id}\t${batch.probes.length} probes`);
    });
  return rows;
}

/** Prints how often the catalog has the reason of a skill that a client does not offer, and every other verdict. */
async function scoreProbes(rows: readonly ProbeRow[]): Promise<void> {
  const counts = { probes: 0, right: 0, listed: 0, offered: 0 };
  for (const client of REAL_CLIENTS) {
    const mine = { probes: 0, right: 0 };
    for (const batch of batchesOf(client))
      await withFolder(async (root) => {
        const verdicts = verdictsOf(client, batch, root);
        for (const row of rows) {
          if (row.client !== client.id || row.batch !== batch.home.id || row.good === 'absent') continue;
          const verdict = verdicts.get(row.token)?.verdict ?? 'nothing';
          const wanted = row.faulty === 'absent' ? 'right' : 'offered';
          if (row.faulty === 'absent') {
            mine.probes++;
            if (verdict === 'right') mine.right++;
          } else {
            counts.listed++;
            if (verdict === 'offered') counts.offered++;
          }
          if (verdict !== wanted)
            console.log(`${row.client}\t${row.batch}\t${row.fault}\t${row.token}\t${row.faulty}\t${verdict}`);
        }
      });
    counts.probes += mine.probes;
    counts.right += mine.right;
    console.log(`${client.id}: the reason is right for ${mine.right} of ${mine.probes} skills that it does not list`);
  }
  console.log(
    `all: ${counts.right} of ${counts.probes}; of ${counts.listed} that are listed, ${counts.offered} are offered`,
  );
}

async function withFolder(act: (root: string) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-catalog-'));
  try {
    await act(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: {
    bin: { type: 'string', multiple: true, default: [] },
    home: { type: 'string', multiple: true, default: [] },
    probes: { type: 'boolean', default: false },
  },
});
let same = 0;
let different = 0;
mkdirSync(OUT, { recursive: true });
let rows = readRows();
for (const { client, bin } of clientsOf(values.bin)) {
  if (values.probes) {
    const batches = batchesOf(client).filter(({ home }) => values.home.length === 0 || values.home.includes(home.id));
    const isAsked = (row: ProbeRow): boolean =>
      row.client === client.id && batches.some(({ home }) => home.id === row.batch);
    rows = [...rows.filter((row) => !isAsked(row)), ...(await observe(client, bin, batches))];
    writeRows(rows);
    continue;
  }
  for (const home of HOMES) {
    if (values.home.length > 0 && !values.home.includes(home.id)) continue;
    const isSame = await isSameList(client, bin, home);
    if (isSame) same++;
    else different++;
    console.log(`${isSame ? 'same' : 'DIFFERS'}\t${home.id}\t${client.id}`);
  }
}

if (values.probes) await scoreProbes(rows);
else console.log(`${same} same, ${different} different`);
