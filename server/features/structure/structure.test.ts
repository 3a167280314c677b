/** Symbols, folding, selection, tokens and hints of one document; the same with CRLF. */
import { describe, expect, it } from 'vitest';
import type { DocumentSymbol, SelectionRange, SymbolInformation } from 'vscode-languageserver-protocol';
import { sessionOf, settings, workspaceOf } from '../../../test/equipment/server/server.ts';
import { Lines } from '../../workspace/lines.ts';
import type { Session } from '../session.ts';
import { openDocumentAt } from './document.ts';
import { documentSymbols } from './document-symbols.ts';
import { foldingRanges } from './folding.ts';
import { inlayHints } from './inlay-hints.ts';
import { selectionRanges } from './selection.ts';
import { semanticTokens, tokensOf } from './semantic-tokens.ts';

const TEXT = `---
name: notes
description: Sorts notes. Use it for notes.
allowed-tools: Read, Bash(git add:*) mcp__github__search
---

# Notes 🎉

Read [the rates](references/rates.md#eu "Rates") and \`references/rates.md\`, then use the \`billing\` skill.

## Steps

1. Run it:

   \`\`\`bash
   # no heading
   python scripts/go.py
   \`\`\`
2. See \`references/gone.md\`
   - for one thing
     and another
   - and two
3. End

### Last

For the tone, see the style guide.
`;
const FILES = {
  'SKILL.md': TEXT,
  'references/rates.md': '# Rates\n\n## EU\n',
  'references/tone-style.md': '# Style\n',
  'scripts/go.py': 'print(1)\n',
  '/work/billing/SKILL.md': '---\nname: billing\ndescription: Bills. Use it for bills.\n---\n\n# Bills\n',
};
const PATH = '/work/notes/SKILL.md';

const sessionWith = (
  files: Readonly<Record<string, string>>,
  section: unknown = { inlayHints: { tokens: true } },
): Session => sessionOf(workspaceOf(files, settings(section)));

describe.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
])('with %s', (_, eol) => {
  const text = TEXT.replaceAll('\n', eol);
  const session = sessionWith({ ...FILES, 'SKILL.md': text });
  const lines = new Lines(text);

  it('lists the skill, its sections and their files', () => {
    const shown = (symbols: readonly DocumentSymbol[], indent = ''): string[] =>
      symbols.flatMap(({ name, range, selectionRange, children = [] }) => {
        expect(lines.offset(range.start)).toBeLessThanOrEqual(lines.offset(selectionRange.start));
        expect(lines.offset(range.end)).toBeGreaterThanOrEqual(lines.offset(selectionRange.end));
        return [`${indent}${name} ${range.start.line}-${range.end.line}`, ...shown(children, `${indent}  `)];
      });
    expect(shown(documentSymbols(session, PATH, true) as DocumentSymbol[])).toEqual([
      'notes 0-4',
      'Notes 🎉 6-26',
      '  references/rates.md 8-8',
      '  Steps 10-26',
      '    scripts/go.py 16-16',
      '    Last 24-26',
    ]);
  });
  it('lists them flat for a client without hierarchy', () => {
    const symbols = documentSymbols(session, PATH, false) as SymbolInformation[];
    expect(symbols.map(({ name, containerName = '' }) => `${containerName}/${name}`)).toEqual([
      '/notes',
      '/Notes 🎉',
      'Notes 🎉/references/rates.md',
      'Notes 🎉/Steps',
      'Steps/scripts/go.py',
      'Steps/Last',
    ]);
  });
  it('folds the frontmatter, sections, fences and items', () => {
    expect(foldingRanges(session, PATH).map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [0, 4],
      [6, 26],
      [10, 26],
      [12, 17],
      [14, 17],
      [18, 21],
      [19, 20],
      [24, 26],
    ]);
    expect(foldingRanges(session, PATH, 3).map(({ startLine }) => startLine)).toEqual([0, 6, 10]);
  });
  it('grows a selection step by step', () => {
    const steps = (words: string): string[] => {
      const position = lines.position(text.indexOf(words));
      const found: string[] = [];
      for (let one: SelectionRange | undefined = selectionRanges(session, PATH, [position])?.[0]; one; one = one.parent)
        found.push(text.slice(lines.offset(one.range.start), lines.offset(one.range.end)));
      return found;
    };
    const link = '[the rates](references/rates.md#eu "Rates")';
    const line = TEXT.split('\n')[8];
    const top = text.slice(text.indexOf('# Notes')).trimEnd();
    expect(steps('rates.md#')).toEqual([
      'rates',
      'references/rates.md',
      'references/rates.md#eu',
      link,
      line,
      top,
      text,
    ]);
    expect(steps('gone.md')).toEqual([
      'gone',
      'references/gone.md',
      '`references/gone.md`',
      '2. See `references/gone.md`',
      text.slice(text.indexOf('## Steps')).trimEnd(),
      top,
      text,
    ]);
    expect(steps('name: notes').at(-2)).toBe(text.slice(0, text.indexOf(`${eol}${eol}# Notes`)));
    expect(steps('Sorts')[0]).toBe('Sorts');
  });
  it('distinguishes paths, skills, tools and mentions', () => {
    const opened = openDocumentAt(session, PATH);
    expect(
      opened &&
        tokensOf(session, PATH, opened).map(
          (one) => `${text.slice(one.start, one.end)}: ${[one.type, ...one.modifiers].join(' ')}`,
        ),
    ).toEqual([
      'notes: class declaration',
      'Read: function',
      'Bash: function',
      'mcp__github__search: function',
      'references/rates.md: string',
      'references/rates.md: string',
      'billing: class',
      'scripts/go.py: string',
      'references/gone.md: string missing',
      'the style guide: variable missing',
    ]);
  });
  it('encodes them for LSP', () => {
    const { data = [] } = semanticTokens(session, PATH) ?? {};
    expect(data.slice(0, 10)).toEqual([1, 6, 5, 2, 1, 2, 15, 4, 3, 0]);
    const last = semanticTokens(session, PATH, () => ({ start: text.indexOf('### Last'), end: text.length }));
    expect(last?.data).toEqual([26, 18, 15, 1, 2]);
  });
  it('has a hint after each path to a text', () => {
    const shown = inlayHints(session, PATH, () => ({ start: 0, end: text.length })).map(({ position, label }) => {
      const at = lines.offset(position);
      return `${text.slice(at - 6, at)} ${label}`;
    });
    expect(shown).toEqual(['ates") ≈ 5 tokens', 'es.md` ≈ 5 tokens', '/go.py ≈ 3 tokens']);
    const part = () => ({ start: text.indexOf('## Steps'), end: text.length });
    expect(inlayHints(session, PATH, part)).toHaveLength(1);
  });
});

it('ignores suppressed findings', () => {
  const text = `${TEXT.replace('## Steps', '<!-- skillwright-disable reference.missing -->\n\n## Steps')}`;
  const session = sessionWith({ ...FILES, 'SKILL.md': text });
  const opened = openDocumentAt(session, PATH);
  expect(opened && tokensOf(session, PATH, opened).map((one) => text.slice(one.start, one.end))).not.toContain(
    'references/gone.md',
  );
});

it('folds a list with more items than a call takes arguments', () => {
  const items = '- a\n  b\n'.repeat(150_000);
  const folds = foldingRanges(sessionWith({ 'SKILL.md': `---\nname: notes\n---\n${items}` }), PATH);
  expect(folds).toHaveLength(150_001);
});

it('returns nothing for a document outside of skills, and for an unreadable one', () => {
  const session = sessionWith({ ...FILES, '/work/README.md': '# A\n' });
  for (const path of ['/work/README.md', '/work/gone/SKILL.md']) {
    expect(documentSymbols(session, path, true)).toEqual([]);
    expect(foldingRanges(session, path)).toEqual([]);
    expect(selectionRanges(session, path, [{ line: 0, character: 0 }])).toBeUndefined();
    expect(semanticTokens(session, path)).toBeUndefined();
    expect(inlayHints(session, path, () => ({ start: 0, end: 10 }))).toEqual([]);
  }
});

it.each(['', '\n', '---\n', '---\nname: x', '#', '# \n', '- a\n  - b\n\n\n', '```\n', '\uFEFF---\nname: a\n---\n# A'])(
  'accepts incomplete documents: %j',
  (text) => {
    const session = sessionWith({ 'SKILL.md': text });
    documentSymbols(session, PATH, true);
    const end = new Lines(text).position(text.length);
    for (const { startLine, endLine } of foldingRanges(session, PATH)) {
      expect(endLine).toBeGreaterThan(startLine);
      expect(endLine).toBeLessThanOrEqual(end.line);
    }
    expect(selectionRanges(session, PATH, [end])).toHaveLength(1);
    semanticTokens(session, PATH);
  },
);

it('folds a list of 150,000 items', () => {
  const text = `---\nname: notes\ndescription: Sorts notes.\n---\n${'- a\n  b\n'.repeat(150_000)}`;
  expect(foldingRanges(sessionWith({ 'SKILL.md': text }), PATH).length).toBeGreaterThan(150_000);
});
