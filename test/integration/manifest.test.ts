/** Checks package.json against the product. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GUARD_PRESETS } from '../../runtime/protocol/guard-presets.ts';
import { extensionFiles } from '../../scripts/lib/package-files.ts';
import { RULES } from '../../server/rules/table.ts';

const root = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
interface Setting {
  readonly default: unknown;
  readonly markdownDescription?: string;
  readonly scope?: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
}
const settings: Readonly<Record<string, Setting>> = Object.assign(
  {},
  ...manifest.contributes.configuration.map((section: { properties: object }) => section.properties),
);

describe('the manifest', () => {
  it('has its settings in the groups of the README, and in that order', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const table = /\| group \| settings \| purpose \|\n\|.*\n((?:\|.*\n)+)/.exec(readme)?.[1] ?? '';
    const groups = new Map<string, string[]>();
    for (const row of table.trim().split('\n')) {
      const [, group = '', names = ''] = row.split('|').map((cell) => cell.trim());
      const title = group === '' ? ([...groups.keys()].at(-1) ?? '') : group;
      const patterns = [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      groups.set(title, [...(groups.get(title) ?? []), ...patterns]);
    }
    const sections: readonly { title: string; order: number; properties: object }[] =
      manifest.contributes.configuration;
    expect(sections.toSorted((a, b) => a.order - b.order).map(({ title }) => title)).toEqual([...groups.keys()]);
    expect(new Set(sections.map(({ order }) => order)).size).toBe(sections.length);
    for (const { title, properties } of sections) {
      const patterns = groups.get(title) ?? [];
      const covers = (pattern: string, key: string): boolean =>
        pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
      for (const key of Object.keys(properties))
        expect(
          patterns.filter((one) => covers(one, key)),
          `${title}: ${key}`,
        ).toHaveLength(1);
      for (const pattern of patterns)
        expect(
          Object.keys(properties).some((key) => covers(pattern, key)),
          `${title}: ${pattern}`,
        ).toBe(true);
    }
  });

  it('gives each setting a place of its own in its section', () => {
    for (const { title, properties } of manifest.contributes.configuration) {
      const places = Object.values<{ readonly order?: number }>(properties).map(({ order }) => order);
      expect(places, title).not.toContain(undefined);
      expect(new Set(places).size, title).toBe(places.length);
    }
  });

  it("has a setting for the level of each rule, with the rule's default, and no others", () => {
    const levels = Object.entries(settings)
      .filter(([key]) => key.startsWith('skillwright.rules.'))
      .map(([key, setting]) => [key.replace('skillwright.rules.', ''), setting.default]);
    expect(Object.fromEntries(levels)).toEqual(Object.fromEntries(RULES.map((rule) => [rule.code, rule.severity])));
  });

  it.each(Object.entries(settings))('describes the setting %s', (_key, setting) => {
    expect(setting.markdownDescription).toMatch(/\.$/);
  });

  it('offers and describes the guard presets of .skillwright.json', () => {
    const { enum: presets, enumDescriptions } = settings['skillwright.run.guards'] ?? {};
    expect(presets).toEqual(GUARD_PRESETS);
    expect(enumDescriptions).toHaveLength(GUARD_PRESETS.length);
  });

  it('does not let workspaces control endpoints, exports or redaction', () => {
    const sensitive = Object.entries(settings).filter(([key]) =>
      /endpoint|otlp|export|redact|secret|key|url/i.test(key),
    );
    expect(sensitive.map(([key]) => key)).toContain('skillwright.endpoints');
    for (const [key, { scope }] of sensitive) expect(`${key} ${scope}`).toMatch(/ (?:machine|application)$/);
  });

  it('does not let workspaces name the commands of real clients', () => {
    expect(settings['skillwright.evals.runners']).toMatchObject({ default: {}, scope: 'machine' });
  });

  it("does not let workspaces run scripts without a sandbox against the user's setting", () => {
    expect(settings['skillwright.scripts.requireSandbox']).toMatchObject({ default: false, scope: 'machine' });
  });

  it.each([manifest.icon, ...manifest.contributes.grammars.map((grammar: { path: string }) => grammar.path)])(
    'names an existing file: %s',
    (path: string) => {
      expect(existsSync(join(root, path))).toBe(true);
    },
  );

  it('is packed with the page of each rule, and the files that the pages link to', () => {
    const listed = extensionFiles();
    for (const { code } of RULES) expect(listed).toContain(`docs/rules/${code}.md`);
    for (const page of listed.filter((file) => /^docs\/rules\/.*\.md$/.test(file))) {
      const text = readFileSync(join(root, page), 'utf8').replaceAll(/^(```+)[\s\S]*?^\1$|`[^`]*`/gm, '');
      for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g))
        expect(listed, page).toContain(posix.join('docs/rules', target));
    }
  });

  it('registers each contributed command', () => {
    const files = [
      'client/activation/commands.ts',
      'client/views/runs-view.ts',
      'client/skills-view/view.ts',
      'client/misses/editor-features.ts',
      'client/misses/session-editor-features.ts',
      'client/runs-table/command.ts',
      'runtime/protocol/sessions.ts',
      'runtime/protocol/catalog.ts',
      'client/debug/register.ts',
      'client/stress/command.ts',
      'client/stress/links.ts',
      'client/evals/links.ts',
    ];
    const source = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
    for (const { command } of manifest.contributes.commands) expect(source).toContain(`'${command}'`);
  });

  const ids: readonly string[] = manifest.contributes.commands.map(({ command }: { command: string }) => command);

  it.each<Walkthrough>(manifest.contributes.walkthroughs)('has valid walkthrough steps: $title', ({ steps }) => {
    expect(steps.length).toBeLessThanOrEqual(5);
    for (const { description, media, completionEvents } of steps) {
      const named = [...description.matchAll(/\(command:(?:toSide:)?([\w.]+)/g)].map(([, name = '']) => name);
      expect(named.length).toBeGreaterThan(0);
      // VS Code's own commands are checked in test/editor.
      expect(named.filter((name) => name.startsWith('skillwright.') && !ids.includes(name))).toEqual([]);
      expect(media.altText).toMatch(/\.$/);
      expect(existsSync(join(root, media.svg))).toBe(true);
      for (const event of completionEvents) {
        const [, kind, name = ''] = /^on(Command|Context):([\w.]+)$/.exec(event) ?? [];
        if (kind === 'Command') expect(name.startsWith('skillwright.') && !ids.includes(name) ? name : '').toBe('');
        else expect(clientSource()).toContain(`'setContext', '${name}'`);
      }
    }
  });

  it('draws the walkthrough images in theme colors', () => {
    for (const name of readdirSync(join(root, 'media/walkthrough'))) {
      const colors = readFileSync(join(root, 'media/walkthrough', name), 'utf8').matchAll(/(?:fill|stroke)="([^"]+)"/g);
      expect([...colors].map(([, one = '']) => one).filter((one) => !/^(?:none$|var\(--vscode-)/.test(one))).toEqual(
        [],
      );
    }
  });
});

interface Walkthrough {
  readonly title: string;
  readonly steps: readonly {
    readonly description: string;
    readonly media: { readonly svg: string; readonly altText: string };
    readonly completionEvents: readonly string[];
  }[];
}

/** Returns the `.ts` sources of the client, including those of its webviews. */
function clientSource(): string {
  const files = readdirSync(join(root, 'client'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, 'client', file), 'utf8'))
    .join('\n');
}
