/** The findings of `check` on the skills of an unseen set, one row for each target of a file. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A skill of a set, as in the table of the draw: `set, owner, repository, skill, commit`. */
export interface SampledSkill {
  readonly set: string;
  /** Name of the checkout: `OWNER+REPOSITORY`. */
  readonly checkout: string;
  /** Its folder in the checkout; empty at the root. */
  readonly folder: string;
}

export type Reported = 'error' | 'warning' | 'quiet' | 'no';

export interface Row {
  readonly set: string;
  /** `CHECKOUT/FOLDER`. */
  readonly skill: string;
  /** Relative to the skill's folder. */
  readonly file: string;
  readonly line: number;
  readonly target: string;
  readonly kind: 'reference' | 'mention';
  /** `quiet`: an information or a hint, which counts as silence. */
  readonly reported: Reported;
}

/** Codes of unresolved paths. Another letter case is a fact that needs no reader. */
const REFERENCES: ReadonlySet<string> = new Set([
  'reference.missing',
  'reference.other-skill',
  'reference.escapes',
  'reference.case',
]);
const MENTIONS: ReadonlySet<string> = new Set(['reference.guessable']);

interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly target?: string;
  readonly related?: readonly { readonly file: string; readonly line: number }[];
  readonly covers?: readonly string[];
}

/** Returns a hash; rows are sorted by it for a reproducible sample. */
export const hashOf = (...parts: readonly string[]): string => createHash('sha1').update(parts.join('|')).digest('hex');

export const keyOf = ({ skill, file, target }: Row): string => `${skill}\t${file}\t${target}`;

/** Reads the table of a draw. */
export function readDraw(file: string, set: string): readonly SampledSkill[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter(([name]) => name === set)
    .map(([name = '', owner = '', repository = '', folder = '']) => ({
      set: name,
      checkout: `${owner}+${repository}`,
      folder: folder === '.' ? '' : folder,
    }));
}

/**
 * Returns every finding about a path or a mention in the drawn skills of one checkout, by a build of the command line.
 * @param cli the built command line, `dist/cli.mjs`
 * @returns one row per target of a file, with the highest level if it is reported more than once
 */
export function findingsIn(folder: string, skills: readonly SampledSkill[], cli: string): readonly Row[] {
  const { stdout } = spawnSync(process.execPath, [cli, 'check', '.', '--root', '.', '--format', 'json', '--no-cache'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] };
  const rows = new Map<string, Row>();
  for (const { file, line, code, severity, target, covers = [] } of diagnostics) {
    const kind = REFERENCES.has(code) ? 'reference' : MENTIONS.has(code) ? 'mention' : undefined;
    const skill = skillAround(file, skills);
    if (kind === undefined || skill === undefined || target === undefined) continue;
    const reported = severity === 'error' || severity === 'warning' ? severity : 'quiet';
    for (const one of [target, ...covers]) {
      const row: Row = {
        set: skill.set,
        skill: join(skill.checkout, skill.folder),
        file: skill.folder === '' ? file : file.slice(skill.folder.length + 1),
        line,
        target: one,
        kind,
        reported,
      };
      const known = rows.get(keyOf(row));
      if (known === undefined || LOUDNESS[known.reported] < LOUDNESS[reported]) rows.set(keyOf(row), row);
    }
  }
  return [...rows.values()];
}

const LOUDNESS: Readonly<Record<Reported, number>> = { error: 3, warning: 2, quiet: 1, no: 0 };

/** Returns the drawn skill of a file: the deepest folder that contains it. */
export function skillAround(file: string, skills: readonly SampledSkill[]): SampledSkill | undefined {
  return skills
    .filter(({ folder }) => folder === '' || file.startsWith(`${folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
}

/** Returns at most `max` rows of each skill, drawn by hash. */
export function limitRows(rows: readonly Row[], max: number): readonly Row[] {
  const bySkill = new Map<string, Row[]>();
  for (const row of rows) bySkill.set(row.skill, [...(bySkill.get(row.skill) ?? []), row]);
  return [...bySkill.values()].flatMap((list) =>
    list.sort((a, b) => (hashOf(keyOf(a)) < hashOf(keyOf(b)) ? -1 : 1)).slice(0, max),
  );
}
