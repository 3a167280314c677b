/**
 * Compares each profile of a client with the real client: `npm run bench:clients -- --bin ID=PATH … [--scope project]`.
 * Prints the parts that differ, and writes both sides to `.cache/clients/`. README in `clients/`.
 *
 * `--prove` also compares the lists of all homes, in both scopes, fails on a difference that is not recorded in
 * `skill/clients/differences.ts`, and otherwise writes the version and the date to `skill/clients/proofs.ts`.
 */
import { parseArgs } from 'node:util';
import { compareCalls, type Scope } from './clients/compare-calls.ts';
import { prove } from './clients/prove.ts';
import { clientsOf, type RealClient } from './clients/real-clients.ts';
import { runRecipe } from './clients/recipes.ts';

/** Shortens a text to fit on a line of the report. */
const short = (text: string): string => {
  const line = JSON.stringify(text).slice(1, -1);
  return line.length > 300 ? `${line.slice(0, 180)} … ${line.slice(-100)} (${text.length})` : line;
};

async function report(client: RealClient, bin: string, scope: Scope): Promise<void> {
  const compared = await compareCalls(client, bin, scope);
  if (compared.kind === 'silent') {
    console.log(`\n${client.id}: sent no request (exit code ${compared.code}).\n${compared.output}`);
    return;
  }
  const { same, differences, otherTools, code } = compared;
  console.log(`\n${client.id} (${scope}): ${same} parts the same, ${differences.length} differ. exit code ${code}`);
  if (otherTools.length > 0) console.log(`  only in the real client: ${otherTools.join(', ')}`);
  for (const { part, real: theirs, ours: mine } of differences)
    console.log(`- ${part}\n    real: ${short(theirs)}\n    ours: ${short(mine)}`);
}

/** Prints the verdicts of the cases in a client with its recipe. */
async function showRecipe(client: RealClient, bin: string): Promise<void> {
  const { outcomes, isUntouched, output } = await runRecipe(client, bin);
  const right = outcomes.filter((one) => one.isRight).length;
  console.log(
    `\n${client.id}, its recipe: ${right} of ${outcomes.length} verdicts are right; ${isUntouched ? 'the folder of the call is as before' : 'THE FOLDER OF THE CALL CHANGED'}`,
  );
  for (const { id, verdict, isRight } of outcomes) if (!isRight) console.log(`- ${id}: ${verdict}`);
  if (right < outcomes.length) console.log(output.slice(-1500));
}

const { values } = parseArgs({
  options: {
    bin: { type: 'string', multiple: true, default: [] },
    scope: { type: 'string', default: 'user' },
    prove: { type: 'boolean', default: false },
    part: { type: 'string', default: 'all' },
  },
});
for (const { client, bin } of clientsOf(values.bin)) {
  if (values.prove) {
    if (!(await prove(client, bin))) process.exitCode = 1;
    continue;
  }
  if (values.part !== 'recipes') await report(client, bin, values.scope === 'project' ? 'project' : 'user');
  if (values.part !== 'profiles') await showRecipe(client, bin);
}
