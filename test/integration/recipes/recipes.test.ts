/**
 * Follows the recipes of the READMEs on a copy of this checkout without changing other files by hand: the sample rule
 * reports, the guard trips, the provider is offered and used, the client is listed, the clues apply, the option of a run is
 * offered everywhere and recorded, and all other tests and types stay green (`npm test` runs the tests of the recipes only). If a
 * step is missing, `npm run generate` names it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong, sample } from '../../equipment/skill/long.ts';
import { CLIENT } from './client-recipe.ts';
import { CLUE, JUDGING_CLUE, MENTION_CLUE } from './clue-recipe.ts';
import { GUARD } from './guard-recipe.ts';
import { OPTION } from './option-recipe.ts';
import { PROVIDER } from './provider-recipe.ts';
import { RULE } from './rule-recipe.ts';
import { Scratch, type Steps } from './scratch.ts';

const RECIPES: readonly Steps[] = [RULE, GUARD, PROVIDER, CLIENT, CLUE, JUDGING_CLUE, MENTION_CLUE, OPTION];
const OK = { code: 0, stderr: '' };
const CLI = 'dist/cli.mjs';

let scratch: Scratch;

beforeAll(() => {
  scratch = new Scratch();
});
afterAll(() => scratch.remove());

const generate = (...args: readonly string[]) => scratch.node('scripts/generate.ts', ...args);

/** Creates a skill in the copy, outside its sources. */
function skill(name: string, body: string, field = ''): string {
  const folder = join(scratch.root, '.cache/skills', name);
  mkdirSync(folder, { recursive: true });
  const head = `---\nname: ${name}\ndescription: Manages legacy files. Use it for them.\n${field}---\n\n`;
  writeFileSync(join(folder, 'SKILL.md'), `${head}${body}\n`);
  return folder;
}

function check(folder: string, ...more: readonly string[]) {
  const { stdout, stderr } = scratch.node(CLI, 'check', folder, '--format', 'json', '--no-cache', ...more);
  expect(stderr).toBe('');
  const { diagnostics }: { diagnostics: readonly { code: string; severity: string }[] } = JSON.parse(stdout);
  return diagnostics.map(({ code, severity }) => `${severity} ${code}`);
}

describe('a recipe with a missing step', () => {
  it('fails before npm run generate, which names the outdated files', () => {
    scratch.add(RULE);
    const { code, stderr } = generate('--check');
    for (const step of Object.keys(RULE)) scratch.restore(step);
    expect(code).toBe(1);
    for (const file of ['server/rules/table.ts', 'package.json', 'docs/rules/README.md'])
      expect(stderr).toContain(`${file} is out of date: run npm run generate.\n`);
  });

  const MISSING: readonly [lefts: readonly [left: string, steps: Steps, says: string][]][] = [
    [
      [
        [
          'docs/rules/content.unfinished.md',
          RULE,
          'docs/rules/content.unfinished.md is missing: the page of the rule in server/rules/skill/content-unfinished.ts.',
        ],
        [
          'docs/guards.md',
          GUARD,
          'docs/guards.md does not describe legacy, a rule of the guard in runtime/guards/legacy.ts.',
        ],
        [
          'test/integration/models/acme.ts',
          PROVIDER,
          "The provider acme in runtime/models/providers/acme-provider.ts uses the format 'acme', which nothing tests: export a Format with `provider: 'acme'` from a file in test/integration/models/.",
        ],
      ],
    ],
    [
      [
        [
          'server/rules/skill/content-unfinished.test.ts',
          RULE,
          'server/rules/skill/content-unfinished.test.ts is missing: the test of the rule in server/rules/skill/content-unfinished.ts, with texts that it reports and texts that it does not.',
        ],
        [
          'runtime/guards/legacy.test.ts',
          GUARD,
          'No test in runtime/guards/ names legacy: write one for runtime/guards/legacy.ts, e.g. runtime/guards/legacy.test.ts.',
        ],
        [
          'runtime/models/providers/acme-provider.ts',
          PROVIDER,
          "The format in test/integration/models/acme.ts is that of 'acme', and no file of runtime/models/ exports a Provider with this id.",
        ],
      ],
    ],
    [
      [
        [
          'server/rules/skill/content-unfinished.ts',
          RULE,
          'docs/rules/content.unfinished.md matches no rule: no file of server/rules/ exports a constant of the type Rule with this code.',
        ],
      ],
    ],
  ];
  it.each(sample(MISSING, 3))('fails with a message for each missing file (%#)', (missing) => {
    for (const [left, steps] of missing) scratch.add(steps, left);
    const { code, stderr } = generate('--check');
    for (const file of missing.flatMap(([, steps]) => Object.keys(steps))) scratch.restore(file);
    expect({ code, stderr }).toEqual({ code: 1, stderr: missing.map(([, , says]) => `${says}\n`).join('') });
  });

  it('fails if a field of a client is not described', () => {
    scratch.add(CLIENT);
    const file = 'skill/clients/acme-code.ts';
    scratch.add({ [file]: (text) => text.replace(/, means: '[^']*'/, '') });
    const { code, stderr } = generate();
    scratch.restore(file);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Nothing explains the field 'team' in ${file}: add \`means\` to it.\n`,
    });
  });

  it.runIf(isLong)('fails if a clue has no example text', () => {
    const [file = ''] = Object.keys(CLUE);
    scratch.add(CLUE);
    scratch.add({ [file]: (text) => text.replace(/fires: \['First draw.*/, 'fires: [],') });
    const { code, stdout, stderr } = vitest('unit', 'skill/clues/clues.test.ts', '-t', 'template.sketch');
    scratch.restore(file);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('template.sketch > has examples of both kinds and a description');
    expect(stdout + stderr).toContain('Add an example that it fires for to `fires`.');
  });

  it('leaves nothing behind after its files are removed and npm run generate has run', () => {
    expect(scratch.changedFiles()).toContain('skill/clients/table.ts');
    expect(generate()).toMatchObject(OK);
    expect(scratch.changedFiles()).toEqual([]);
  });
});

describe('all recipes together', () => {
  beforeAll(() => {
    for (const steps of RECIPES) scratch.add(steps);
    // The unit tests below contain that of `npm run generate -- --check`.
    expect(generate()).toMatchObject(OK);
    expect(scratch.node('scripts/build.mjs')).toMatchObject({ code: 0 });
  });

  it('a rule in three files reports at its default level, and at a configured one', () => {
    const folder = skill('notes', 'WRITE THIS LATER');
    expect(check(folder)).toEqual(['information content.unfinished']);
    const settings = join(folder, '.skillwright.json');
    writeFileSync(settings, '{ "rules": { "content.unfinished": "error" } }');
    expect(check(folder)).toEqual(['error content.unfinished']);
    writeFileSync(settings, '{ "rules": { "content.unfinished": "off" } }');
    expect(check(folder)).toEqual([]);
    const { contributes } = JSON.parse(scratch.read('package.json'));
    const levels = contributes.configuration.map((section: { properties: object }) => section.properties);
    expect(Object.assign({}, ...levels)['skillwright.rules.content.unfinished']).toMatchObject({
      default: 'information',
      markdownDescription: 'A note of the author that was left in the text.',
    });
    expect(scratch.read('docs/rules/README.md')).toMatch(
      /^\| \[content\.unfinished\]\(content\.unfinished\.md\) \| A note of .* \| information \|$/m,
    );
  });

  it('a guard in three files trips at its default, and at a configured threshold', () => {
    const skills = skill('notes', 'See the legacy guide first.');
    const tripped = (...more: readonly string[]) => {
      const run = ['run', 'x', '--skills', skills, '--model', 'simulated/stubborn', '--json'];
      const { stdout } = scratch.node(CLI, ...run, '--runs', join(scratch.root, '.cache/runs'), ...more);
      const events: readonly Record<string, unknown>[] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const [guard] = events.filter(({ type, rule }) => type === 'guard' && rule === 'legacy');
      return guard && `${guard.verdict} ${guard.count}/${guard.threshold}`;
    };
    expect(tripped()).toBe('stop 2/2');
    // The other guards trip later.
    const later = ['resourceSamePath=9', 'resourceAnyPath=9', 'repeatedCall=9', 'legacyCalls=3'];
    expect(tripped(...later.flatMap((one) => ['--guard-threshold', one]))).toBe('stop 3/3');
    expect(tripped('--guard-threshold', 'legacyCalls=9')).toBeUndefined();
    const setting = /"legacyCalls": \{[^}]*"description": "Calls about legacy files that end the run\./;
    expect(scratch.read('package.json')).toMatch(setting);
    expect(scratch.read('runtime/agents/skillwright.schema.json')).toMatch(setting);
    expect(scratch.read('docs/guards.md')).toContain(
      '| `legacyCalls` | Calls about legacy files that end the run. | 2 |\n',
    );
  });

  it('a model provider in two files is offered', () => {
    const { stdout } = scratch.node(CLI, 'models', '--json');
    const { providers } = JSON.parse(stdout);
    expect(providers).toContainEqual(expect.objectContaining({ provider: 'acme' }));
    // The providers that the extension offers and stores keys for.
    expect(scratch.read('runtime/protocol/providers.ts')).toMatch(/id: 'acme',\s+title: 'Acme'/);
    expect(scratch.read('docs/models.md')).toContain('| `acme` | Acme’s API | `ACME_API_KEY` |\n');
  });

  it('a client in one file is listed, and its fields are known', () => {
    expect(scratch.read('skill/clients/client-id.ts')).toContain("'acme-code'");
    expect(scratch.read('skill/clients/table.ts')).toContain('  acmeCode,\n');
    expect(check(skill('owned', 'Owned.', 'team: north\n'))).toEqual([]);
    expect(check(skill('owned-twice', 'Owned.', 'taem: north\n'))).toEqual(['information frontmatter.unknown']);
  });

  it('a clue in one file suppresses its finding', () => {
    const folder = skill('drawing', 'First draw `scripts/sketch.sh`. Then run `scripts/fill.sh`.');
    expect(check(folder)).toEqual([expect.stringMatching(/^\w+ reference\.missing$/)]);
    const { stdout } = scratch.node(CLI, 'check', folder, '--explain', '--no-cache');
    expect(stdout).toContain('the words before it say that it is drawn first');
  });

  it('an option of a run in three files is offered everywhere, recorded, and takes effect', () => {
    expect(Object.keys(OPTION).length).toBeLessThanOrEqual(3);
    const { stdout: help } = scratch.node(CLI, 'run', '--help');
    expect(help).toMatch(/--max-tool-calls <n>\s+maximum number of tool calls; 0: no\s+limit/);
    const { contributes } = JSON.parse(scratch.read('package.json'));
    const properties = contributes.configuration.map((section: { properties: object }) => section.properties);
    expect(Object.assign({}, ...properties)['skillwright.run.maxToolCalls']).toMatchObject({
      type: 'integer',
      default: 0,
      minimum: 0,
      scope: 'resource',
    });
    expect(contributes.debuggers[0].configurationAttributes.launch.properties.maxToolCalls).toMatchObject({
      type: 'integer',
      minimum: 0,
    });
    expect(scratch.read('runtime/agents/skillwright.schema.json')).toMatch(
      /"maxToolCalls": \{[^}]*"description": "Maximum number of tool calls of a run; 0: no limit\."/,
    );
    const skills = skill('limited', 'Read `references/one.md`.');
    const started = (...more: readonly string[]) => {
      const run = ['run', 'x', '--skills', skills, '--model', 'simulated/stubborn', '--json', '--guards', 'off'];
      const { stdout } = scratch.node(CLI, ...run, '--runs', join(scratch.root, '.cache/runs'), ...more);
      const events: readonly Record<string, unknown>[] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const decisions = events.filter(({ type }) => type === 'guard').map(({ rule }) => rule);
      return [events.find(({ type }) => type === 'run_started')?.maxToolCalls, decisions];
    };
    expect(started('--max-tool-calls', '2')).toEqual([2, ['max_tool_calls']]);
    expect(started('--max-llm-calls', '3')).toEqual([undefined, ['max_llm_calls']]);
  });

  it.runIf(isLong)('types are correct', () => {
    const { code, stdout } = scratch.node('node_modules/typescript/bin/tsc', '-b');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });

  it('lint passes', () => {
    const files = RECIPES.flatMap((steps) => Object.keys(steps)).filter((file) => file.endsWith('.ts'));
    const biome = 'node_modules/@biomejs/biome/bin/biome';
    const { code, stderr } = scratch.node(biome, 'check', '--error-on-warnings', 'package.json', ...files);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('unit tests pass, including those of the recipes', () => {
    const clues = ['skill/clues', 'skill/judge', 'skill/guess'];
    const folders = ['server/rules', 'runtime/agents', 'skill/clients', 'client/models', ...clues];
    // Not the guards in each client, which take most of the time of this folder, and whose agents read no legacy file.
    const guards = ['advice', 'changes', 'honest.test', 'legacy', 'no-progress', 'repeats'].map(
      (name) => `runtime/guards/${name}`,
    );
    const files = [
      'server/project-file',
      'server/check/formats',
      'runtime/models/list',
      'runtime/models/registry',
      'runtime/run/max-tool-calls',
    ];
    const more = ['skill/skim/skim-clues', 'client/commands', 'scripts/generate', 'server/features/hover'];
    const own = ['server/rules/skill/content-unfinished', 'runtime/guards/legacy', 'runtime/run/max-tool-calls'];
    const others = [...folders, ...guards, ...files, ...more];
    const { code, stdout } = vitest('unit', ...own, ...(isLong ? others : ['skill/clues']));
    expect(code, stdout).toBe(0);
    for (const file of own) expect(stdout).toContain(`${file}.test.ts`);
  });

  it.runIf(isLong)(
    'the tests of all formats pass for the new provider, and hovers that name clients are as before',
    () => {
      const files = ['language-server-hover', 'models/budgets', 'models/wire'].map(
        (name) => `test/integration/${name}.test.ts`,
      );
      // The titles of hovers begin with what they do.
      const { code, stdout } = vitest('integration', ...files, '-t', '^(acme|returns|omits|wrong use)');
      expect(code, stdout).toBe(0);
      expect(stdout).toMatch(/language-server-hover\.test\.ts \(3 tests\)/);
      expect(stdout).toMatch(/models\/wire\.test\.ts \(\d+ tests \| \d+ skipped\)/);
      // With the nine of wrong use.
      expect(stdout).toMatch(/Tests {2}1[78] passed/);
    },
  );
});

const vitest = (project: string, ...args: readonly string[]) =>
  scratch.node('node_modules/vitest/vitest.mjs', 'run', '--project', project, ...args);
