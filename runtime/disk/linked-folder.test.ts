import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { findLink } from './linked-folder.ts';

/** Creates a folder with `linked`, a link to a folder. */
function withLink(linked: string, ...folders: readonly string[]): string {
  const root = temporaryFolder();
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  symlinkSync(temporaryFolder(), join(root, linked), 'junction');
  return root;
}

describe('a link to a folder is found', () => {
  it.each([
    ['.skillwright', []],
    ['.skillwright/runs', ['.skillwright']],
    ['.skillwright/runs/a', ['.skillwright/runs']],
    ['.skillwright/runs/a/b', ['.skillwright/runs/a']],
  ])('in the default folder: %s', (linked, folders) => {
    const root = withLink(linked, ...folders);
    const below = findLink(join(root, '.skillwright/runs'), 'a', 'b');
    expect(below).toBe(join(root, linked));
    expect(findLink(join(root, '.skillwright/runs'), 'a/b')).toBe(below);
  });

  it('below a folder that the user named', () => {
    const root = withLink('out/runs', 'out');
    expect(findLink(join(root, 'out'), 'runs')).toBe(join(root, 'out/runs'));
    expect(findLink(join(root, 'out'), 'runs/a/b.json')).toBe(join(root, 'out/runs'));
  });

  it('if nothing is at its target', () => {
    const root = temporaryFolder();
    symlinkSync(join(root, 'nowhere'), join(root, '.skillwright'), 'junction');
    expect(findLink(join(root, '.skillwright/runs'))).toBe(join(root, '.skillwright'));
  });
});

describe('no link is found', () => {
  it('at and above a folder that the user named', () => {
    const root = withLink('out');
    mkdirSync(join(root, 'out/evals'));
    expect(findLink(join(root, 'out'))).toBeUndefined();
    expect(findLink(join(root, 'out/evals'), 'runs')).toBeUndefined();
    expect(findLink(join(root, 'out'), '.')).toBeUndefined();
  });

  it('above the default folder', () => {
    const root = withLink('workspace');
    mkdirSync(join(root, 'workspace/.skillwright'));
    expect(findLink(join(root, 'workspace/.skillwright/runs'), 'a')).toBeUndefined();
  });

  it('where a file is in the way, or nothing', () => {
    const root = temporaryFolder();
    writeFileSync(join(root, '.skillwright'), '');
    expect(findLink(join(root, '.skillwright/runs'), 'a')).toBeUndefined();
    expect(findLink(join(root, 'x'), 'y')).toBeUndefined();
  });
});
