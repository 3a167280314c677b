import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withParts } from './docs.ts';

const root = join(import.meta.dirname, '../..');

it('finds everything generated up to date, and no recipe step missing', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/generate.ts', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});

describe('generated parts of a page', () => {
  const page = 'Before.\n<!-- generated: a -->\nold\n<!-- /generated -->\nAfter.\n';

  it('are replaced between their markers without other changes', () => {
    expect(withParts(page, { a: 'new $1\n' })).toEqual({ text: page.replace('old', () => 'new $1'), missing: [] });
  });

  it('are reported if the page lacks their markers', () => {
    expect(withParts(page, { a: 'new\n', b: 'more\n' }).missing).toEqual(['b']);
    expect(withParts('<!-- generated: a -->\nNo end.', { a: '' }).missing).toEqual(['a']);
  });
});
