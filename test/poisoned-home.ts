/**
 * `npm run test:poisoned [-- COMMAND…]`: runs the tests (`npm test`, or another command) as a user whose home folder is
 * full of files that the product reads, each of which would change the result of a test that sees it. Exits with the
 * command's code, or with 1 if one of the files was changed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ownFolders } from '../scripts/lib/own-folders.ts';

const root = join(import.meta.dirname, '..');
const home = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-poisoned-'));
// npm, which starts the tests, is not under test.
const npm = { npm_config_userconfig: join(homedir(), '.npmrc'), npm_config_cache: join(homedir(), '.npm') };
const environment = ownFolders(home);
Object.assign(process.env, npm, environment);
try {
  await createPoisonedFiles();
  const before = hashFiles();
  const argv = process.argv.slice(2);
  const [command = 'npm', ...args] = argv.length > 0 ? argv : ['npm', 'test'];
  const code = spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
  const after = hashFiles();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  for (const path of changed) console.error(`changed in the user's home: ${path}`);
  console.log(changed.length === 0 ? `none of ${before.size} poisoned files was changed` : `${changed.length} changed`);
  process.exitCode = code === 0 && changed.length > 0 ? 1 : code;
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Creates approvals for every example skill, keys for every usual origin, settings, agents, and a waiting run. */
async function createPoisonedFiles(): Promise<void> {
  const { approve } = await import('../runtime/approvals/persistent-approvals.ts');
  const { readSkillFiles } = await import('../runtime/skill-files/skill-files.ts');
  const skills = join(root, 'examples/skills');
  for (const name of readdirSync(skills)) {
    const place = join(skills, name);
    const files = await readSkillFiles(place, 1e9, new AbortController().signal);
    if (files.kind !== 'files') continue;
    approve({ kind: 'skill', name, place, hash: files.hash, sandbox: 'none' });
  }
  // In the location of earlier versions.
  const approvals = join(environment.XDG_DATA_HOME ?? '', 'skillwright/approvals');
  for (const file of readdirSync(approvals))
    write(`.cache/skillwright/approvals/${file}`, readFileSync(join(approvals, file), 'utf8'));
  const origins = ['https://api.openai.com', 'https://api.anthropic.com', 'https://generativelanguage.googleapis.com'];
  write(
    '.config/skillwright/keys.json',
    JSON.stringify(Object.fromEntries(origins.map((origin) => [origin, 'key-of-the-user-1234567890']))),
  );
  chmodSync(join(home, '.config/skillwright/keys.json'), 0o600);
  const settings = JSON.stringify({
    'skillwright.profile': 'adk',
    'skillwright.run.guards': 'off',
    'skillwright.run.maxLlmCalls': 1,
    'skillwright.run.model': 'simulated/stubborn-scripts',
    'skillwright.rules.reference.missing': 'off',
    'skillwright.rules.reference.guessable': 'error',
  });
  for (const folder of ['.config/Code', '.local/share/code-server', '.vscode-server/data'])
    write(`${folder}/User/settings.json`, settings);
  const agents = { main: { instruction: 'Of the user.', maxLlmCalls: 1, guards: { preset: 'off' } } };
  write('.skillwright.json', JSON.stringify({ profile: 'adk', rules: { 'reference.missing': 'off' }, agents }));
  write('.github/agents/main.agent.md', '---\nname: main\nmodel: simulated/stubborn\n---\nOf the user.\n');
  const start = { seq: 1, time: '2026-01-01T00:00:00.000Z', type: 'run_started', invocation: 'i', agent: 'main' };
  const more = { run: 'of-the-user', model: 'simulated/weak', skills: [], guards: 'off', maxLlmCalls: 1, prompt: 'x' };
  for (const folder of ['', '.local/share/code-server/User/globalStorage/skillwright.skillwright/'])
    write(`${folder}.skillwright/runs/of-the-user/journal.jsonl`, `${JSON.stringify({ ...start, ...more })}\n`);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

/** Returns the hashes of all files in the home folder, except those of other programs, by path. */
function hashFiles(): ReadonlyMap<string, string> {
  const ours = filesOf(home).filter((path) =>
    /skillwright|Code|code-server|vscode|github/i.test(path.slice(home.length)),
  );
  return new Map(ours.map((path) => [path.slice(home.length + 1), hashOf(path)]));
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesOf(path);
    return entry.isFile() ? [path] : [];
  });
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
