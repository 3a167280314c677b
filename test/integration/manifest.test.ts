/** What package.json promises to VS Code, held against what there is. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../server/rules/table.ts';

const root = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const settings: Readonly<Record<string, { default: unknown; markdownDescription?: string; scope?: string }>> =
  Object.assign({}, ...manifest.contributes.configuration.map((section: { properties: object }) => section.properties));

describe('the manifest', () => {
  it('has a setting for the level of each rule, with the rule’s own default, and for no other', () => {
    const levels = Object.entries(settings)
      .filter(([key]) => key.startsWith('skillwright.rules.'))
      .map(([key, setting]) => [key.replace('skillwright.rules.', ''), setting.default]);
    expect(Object.fromEntries(levels)).toEqual(Object.fromEntries(RULES.map((rule) => [rule.code, rule.severity])));
  });

  it.each(Object.entries(settings))('describes the setting %s', (_key, setting) => {
    expect(setting.markdownDescription).toMatch(/\.$/);
  });

  it('lets no workspace say where models are asked, where runs are sent, or what is kept out of them', () => {
    const telling = Object.entries(settings).filter(([key]) => /endpoint|otlp|export|redact|secret|key|url/i.test(key));
    expect(telling.map(([key]) => key)).toContain('skillwright.endpoints');
    for (const [key, { scope }] of telling) expect(`${key} ${scope}`).toMatch(/ (?:machine|application)$/);
  });

  it.each([manifest.icon, ...manifest.contributes.grammars.map((grammar: { path: string }) => grammar.path)])(
    'names a file that is there: %s',
    (path: string) => {
      expect(existsSync(join(root, path))).toBe(true);
    },
  );

  it('registers each command that it contributes', () => {
    const files = [
      'client/extension.ts',
      'client/views/runs-view.ts',
      'client/misses/show.ts',
      'client/stress/command.ts',
    ];
    const source = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
    for (const { command } of manifest.contributes.commands) expect(source).toContain(`'${command}'`);
  });
});
