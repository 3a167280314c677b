/**
 * The share of misses of real agents that `check` and `stress` would have told the author of the skill, and the share of
 * files that no one missed but that they name all the same.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { ObservedMisses, StressCause } from '../../runtime/protocol/stress.ts';
import { findSkillsIn, stressReport } from '../../runtime/stress/report.ts';
import type { Skill } from '../../skill/index.ts';
import type { RowSkill } from './row-skill.ts';

/** The place in which a skill of a row was named, if it was. */
export interface Foretold {
  readonly skill: RowSkill;
  readonly byCheck: string | undefined;
  readonly byStress: string | undefined;
  /** True if the words were named by simulated weak models, which miss every path that they resolve in the workspace. */
  readonly byWeak: boolean;
}

const CLI = join(import.meta.dirname, '../../dist/cli.mjs');
const SEEDS = 10;
const PROMPTS = ['Follow the skill: use every file that it names.'];

interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly code: string;
  readonly message: string;
  readonly target?: string;
}

/** Returns what `check` and `stress` say about the skill of each row. Needs a build of the command line. */
export async function foretell(skills: readonly RowSkill[]): Promise<readonly Foretold[]> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-foretold-'));
  try {
    const found: Foretold[] = [];
    for (const skill of skills) if (skill.text !== undefined) write(folder, skill);
    const diagnostics = check(folder);
    for (const skill of skills) found.push(await foretellOne(folder, skill, diagnostics));
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const folderOf = (folder: string, { row, root, name }: RowSkill): string => join(folder, row.id, root, name);

function write(folder: string, skill: RowSkill): void {
  const { name, document, text = '', files } = skill;
  const head = `---\nname: ${name}\ndescription: Follows ${name} step by step. Use it for every task with ${name}.\n---\n\n# Steps\n\n`;
  const body =
    document === 'SKILL.md'
      ? { 'SKILL.md': `${head}${text}\n` }
      : { 'SKILL.md': `${head}Read [it](${document}).\n`, [document]: `${text}\n` };
  for (const [file, content] of Object.entries({ ...Object.fromEntries(files.map((one) => [one, 'x\n'])), ...body })) {
    const path = join(folderOf(folder, skill), file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** Returns the diagnostics of `check`, with absolute paths. */
export function check(folder: string): readonly Diagnostic[] {
  const { stdout, status } = spawnSync(process.execPath, [CLI, 'check', '.', '--format', 'json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0 && status !== 1) throw new Error(`check exited with ${status}.`);
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
  return diagnostics.map((one) => ({ ...one, file: join(folder, one.file) }));
}

async function foretellOne(folder: string, skill: RowSkill, diagnostics: readonly Diagnostic[]): Promise<Foretold> {
  const { text, client } = skill;
  if (text === undefined) return { skill, byCheck: undefined, byStress: undefined, byWeak: false };
  const root = folderOf(folder, skill);
  const own = diagnostics.find(
    (one) => one.file.startsWith(`${root}/`) && one.code.startsWith('reference.') && isAbout(text, `${one.target}`),
  );
  const found = client === undefined || client === 'adk' ? undefined : await observe(root, client, skill.install);
  const words = found?.observed?.words.find((one) => isAbout(text, one.text));
  const guessed =
    client === 'adk'
      ? (await observe(root, 'adk')).causes.find((one) => !one.doubtful && isAbout(text, one.text))
      : undefined;
  return {
    skill,
    byCheck: own?.code,
    byStress: words?.kind ?? guessed?.kind,
    byWeak: (found?.causes ?? []).some((one) => isAbout(text, one.text)),
  };
}

/** True if the text of a row has the words of a finding. */
const isAbout = (text: string, words: string): boolean => words !== '' && text.includes(words.replace(/^\.\//, ''));

interface Observed {
  readonly observed: ObservedMisses | undefined;
  readonly causes: readonly StressCause[];
}

async function observe(root: string, client: string, install: 'user' | 'project' = 'user'): Promise<Observed> {
  const found = findSkillsIn([root]);
  if (found.kind === 'failed') throw new Error(found.message);
  const report = await stressReport({
    skills: found.skills,
    prompts: PROMPTS,
    models: ['simulated/weak', 'simulated/observed'],
    seeds: SEEDS,
    guards: 'default',
    maxLlmCalls: 50,
    replays: false,
    signal: new AbortController().signal,
    clients: [client],
    installation: { install },
  });
  if ('kind' in report) throw new Error(report.message);
  const [skill] = report.skills;
  return { observed: skill?.observed, causes: skill?.causes ?? [] };
}

/** Files that exist and that a text names, and how many of them are named as something that goes wrong. */
export interface NamedNegatives {
  readonly files: number;
  readonly byCheck: number;
  readonly byStress: number;
  readonly byWeak: number;
}

/**
 * Returns how many of the files that exist, and that the SKILL.md of these skills names, are named by `check` or `stress` in a
 * client.
 */
export async function nameNegatives(
  skills: readonly Skill[],
  client: string,
  diagnostics: readonly Diagnostic[],
): Promise<NamedNegatives> {
  let [files, byCheck, byStress, byWeak] = [0, 0, 0, 0];
  for (const skill of skills) {
    const named = new Set(
      skill.manifest.references.flatMap(({ path, excuse }) =>
        excuse === undefined && skill.bundle.files.has(path) ? [path] : [],
      ),
    );
    if (named.size === 0) continue;
    const { observed, causes } = await observe(skill.root, client);
    const ofSkill = diagnostics.filter(
      (one) =>
        one.file.startsWith(`${skill.root}/`) && /^reference\./.test(one.code) && basename(one.file) === 'SKILL.md',
    );
    for (const path of named) {
      files++;
      if (ofSkill.some(({ target = '' }) => target.replace(/^\.\//, '') === path)) byCheck++;
      if (observed?.words.some(({ asked }) => asked.some((one) => one.path.endsWith(path))) === true) byStress++;
      if (causes.some(({ asked }) => asked.some((one) => one.path === path))) byWeak++;
    }
  }
  return { files, byCheck, byStress, byWeak };
}
