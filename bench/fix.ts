/**
 * Effects of `check --fix` on real skills: on an unchanged copy, and on a copy with faults in each SKILL.md whose fix
 * must restore the original text. A second run must change nothing, and no finding may be new.
 */
import './own-folders.ts';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { layOutCorpus } from './corpus/quality-corpus.ts';

const cli = join(import.meta.dirname, '..', 'dist', 'cli.mjs');

interface Finding {
  readonly file: string;
  readonly code: string;
  readonly severity: string;
  readonly target?: string;
  readonly message: string;
}

function check(folder: string, ...args: string[]): Promise<readonly Finding[]> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, maxBuffer: 1e9 } as const;
    execFile(process.execPath, [cli, 'check', '--format', 'json', '--no-cache', ...args], options, (error, stdout) => {
      if (typeof error?.code === 'number' && error.code > 1) reject(error);
      else resolve(JSON.parse(stdout).diagnostics);
    });
  });
}

/** Faults with a safe fix, each undefined if the text has no place for it. */
const FAULTS: Readonly<Record<string, (text: string, folder: string) => string | undefined>> = {
  'zero-width space': (text) => at(text, /^[A-Z][a-z]+ (?=[a-z]+ [a-z]+)/m, (found) => `${found}\u200B`),
  tags: (text) => at(text, /\.$/m, (found) => `${found}\u{E0048}\u{E0069}`),
  'field in another spelling': (text) =>
    at(text, /^(?:license|description|metadata)(?=:)/m, (key) => key.toUpperCase()),
  'no name': (text, folder) => {
    const line = new RegExp(`^(---\\r?\\n)name: ${folder}\\r?\\n`);
    return line.test(text) ? text.replace(line, '$1') : undefined;
  },
  'letter case': (text) =>
    at(text, /(?<=\]\()(?:references|scripts|assets)\/[\w./-]+\.\w+(?=\))/, (path) => {
      const cut = path.lastIndexOf('/') + 1;
      return path.slice(0, cut) + path.slice(cut, cut + 1).toUpperCase() + path.slice(cut + 1);
    }),
};

function at(text: string, where: RegExp, change: (found: string) => string): string | undefined {
  const match = where.exec(text);
  if (match === null) return undefined;
  const changed = change(match[0]);
  return changed === match[0]
    ? undefined
    : text.slice(0, match.index) + changed + text.slice(match.index + match[0].length);
}

function readFiles(folder: string): ReadonlyMap<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return new Map(files.map((one) => join(one.parentPath, one.name)).map((path) => [path, readFileSync(path)]));
}

const keyOf = ({ file, code, target, message }: Finding): string => [file, code, target ?? message].join('\t');
const errorsAndWarnings = (all: readonly Finding[]) =>
  all.filter(({ severity }) => severity === 'error' || severity === 'warning');

/**
 * Fixes a folder twice; returns the number of changed files, new findings, and whether the second run changed
 * anything.
 */
async function fixTwice(folder: string, earlier: readonly Finding[] = []) {
  const before = readFiles(folder);
  const found = await check(folder);
  const remaining = await check(folder, '--fix');
  const after = readFiles(folder);
  await check(folder, '--fix');
  const again = readFiles(folder);
  // A fault may hide findings that existed before it was inserted.
  const known = new Set([...found, ...earlier].map(keyOf));
  return {
    before,
    after,
    findings: [errorsAndWarnings(found).length, errorsAndWarnings(remaining).length],
    changed: [...after].filter(([path, bytes]) => !before.get(path)?.equals(bytes)).length,
    changedAgain:
      [...again].filter(([path, bytes]) => !after.get(path)?.equals(bytes)).length + Math.abs(again.size - before.size),
    left: remaining,
    fresh: errorsAndWarnings(remaining).filter((one) => !known.has(keyOf(one))),
  };
}

const corpus = layOutCorpus();
if (corpus === undefined) {
  console.log('The collection of real skills is not here.');
  process.exit(0);
}
const work = mkdtempSync(join(tmpdir(), 'sw-fix-'));
let wrong = 0;
try {
  const plain = join(work, 'plain');
  mkdirSync(plain);
  cpSync(corpus.folder, plain, { recursive: true });
  const asIs = await fixTwice(plain);
  console.log(
    `as they are: ${asIs.findings.join(' → ')} errors and warnings, ${asIs.changed} files changed, ` +
      `${asIs.changedAgain} by a second run, ${asIs.fresh.length} new findings`,
  );
  wrong += asIs.changedAgain + asIs.fresh.length;
  for (const [name, fault] of Object.entries(FAULTS)) {
    const folder = join(work, 'faulty');
    rmSync(folder, { recursive: true, force: true });
    cpSync(plain, folder, { recursive: true });
    const originals = new Map<string, string>();
    for (const [path, bytes] of asIs.after) {
      if (!/\/skill\.md$/i.test(path)) continue;
      const own = path.replace(plain, folder);
      const text = bytes.toString();
      const faulty = fault(text, path.split('/').at(-2) ?? '');
      if (faulty === undefined) continue;
      originals.set(own, text);
      writeFileSync(own, faulty);
    }
    const fixed = await fixTwice(folder, asIs.left);
    const back = [...originals].filter(([path, text]) => fixed.after.get(path)?.toString() === text).length;
    const others = [...fixed.after].filter(
      ([path, bytes]) => !originals.has(path) && !asIs.after.get(path.replace(folder, plain))?.equals(bytes),
    ).length;
    console.log(
      `${name}: inserted into ${originals.size}, ${back} restored; ${others} other files changed, ` +
        `${fixed.changedAgain} by a second run, ${fixed.fresh.length} new findings`,
    );
    for (const one of fixed.fresh.slice(0, 5)) console.log(`  ${keyOf(one)}`);
    for (const [path, text] of originals) {
      const now = fixed.after.get(path)?.toString();
      if (now !== text && process.argv.includes('--show')) console.log(`  not restored: ${relative(folder, path)}`);
    }
    wrong += others + fixed.changedAgain + fixed.fresh.length;
  }
} finally {
  if (existsSync(work)) rmSync(work, { recursive: true, force: true });
}
if (wrong > 0) process.exitCode = 1;
