/**
 * Counts the skills with a finding of `reference.client` for each client, and tries a sample of the findings in the installed
 * clients: `npm run bench:client-rule -- [--more FOLDER] [--bin ID=PATH …]`. 500 skills of the corpus are drawn by the hash
 * of their path, and 100 findings of them and of the checkouts in FOLDER. A client with the skill in its user's folder lists the
 * path as the text writes it, and the same file below the folder that it tells. Without `--bin` the labels of
 * `quality-client-rule.tsv` are counted. Nothing of a skill runs: its files are empty, except SKILL.md.
 */
import './own-folders.ts';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLIENT_IDS } from '../server/client-ids.ts';
import type { ChosenClient } from '../server/protocol.ts';
import type { Finding } from '../server/rules/rule/rule.ts';
import { DEFAULT_SETTINGS } from '../server/settings.ts';
import { Workspace } from '../server/workspace/workspace.ts';
import { diskFiles } from '../skill/disk.ts';
import { CLIENTS, findSkills, readBundle } from '../skill/index.ts';
import { readConversation } from './clients/conversation.ts';
import { makeFixture } from './clients/fixture.ts';
import { REAL_CLIENTS, type RealClient, runRealClient } from './clients/real-clients.ts';
import { requiredOf } from './clients/required.ts';
import { type ScriptedCall, startScriptedServer } from './clients/scripted-server.ts';
import { layOutCorpus, readBenchTable } from './corpus/quality-corpus.ts';
import { isOwnSkill } from './corpus/repository.ts';

const SKILLS = 500;
const SAMPLE = 100;
const CODE = 'reference.client';
const OUT = join(import.meta.dirname, '../.cache/client-rule.tsv');

interface Case {
  readonly client: ChosenClient;
  /** SKILL.md, absolute. */
  readonly manifest: string;
  /** Below the folder of the repositories. */
  readonly skill: string;
  readonly target: string;
  readonly line: number;
  readonly shown: string;
}

const { values } = parseArgs({
  options: { more: { type: 'string' }, bin: { type: 'string', multiple: true, default: [] } },
});
const hash = (text: string): string => createHash('sha1').update(text).digest('hex');
const byHash = <T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] =>
  items.toSorted((a, b) => (hash(keyOf(a)) < hash(keyOf(b)) ? -1 : 1));

/** Returns the findings of the skills of a repository, for each client alone. */
function findingsIn(folder: string, slug: string): ReadonlyMap<string, readonly Case[]> {
  const repository = join(folder, slug);
  const workspace = new Workspace(diskFiles(), (code, document, error) => {
    throw new Error(`${code} failed on ${document}`, { cause: error });
  });
  workspace.setFolders([repository]);
  const manifests = findSkills(diskFiles(), repository).filter(isOwnSkill);
  const found = new Map(manifests.map((manifest): [string, Case[]] => [manifest, []]));
  for (const client of CLIENT_IDS) {
    workspace.setSettings({ ...DEFAULT_SETTINGS, clients: [client] });
    for (const manifest of manifests) {
      const result = workspace.diagnose(manifest);
      const own = (result?.findings ?? []).filter(({ code }: Finding) => code === CODE);
      for (const { range, target = '' } of own) {
        const { line } = result?.lines.position(range.start) ?? { line: 0 };
        const shown = (result?.lines.text.split('\n')[line] ?? '').trim();
        const skill = dirname(manifest).slice(folder.length + 1);
        found.get(manifest)?.push({ client, manifest, skill, target, line: line + 1, shown });
      }
    }
  }
  return found;
}

/** Returns for each case whether the client found the path as written, and below the folder that it tells. */
async function tryIn(
  client: RealClient,
  bin: string,
  cases: readonly Case[],
): Promise<readonly (readonly boolean[])[]> {
  const behavior = CLIENTS.flatMap(({ behaviors }) => behaviors).find(({ id }) => id === client.id);
  if (behavior === undefined) throw new Error(`${client.id} has no behavior.`);
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-clients-'));
  try {
    const fixture = makeFixture(root, { user: [client.folders.user], project: [] });
    const script: ScriptedCall[] = [];
    const { shell } = behavior;
    const list = (path: string): ScriptedCall => ({
      tool: shell.tool,
      args: { [shell.command]: `ls -d ${path} && echo it-is-there`, ...requiredOf(shell.extra) },
    });
    for (const { manifest, target } of cases) {
      const from = dirname(manifest);
      const name = basename(from);
      const folder = join(fixture.home, client.folders.user, name);
      const files = [...readBundle(diskFiles(), from).files];
      for (const file of files) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), '');
      }
      const text = diskFiles().read(manifest);
      writeFileSync(join(folder, 'SKILL.md'), text.kind === 'text' ? text.text : '');
      // A bundled file is the longest end of the target.
      const inner = files.filter((file) => `/${target}`.endsWith(`/${file}`)).sort((a, b) => b.length - a.length)[0];
      const told = join(folder, inner ?? target);
      script.push(list(target), list(told));
    }
    const server = await startScriptedServer(script);
    await runRealClient(client, bin, fixture, server.url);
    server.close();
    const sent = readConversation(server.requests);
    const found = script.map((_, index) => /^\s*it-is-there/m.test(withLines(sent?.answers[index]?.text ?? '')));
    return cases.map((_, index) => found.slice(2 * index, 2 * index + 2));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Returns an answer with the line breaks of a JSON string as such. */
const withLines = (text: string): string => text.replaceAll(String.raw`\n`, '\n');

const corpus = layOutCorpus();
if (corpus === undefined) {
  console.log('bench:client-rule: no corpus at ../shared/corpus, nothing measured.');
  process.exit(0);
}
const ofCorpus = new Map(corpus.repositories.flatMap((slug) => [...findingsIn(corpus.folder, slug)]));
const drawn = byHash([...ofCorpus.keys()], (path) => path.slice(corpus.folder.length)).slice(0, SKILLS);
console.log(`${drawn.length} of ${ofCorpus.size} skills of the corpus; with a finding, by client:`);
for (const client of CLIENT_IDS) {
  const count = drawn.filter((path) => ofCorpus.get(path)?.some((one) => one.client === client)).length;
  console.log(`  ${client}: ${count} (${((100 * count) / drawn.length).toFixed(1)} %)`);
}
const more = values.more !== undefined && existsSync(values.more) ? values.more : undefined;
const ofMore =
  more === undefined ? [] : readdirSync(more).flatMap((slug) => [...findingsIn(more, slug).values()].flat());
if (more !== undefined) console.log(`${new Set(ofMore.map(({ skill }) => skill)).size} further skills with a finding.`);

const bins = new Map(values.bin.map((pair) => pair.split('=') as [string, string]));
const tried = [...drawn.flatMap((path) => ofCorpus.get(path) ?? []), ...ofMore].filter(({ client }) =>
  REAL_CLIENTS.some(({ id }) => id === client),
);
const sample = byHash(tried, ({ skill, client, target }) => `${skill}\t${client}\t${target}`).slice(0, SAMPLE);
if (bins.size > 0) {
  const rows = ['skill\tclient\ttarget\tline\tas written\tbelow the told folder\ttext'];
  for (const client of REAL_CLIENTS) {
    const cases = sample.filter((one) => one.client === client.id);
    const bin = bins.get(client.id);
    if (cases.length === 0 || bin === undefined) continue;
    const answers: (readonly boolean[])[] = [];
    // A client sends all of the conversation with each call.
    for (let at = 0; at < cases.length; at += 20) answers.push(...(await tryIn(client, bin, cases.slice(at, at + 20))));
    for (const [index, { skill, target, line, shown }] of cases.entries()) {
      const [written, told] = (answers[index] ?? []).map((found) => (found ? 'found' : 'missed'));
      rows.push([skill, client.id, target, line, written, told, shown.replaceAll('\t', ' ').slice(0, 200)].join('\t'));
    }
  }
  writeFileSync(OUT, `${rows.join('\n')}\n`);
  console.log(`${rows.length - 1} tried; see ${OUT}.`);
}
const labels = readBenchTable('quality-client-rule.tsv');
const right = labels.filter(({ label }) => label === 'true').length;
console.log(`Labels: ${right} of ${labels.length} true.`);
