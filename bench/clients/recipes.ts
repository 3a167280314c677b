/**
 * Runs `skillwright eval --runner` with the recipe of each installed client, as docs/evals.md has it, against a scripted model:
 * seven cases whose verdicts are known, in a folder of an author that must stay as it is.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CLIENTS, type ClientBehavior } from '../../skill/index.ts';
import type { RealClient } from './real-clients.ts';
import { requiredOf } from './required.ts';
import { type RequestBody, type ScriptedCall, startScriptedServer } from './scripted-server.ts';

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, '.cache/recipes');
const SKILL = 'tea-notes';

/** A case: what the model does, and the verdict that is right. */
interface RecipeCase {
  readonly id: string;
  readonly calls: (client: Calls) => readonly ScriptedCall[];
  readonly verdict: 'passed' | 'failed';
  /** Absent for a trigger. */
  readonly assertions?: readonly object[];
  readonly shouldTrigger?: boolean;
}

/** The calls of a client; `{skill}` in them is the installed folder. */
interface Calls {
  readonly load: ScriptedCall;
  readonly read: (path: string) => ScriptedCall;
  readonly run: (command: string) => ScriptedCall;
}

const LOADED = { check: 'loaded' };
const NO_MISS = { check: 'max_misses', limit: 0 };
const READ = { check: 'read', path: 'references/guide.md' };
const RAN = { check: 'ran', path: 'scripts/count.sh' };

const CASES: readonly RecipeCase[] = [
  {
    id: 'pass',
    calls: ({ load, read }) => [load, read('{skill}/references/guide.md')],
    assertions: [LOADED, READ, NO_MISS, { check: 'substring', value: 'forty-two' }],
    verdict: 'passed',
  },
  {
    id: 'guess',
    calls: ({ load, read }) => [load, read('{skill}/references/guides.md')],
    assertions: [LOADED, NO_MISS],
    verdict: 'failed',
  },
  {
    id: 'relative path',
    calls: ({ load, read }) => [load, read('references/guide.md')],
    assertions: [LOADED, NO_MISS],
    verdict: 'failed',
  },
  {
    id: 'relative script',
    calls: ({ load, run }) => [load, run('sh scripts/count.sh')],
    assertions: [LOADED, NO_MISS],
    verdict: 'failed',
  },
  {
    id: 'script',
    calls: ({ load, run }) => [load, run('sh {skill}/scripts/count.sh')],
    assertions: [LOADED, RAN, NO_MISS],
    verdict: 'passed',
  },
  { id: 'fires', calls: ({ load }) => [load], shouldTrigger: true, verdict: 'passed' },
  { id: 'silent', calls: () => [], shouldTrigger: false, verdict: 'passed' },
];

/** The outcome of a case in a client. */
export interface RecipeOutcome {
  readonly id: string;
  readonly verdict: string;
  readonly isRight: boolean;
}

/** Returns the recipe of a client in docs/evals.md. */
function recipeOf(client: string): string | undefined {
  const page = readFileSync(join(ROOT, 'docs/evals.md'), 'utf8');
  return new RegExp(`^\\| \`${client}\` \\| \`([^\`]+)\``, 'm').exec(page)?.[1];
}

/** Returns the folder of a workspace in which an eval installs skills for a client. */
function installFolder(id: string): string {
  const discovery = CLIENTS.find((client) => client.id === id)?.discovery;
  const folders = discovery?.kind === 'folders' ? discovery.folders : [];
  return folders.flatMap((folder) => (folder.scope === 'workspace' ? [folder.path] : []))[0] ?? '';
}

function callsOf(behavior: ClientBehavior): Calls {
  const { activation, shell, fileTools } = behavior;
  const reader = fileTools.find((tool) => tool.kind === 'read');
  const run = (command: string): ScriptedCall => ({
    tool: shell.tool,
    args: { [shell.command]: command, ...requiredOf(shell.extra) },
  });
  const read = (path: string): ScriptedCall =>
    reader === undefined ? run(`cat ${path}`) : { tool: reader.tool, args: { [reader.path]: path } };
  const load =
    activation.kind === 'tool'
      ? { tool: activation.tool, args: { [activation.parameter]: SKILL } }
      : read('{skill}/SKILL.md');
  return { load, read, run };
}

/** Writes the author's folder: a skill with its cases, and a file of the author. */
function writeAuthor(folder: string): void {
  const files: Readonly<Record<string, string>> = {
    'README.md': 'Mine.\n',
    'src/tea.ts': 'export {};\n',
    [`skills/${SKILL}/SKILL.md`]: `---\nname: ${SKILL}\ndescription: Writes notes about tea. Use when asked for tea notes.\n---\n\n# Tea notes\n\nRead references/guide.md, then run scripts/count.sh.\n`,
    [`skills/${SKILL}/references/guide.md`]: 'The answer is forty-two.\n',
    [`skills/${SKILL}/scripts/count.sh`]: 'echo counted\n',
    [`skills/${SKILL}/evals/evals.json`]: JSON.stringify({
      evals: CASES.map(({ id, assertions, shouldTrigger }) =>
        assertions === undefined
          ? { id, query: promptOf(id), should_trigger: shouldTrigger }
          : { id, prompt: promptOf(id), assertions },
      ),
    }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const promptOf = (id: string): string => `Write tea notes, variant ${id.replaceAll(' ', '-')}.`;

/** Returns a hash of the names, kinds, times and contents below a folder. */
function hashOf(folder: string): string {
  const hash = createHash('sha256');
  const visit = (path: string): void => {
    for (const name of readdirSync(path).sort()) {
      const inner = join(path, name);
      const stats = lstatSync(inner);
      hash.update(`${inner.slice(folder.length)}\0${stats.mode}\0`);
      if (stats.isDirectory()) visit(inner);
      else hash.update(`${stats.mtimeMs}\0`).update(readFileSync(inner));
    }
  };
  visit(folder);
  return hash.digest('hex');
}

/** Returns the calls of the case in a request, with the folder of the copy that the client told the model. */
function scriptFor(body: RequestBody, calls: Calls, folder: string): readonly ScriptedCall[] {
  const text = JSON.stringify(body);
  const one = CASES.find(({ id }) => text.includes(promptOf(id)));
  const workspace = /\/[\w./-]*skillwright-client-[\w-]+\/workspace/.exec(text)?.[0] ?? '/unknown';
  const script = JSON.stringify(one?.calls(calls) ?? []);
  return JSON.parse(script.replaceAll('{skill}', `${workspace}/${folder}/${SKILL}`)) as readonly ScriptedCall[];
}

/** Runs all cases in a client with its recipe. Returns the outcomes, and whether the author's folder is the same as before. */
export async function runRecipe(
  client: RealClient,
  bin: string,
): Promise<{ readonly outcomes: readonly RecipeOutcome[]; readonly isUntouched: boolean; readonly output: string }> {
  const behavior = CLIENTS.flatMap(({ behaviors }) => behaviors).find(({ id }) => id === client.id);
  const recipe = recipeOf(client.id);
  if (behavior === undefined || recipe === undefined) throw new Error(`${client.id} has no recipe in docs/evals.md.`);
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-recipes-'));
  const author = join(root, 'author');
  const out = join(root, 'out');
  mkdirSync(author);
  // Not below the temporary folder, where Codex's sandbox does not find its own program.
  const home = mkdtempSync(join(process.env.RECIPES_HOME ?? '/var/tmp', 'skillwright-recipes-home-'));
  writeAuthor(author);
  const calls = callsOf(behavior);
  const server = await startScriptedServer(
    // One call a step.
    (step, body) => scriptFor(body, calls, installFolder(client.id)).slice(step, step + 1),
    'forty-two',
  );
  for (const [path, text] of Object.entries({ ...client.files(server.url), ...client.recipe?.files?.(server.url) })) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const before = hashOf(author);
  // One trial at a time: opencode creates its database in a new home, and two that do so simultaneously fail.
  const args = [
    'eval',
    `skills/${SKILL}`,
    '--client',
    client.id,
    '--runner',
    recipe,
    '--trials',
    '1',
    '--jobs',
    '1',
    '--out',
    out,
  ];
  const environment = {
    PATH: `${process.env.CLIENTS_PATH ?? ''}:${dirname(bin)}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    // The folder of the author, as a shell sets it.
    PWD: author,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    ...client.environment(server.url),
    ...client.recipe?.environment,
  };
  const output = await runCli(args, author, environment);
  server.close();
  const isUntouched = hashOf(author) === before;
  const outcomes = outcomesIn(out);
  mkdirSync(OUT, { recursive: true });
  writeFileSync(join(OUT, `${client.id}.output.txt`), output);
  rmSync(join(OUT, client.id), { recursive: true, force: true });
  if (existsSync(out)) cpSync(out, join(OUT, client.id), { recursive: true });
  for (const folder of [root, home]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return { outcomes, isUntouched, output };
}

function outcomesIn(out: string): readonly RecipeOutcome[] {
  interface Trial {
    readonly case: string;
    readonly side: string;
    readonly verdict: string;
    readonly reason?: string;
  }
  let trials: readonly Trial[] = [];
  try {
    ({ trials } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as { trials: readonly Trial[] });
  } catch {
    // The eval ended before its results.
  }
  return CASES.map(({ id, verdict }) => {
    const trial = trials.find((one) => one.case === id && one.side === 'with');
    const found = trial?.verdict ?? 'none';
    return {
      id,
      verdict: `${found}${trial?.reason === undefined ? '' : `: ${trial.reason}`}`,
      isRight: found === verdict,
    };
  });
}

function runCli(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli.mjs'), ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding('utf8').on('data', (data: string) => {
      output += data;
    });
  return new Promise((resolve) => {
    child.on('close', () => resolve(output));
  });
}
