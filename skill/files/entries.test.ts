import { describe, expect, it } from 'vitest';
import { entryOf } from './entries.ts';
import type { DirectoryEntry } from './files.ts';

const file = (name: string): DirectoryEntry => ({ name, kind: 'file', link: false });

describe('entryOf', () => {
  it.each([3, 300])('prefers the exact name to the first one in another letter case (%i entries)', (count) => {
    const entries = [
      ...Array.from({ length: count }, (_, index) => file(`x${index}`)),
      file('A.md'),
      file('a.MD'),
      file('b'),
    ];
    expect(entryOf(entries, 'a.MD')?.name).toBe('a.MD');
    expect(entryOf(entries, 'a.md')?.name).toBe('A.md');
    expect(entryOf(entries, 'x1')?.name).toBe('x1');
    expect(entryOf(entries, 'c')).toBeUndefined();
  });
});
