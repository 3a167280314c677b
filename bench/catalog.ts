/**
 * Compares the catalog of each client with the list that the installed client sends to its model:
 * `npm run bench:catalog -- --bin ID=PATH … [--home ID …]`. Both sides are in `.cache/catalog/`. README in `clients/`.
 */
import { parseArgs } from 'node:util';
import { isSameList } from './clients/compare-list.ts';
import { HOMES } from './clients/homes.ts';
import { clientsOf } from './clients/real-clients.ts';

const { values } = parseArgs({
  options: {
    bin: { type: 'string', multiple: true, default: [] },
    home: { type: 'string', multiple: true, default: [] },
  },
});
let same = 0;
let different = 0;
for (const { client, bin } of clientsOf(values.bin))
  for (const home of HOMES) {
    if (values.home.length > 0 && !values.home.includes(home.id)) continue;
    const isSame = await isSameList(client, bin, home);
    if (isSame) same++;
    else different++;
    console.log(`${isSame ? 'same' : 'DIFFERS'}\t${home.id}\t${client.id}`);
  }

console.log(`${same} same, ${different} different`);
