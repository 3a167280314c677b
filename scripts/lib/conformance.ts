/** The statements about the runtime, the tests that name them, and the report that lists both. */
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { globSync } from 'tinyglobby';
import { escapeRegExp } from '../../runtime/text/escape-reg-exp.ts';

export interface Statement {
  readonly number: number;
  readonly label: string;
  readonly tier: string;
  readonly text: string;
}

/** A test, or a group of tests, whose title begins with the statements that it verifies: `[40] …`, `[39] [40] …`. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
  readonly statements: readonly number[];
}

export type Outcome = 'passed' | 'failed' | 'skipped' | 'not run';

/** Tiers of statements that are not implemented, by letter. */
const NOT_BUILT: ReadonlySet<string> = new Set(['J']);

export function readStatements(root: string): readonly Statement[] {
  let tier = '';
  return readFileSync(join(root, 'scripts/lib/statements.tsv'), 'utf8')
    .split('\n')
    .flatMap((line): Statement[] => {
      if (line.startsWith('## ')) tier = line.slice(3);
      if (line === '' || line.startsWith('#')) return [];
      const [number, label = '', text = ''] = line.split('\t');
      return [{ number: Number(number), label, tier, text }];
    });
}

/** Returns the notes by statement: the table in `docs/conformance-notes.md`, whose first cell is `36`, `12, 17` or `17 to 23`. */
export function readNotes(root: string): ReadonlyMap<number, readonly string[]> {
  const notes = new Map<number, string[]>();
  for (const line of readFileSync(join(root, 'docs/conformance-notes.md'), 'utf8').split('\n')) {
    const [, numbers = '', differs = '', why = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    for (const [, from = '', to = from] of numbers.matchAll(/(\d+)(?: to (\d+))?/g))
      for (let number = Number(from); number <= Number(to); number++)
        notes.set(number, [...(notes.get(number) ?? []), [differs, why].filter((part) => part !== '').join('. Why: ')]);
  }
  return notes;
}

const TESTS = ['{skill,server,runtime,client,cli,scripts,syntaxes}/**/*.test.{ts,tsx}', 'test/integration/**/*.ts'];
/** Matches a first argument of `test`, `describe` or `each(…)` that begins with a number in brackets. */
const TITLE = /\(\s*(?<quote>['"`])(?<title>\[\d+[^\]\n]*\] ?(?:\\.|(?!\k<quote>)[^\\\n])*)\k<quote>\s*,/g;

/** Reads the tests that name statements from the source text, without running them. */
export function readTests(root: string): readonly NamedTest[] {
  const files = globSync(TESTS, { cwd: root }).sort();
  return files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(TITLE)].map(({ groups }) => {
      const title = (groups?.title ?? '').replace(/\\(.)/g, '$1');
      const [numbers = ''] = /^(?:\[[^\]]*\] ?)+/.exec(title) ?? [];
      const statements = [...numbers.matchAll(/\[(\d+)/g)].map(([, number]) => Number(number));
      return { file: file.split(sep).join('/'), title, statements };
    }),
  );
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** Returns a lookup of test outcomes in vitest's reports. A title with placeholders covers all tests made from it. */
export function outcomesOf(root: string, reports: readonly Report[]): (test: NamedTest) => Outcome {
  const byFile = new Map<string, { readonly titles: readonly string[]; readonly status: string }[]>();
  for (const { name, assertionResults } of reports.flatMap((report) => report.testResults)) {
    const file = relative(root, name).split(sep).join('/');
    const of = assertionResults.map(({ ancestorTitles, title, status }) => ({
      titles: [...ancestorTitles, title],
      status,
    }));
    byFile.set(file, [...(byFile.get(file) ?? []), ...of]);
  }
  return ({ file, title }) => {
    const pattern = new RegExp(
      `^${title
        .split(/%[sdifjoO#]|\$\{[^}]*\}|\$[\w.]+/)
        .map(escapeRegExp)
        .join('[^]*')}$`,
    );
    const statuses = (byFile.get(file) ?? [])
      .filter(({ titles }) => titles.some((one) => pattern.test(one)))
      .map(({ status }) => status);
    if (statuses.includes('failed')) return 'failed';
    if (statuses.includes('passed')) return 'passed';
    return statuses.length > 0 ? 'skipped' : 'not run';
  };
}

/** Returns the statements of implemented tiers that have neither a test nor a note. */
export function findUnproven(
  statements: readonly Statement[],
  tests: readonly NamedTest[],
  notes: ReadonlyMap<number, readonly string[]>,
): readonly Statement[] {
  const named = new Set(tests.flatMap((test) => test.statements));
  return statements.filter(
    ({ number, tier }) => !named.has(number) && !notes.has(number) && !NOT_BUILT.has(tier.slice(0, 1)),
  );
}

/** Describes what the report lacks, one line each: statements without a test or note, and tests that failed or were not run. */
export function problemsIn(
  statements: readonly Statement[],
  tests: readonly NamedTest[],
  notes: ReadonlyMap<number, readonly string[]>,
  outcome: (test: NamedTest) => Outcome,
): readonly string[] {
  const missing = findUnproven(statements, tests, notes).map(({ number, text }) => `WITHOUT A TEST: ${number} ${text}`);
  const broken = tests.flatMap((test): string[] => {
    const result = outcome(test);
    return result === 'failed' || result === 'not run' ? [`${result.toUpperCase()}: ${test.file} ${test.title}`] : [];
  });
  return [...missing, ...broken];
}

/** Formats the report as Markdown. */
export function pageOf(
  statements: readonly Statement[],
  tests: readonly NamedTest[],
  notes: ReadonlyMap<number, readonly string[]>,
  outcome: (test: NamedTest) => Outcome,
): string {
  const missing = findUnproven(statements, tests, notes);
  const lines = [
    '# Conformance',
    '',
    'The observable behavior of the runtime, statement by statement, with the tests that verify it. `npm run conformance` generates this report from `scripts/lib/statements.tsv`, the titles of the tests, `docs/conformance-notes.md` and the last `npm test`. U: as in ADK for Python. S: required by the specification of the runtime. D: our own decision.',
    '',
  ];
  if (missing.length > 0) {
    lines.push('## WITHOUT A TEST', '');
    for (const { number, label, text } of missing) lines.push(`- **${number}** (${label}) ${text}`);
    lines.push('');
  }
  let tier = '';
  for (const statement of statements) {
    if (statement.tier !== tier) lines.push(`## ${statement.tier}`, '');
    tier = statement.tier;
    lines.push(`**${statement.number}** (${statement.label}) ${statement.text}`, '');
    const of = tests.filter((test) => test.statements.includes(statement.number));
    for (const test of of) lines.push(`- \`${test.file}\` ${inline(test.title)}: ${outcome(test)}`);
    const own = notes.get(statement.number) ?? [];
    for (const note of own) lines.push(`- Note: ${note}`);
    if (of.length + own.length > 0) lines.push('');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Escapes a title as one line of Markdown text. */
function inline(title: string): string {
  return title.replace(/\s+/g, ' ').replace(/[\\`*_<>|[\]]/g, '\\$&');
}
