/** `npm run lint:imports`: reports imports that `scripts/lib/import-rules.ts` does not allow. */
import { join } from 'node:path';
import { forbiddenImports } from '../lib/import-rules.ts';
import { importsOf } from '../lib/imports.ts';

const forbidden = forbiddenImports(importsOf(join(import.meta.dirname, '../..')));
for (const message of new Set(forbidden)) console.error(message);
process.exitCode = forbidden.length > 0 ? 1 : 0;
