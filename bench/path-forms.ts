/**
 * Measures which forms of a path each installed client finds: `npm run bench:path-forms -- --bin ID=PATH …`. A scripted model
 * asks for a bundled file, and runs a bundled script on a file of the workspace, in every form of `clients/path-forms.ts`,
 * with the skill in the user's folder and then in the workspace. Writes the clients' rows of `path-forms.tsv`, from which
 * `npm run generate` makes the table of `docs/clients.md`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLIENTS } from '../skill/index.ts';
import { readConversation } from './clients/conversation.ts';
import { makeFixture } from './clients/fixture.ts';
import { outcomeOf, pathForms } from './clients/path-forms.ts';
import { REAL_CLIENTS, type RealClient, runRealClient } from './clients/real-clients.ts';
import { type ScriptedCall, startScriptedServer } from './clients/scripted-server.ts';

const TABLE = join(import.meta.dirname, 'path-forms.tsv');
const HEAD = ['client', 'version', 'installed', 'request', 'form', 'sent', 'outcome'];
const OUT = join(import.meta.dirname, '../.cache/path-forms');

/** The scripted calls find the skill in one of these places. */
const SCOPES = ['user', 'project'] as const;

/** Returns the rows of a client with the skill in one place, in the order of the forms. */
async function measure(client: RealClient, bin: string, scope: (typeof SCOPES)[number]): Promise<readonly string[][]> {
  const behavior = CLIENTS.flatMap(({ behaviors }) => behaviors).find(({ id }) => id === client.id);
  if (behavior === undefined) throw new Error(`${client.id} has no behavior.`);
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-clients-'));
  try {
    const folder = client.folders[scope];
    const fixture = makeFixture(root, {
      user: scope === 'user' ? [folder] : [],
      project: scope === 'project' ? [folder] : [],
    });
    const { home, workspace } = fixture;
    const skill = join(scope === 'user' ? home : workspace, folder, 'tally-lines');
    const short = `${scope === 'user' ? '~/' : ''}${folder}/tally-lines`;
    const forms = pathForms(behavior, { workspace, skill, short });
    const { activation } = behavior;
    const load: readonly ScriptedCall[] =
      activation.kind === 'tool' ? [{ tool: activation.tool, args: { [activation.parameter]: 'tally-lines' } }] : [];
    const script = [...load, ...forms.flatMap(({ after, call }) => [...(after ? [after] : []), call])];
    const server = await startScriptedServer(script);
    const { code, output } = await runRealClient(client, bin, fixture, server.url);
    server.close();
    const sent = readConversation(server.requests);
    mkdirSync(OUT, { recursive: true });
    writeFileSync(join(OUT, `${client.id}-${scope}.json`), JSON.stringify({ forms, answers: sent?.answers }, null, 1));
    if (sent === undefined)
      throw new Error(`${client.id} sent no request (exit code ${code}).\n${output.slice(-2000)}`);
    return forms.map(({ id, request, shown, call }) => {
      const answer = sent.answers[script.lastIndexOf(call)];
      return [scope, request, id, shown, answer === undefined ? 'not answered' : outcomeOf(request, answer.text)];
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { bin: { type: 'string', multiple: true, default: [] } } });
const lines = existsSync(TABLE) ? readFileSync(TABLE, 'utf8').split('\n').slice(1).filter(Boolean) : [];
let rows = lines.map((line) => line.split('\t'));
for (const pair of values.bin) {
  const [id, bin] = pair.split('=');
  const client = REAL_CLIENTS.find((one) => one.id === id);
  if (client === undefined || bin === undefined) throw new Error(`Use --bin ID=PATH; ${id} is not known.`);
  const { stdout } = spawnSync(bin, ['--version'], { encoding: 'utf8', timeout: 60_000 });
  const [version = 'unknown'] = /\d+\.\d+\.\d+/.exec(stdout) ?? [];
  const measured: string[][] = [];
  for (const scope of SCOPES)
    measured.push(...(await measure(client, bin, scope)).map((row) => [client.id, version, ...row]));
  rows = [...rows.filter(([one]) => one !== client.id), ...measured];
  console.log(measured.map((row) => row.join('\t')).join('\n'));
}
rows.sort(([a = ''], [b = '']) => (a === b ? 0 : a < b ? -1 : 1));
writeFileSync(TABLE, `${[HEAD, ...rows].map((row) => row.join('\t')).join('\n')}\n`);
