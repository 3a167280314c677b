/** The suites of `test/editor/`, one per folder, and the windows in which they run. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { root } from '../lib/paths.mjs';

const folder = join(root, 'test/editor');

/** The content of `suite.json`. */
const Settings = z.strictObject({
  /** Folder or `.code-workspace` to open, from the root of the repository; a copy is opened, so tests may write. */
  workspace: z.string().default('examples'),
  /** Workspace trust as users have it; off unless set. Needs the browser host. */
  trust: z.boolean().default(false),
  /**
   * Another suite, in whose window this one runs after it, with the workspace and the user settings as at the start,
   * because the start of VS Code takes as long as many tests. Has the settings of that suite, except for its size.
   */
  window: z.string().optional(),
  /** Runs only the files of the `.vsix` instead of the checkout. */
  packaged: z.boolean().default(false),
  /** Runs only if it is named: it records something instead of testing. */
  onRequest: z.boolean().default(false),
  /** Added to the user settings. */
  settings: z.record(z.string(), z.unknown()).default({}),
  /** Additional extensions, as folders of `test/editor/`. */
  extensions: z.array(z.string()).default([]),
  /** Size of the window in pixels. */
  size: z
    .string()
    .regex(/^\d+x\d+$/)
    .default('1280x800'),
  /** Longest time of one launch of VS Code, in seconds; it is ended after twice this time. The longest suites start first. */
  limit: z.number().default(600),
});

export type Suite = z.infer<typeof Settings> & {
  /** Name of the folder; empty for tests directly in `test/editor/`. */
  readonly name: string;
  /** Number of launches of VS Code with the same profile: `*.launch2.test.ts` runs in the second. */
  readonly launches: number;
};

/** The suites that run one after another in one VS Code, with one profile, workspace and settings: those of the first. */
export interface Window {
  /** The names of the suites. */
  readonly name: string;
  readonly suites: readonly [Suite, ...Suite[]];
  readonly launches: number;
  /** The sum of those of the suites, in seconds. */
  readonly limit: number;
}

/** Returns the names of suites as one text. */
export function nameOf(suites: readonly Suite[]): string {
  return suites.map(({ name }) => name || 'test/editor').join(', ');
}

/** Returns the windows of these suites, in their order. */
export function windowsOf(suites: readonly Suite[]): Window[] {
  const byWindow = Map.groupBy(suites, ({ window, name }) => window ?? name);
  return [...byWindow].flatMap(([owner, all]) => {
    const [first, ...others] = all.toSorted((a, b) => Number(b.name === owner) - Number(a.name === owner));
    if (first === undefined) return [];
    return {
      name: nameOf([first, ...others]),
      suites: [first, ...others],
      launches: Math.max(...all.map(({ launches }) => launches)),
      limit: all.reduce((sum, { limit }) => sum + limit, 0),
    };
  });
}

/**
 * Returns all suites except those on request, or the named ones.
 * @throws if a `suite.json` is invalid, or a name is unknown
 */
export function findSuites(names: readonly string[] = []): Suite[] {
  const folders = existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : [];
  const all = ['', ...folders.map((entry) => entry.name)].filter((name) => testsOf(name).length > 0);
  const unknown = names.find((name) => !existsSync(join(folder, name)) || testsOf(name).length === 0);
  if (unknown !== undefined) throw new Error(`No suite "${unknown}" in test/editor; there are: ${all.join(', ')}`);
  return names.length > 0 ? names.map(readSuite) : all.map(readSuite).filter(({ onRequest }) => !onRequest);
}

function testsOf(name: string): string[] {
  return readdirSync(join(folder, name)).filter((file) => file.endsWith('.test.ts'));
}

function readSuite(name: string): Suite {
  const file = join(folder, name, 'suite.json');
  const settings = Settings.safeParse(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  if (!settings.success) throw new Error(`${file}: ${z.prettifyError(settings.error)}`);
  const launches = testsOf(name).map((test) => Number(/\.launch(\d+)\.test\.ts$/.exec(test)?.[1] ?? 1));
  const { window, size, limit } = settings.data;
  const own = { name, launches: Math.max(...launches) };
  if (window === undefined) return { ...settings.data, ...own };
  return { ...readSuite(window), window, size, limit, ...own };
}
