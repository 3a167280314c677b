import { describe, expect, it } from 'vitest';
import { sessionOf, workspaceOf } from '../../test/equipment/server/server.ts';
import { Lines } from '../workspace/lines.ts';
import { definition } from './definition.ts';
import { fileReferences, highlights, references } from './references.ts';

const skill = (name: string, body: string, more = '') =>
  `---\nname: ${name}\ndescription: Does ${name}. Use it for that.\n${more}---\n\n${body}`;

const BODY = [
  'Read [the rates](references/a.md#the-rates), [all](references/a.md) and `references/a.md#the-rates`.',
  'Run `python scripts/go.py --fast`, then use the billing skill. Look into `../billing/` and [below](#below).',
  '',
  'For the tone, see the style guide. For more, see the checklist.',
  '',
  '# Below',
].join('\n');
const FILES = {
  '/work/notes/SKILL.md': skill('notes', BODY),
  '/work/notes/references/a.md': '# A\n\n## The rates\n\nBack to `SKILL.md`; see `references/a.md`.\n',
  '/work/notes/references/style-guide.md': '',
  '/work/notes/references/day-checklist.md': '',
  '/work/notes/references/night-checklist.md': '',
  '/work/notes/scripts/go.py': 'print()\n',
  '/work/billing/SKILL.md': skill('billing', 'Not for `../notes/scripts/go.py`.'),
  '/work/.skillwright.json': '{"agents": {"clerk": {"skills": ["billing", "notes"]}}}',
  '/work/AGENTS.md': 'Use the billing skill for `billing` only.\n',
  '/work/.claude/agents/clerk.md': '---\nname: clerk\nskills:\n  - notes\n  - billing\n---\n',
};

interface NavigationRequest {
  readonly at: string;
  /** Relative to the start of `at`. */
  readonly offset?: number;
  readonly path?: keyof typeof FILES;
  readonly editor?: readonly string[];
}

function requestAt({ at, offset = 0, path = '/work/notes/SKILL.md', editor = [] }: NavigationRequest) {
  const position = new Lines(FILES[path]).position(FILES[path].indexOf(at) + offset);
  return { session: sessionOf(workspaceOf(FILES), editor), path, position };
}

/** Returns `PATH:LINE:CHARACTER`, without `/work/`. */
const formatPlaces = (places: readonly { uri: string; range: { start: { line: number; character: number } } }[]) =>
  places.map(({ uri, range }) => `${uri.replace('file:///work/', '')}:${range.start.line}:${range.start.character}`);

function definitionsAt(request: NavigationRequest) {
  const { session, path, position } = requestAt(request);
  const found = definition(session, path, position, false);
  return formatPlaces(found.flatMap((one) => ('uri' in one ? one : [])));
}

describe('definition', () => {
  it('finds files, headings in them, and other skills', () => {
    expect(definitionsAt({ at: 'references/a.md)' })).toEqual(['notes/references/a.md:0:0']);
    expect(definitionsAt({ at: 'references/a.md#' })).toEqual(['notes/references/a.md:2:0']);
    expect(definitionsAt({ at: '#the-rates`', offset: 4 })).toEqual(['notes/references/a.md:2:0']);
    expect(definitionsAt({ at: 'scripts/go.py', offset: 3 })).toEqual(['notes/scripts/go.py:0:0']);
    expect(definitionsAt({ at: 'billing skill' })).toEqual(['billing/SKILL.md:1:6']);
    expect(definitionsAt({ at: '../billing/' })).toEqual(['billing/SKILL.md:0:0']);
    expect(definitionsAt({ at: '#below', offset: 2 })).toEqual(['notes/SKILL.md:10:0']);
    expect(definitionsAt({ at: 'SKILL.md`', path: '/work/notes/references/a.md' })).toEqual(['notes/SKILL.md:0:0']);
  });

  it('finds the file of a mention with a single match', () => {
    expect(definitionsAt({ at: 'style guide' })).toEqual(['notes/references/style-guide.md:0:0']);
    expect(definitionsAt({ at: 'checklist.' })).toEqual([]);
    expect(definitionsAt({ at: 'the tone' })).toEqual([]);
  });

  it('leaves links to an editor that follows them', () => {
    const editor = ['markdown.links'];
    expect(definitionsAt({ at: 'references/a.md#the-rates)', editor })).toEqual([]);
    expect(definitionsAt({ at: '#below', offset: 2, editor })).toEqual([]);
    expect(definitionsAt({ at: '# Below', offset: 3, editor })).toEqual([]);
    expect(definitionsAt({ at: 'references/a.md#the-rates`', editor })).toEqual(['notes/references/a.md:2:0']);
  });

  it('returns the origin range to an editor that supports it', () => {
    const { session, path, position } = requestAt({ at: '#the-rates`', offset: 4 });
    const { line } = position;
    const start = FILES[path].split('\n')[line]?.indexOf('references/a.md#the-rates`') ?? -1;
    expect(definition(session, path, position, true)).toMatchObject([
      {
        originSelectionRange: { start: { line, character: start }, end: { line, character: start + 25 } },
        targetUri: 'file:///work/notes/references/a.md',
        targetSelectionRange: { start: { line: 2, character: 0 }, end: { line: 2, character: 12 } },
      },
    ]);
  });
});

function referencesAt(request: NavigationRequest, withDeclaration = false) {
  const { session, path, position } = requestAt(request);
  return formatPlaces(references(session, path, position, withDeclaration));
}

describe('references', () => {
  it('of a path include all references to its file, even guesses', () => {
    const all = ['notes/SKILL.md:5:17', 'notes/SKILL.md:5:51', 'notes/SKILL.md:5:73', 'notes/references/a.md:4:25'];
    expect(referencesAt({ at: 'references/a.md)' })).toEqual(all);
    expect(referencesAt({ at: 'references/a.md#the-rates`' })).toEqual(all);
    expect(referencesAt({ at: 'scripts/go.py' })).toEqual(['billing/SKILL.md:5:9', 'notes/SKILL.md:6:12']);
    expect(referencesAt({ at: 'style guide' })).toEqual(['notes/SKILL.md:8:18']);
  });

  it('of a heading are anchors, and the heading itself if requested', () => {
    const path = '/work/notes/references/a.md';
    expect(referencesAt({ at: 'The rates', path })).toEqual(['notes/SKILL.md:5:33', 'notes/SKILL.md:5:89']);
    expect(referencesAt({ at: 'The rates', path }, true)[0]).toBe('notes/references/a.md:2:0');
    expect(referencesAt({ at: '#below', offset: 2 })).toEqual(['notes/SKILL.md:6:100']);
  });

  it('of a skill’s name are in the other skills and agents that name it', () => {
    const agents = ['.claude/agents/clerk.md:4:4', '.skillwright.json:0:34', 'AGENTS.md:0:8'];
    expect(referencesAt({ at: 'billing', path: '/work/billing/SKILL.md' })).toEqual([
      ...['notes/SKILL.md:6:48', 'notes/SKILL.md:6:74'],
      ...agents,
    ]);
    expect(referencesAt({ at: 'billing skill' }, true)[0]).toBe('billing/SKILL.md:1:6');
  });

  it.each<[string, string, keyof typeof FILES, number]>([
    ['a title', '# A', '/work/notes/references/a.md', 4],
    ['the frontmatter', '---', '/work/notes/SKILL.md', 3],
    ['the frontmatter of an agent', '---', '/work/.claude/agents/clerk.md', 0],
    ['a plain text', 'Use the', '/work/AGENTS.md', 0],
    ['no text', '', '/work/notes/references/style-guide.md', 1],
  ])('at the first line of a Markdown file are those to the file: %s', (_, at, path, count) => {
    const session = sessionOf(workspaceOf(FILES));
    const found = formatPlaces(references(session, path, { line: 0, character: Math.min(1, at.length) }, false));
    expect(found).toEqual(formatPlaces(fileReferences(session, path)));
    expect(found).toHaveLength(count);
  });

  it('at the first line are those of a path or a skill that is there', () => {
    expect(referencesAt({ at: 'billing skill', path: '/work/AGENTS.md' })).toEqual(
      referencesAt({ at: 'billing skill' }),
    );
  });

  it('exclude links that the editor finds itself', () => {
    const editor = ['markdown.links'];
    expect(referencesAt({ at: 'references/a.md)', editor })).toEqual([
      'notes/SKILL.md:5:73',
      'notes/references/a.md:4:25',
    ]);
    expect(referencesAt({ at: 'references/a.md#the-rates`', editor })).toHaveLength(4);
    expect(referencesAt({ at: 'The rates', path: '/work/notes/references/a.md', editor }, true)).toEqual([
      'notes/SKILL.md:5:89',
    ]);
  });

  it('of any file or folder can be requested by path', () => {
    const session = sessionOf(workspaceOf(FILES));
    const script = '/work/notes/scripts/go.py';
    const places = ['billing/SKILL.md:5:9', 'notes/SKILL.md:6:12'];
    expect(formatPlaces(fileReferences(session, script))).toEqual(places);
    expect(formatPlaces(references(session, script, { line: 0, character: 3 }, false))).toEqual(places);
    expect(formatPlaces(references(session, script, { line: 1, character: 0 }, false))).toEqual([]);
    expect(formatPlaces(fileReferences(session, '/work/notes/scripts'))).toEqual(places);
    expect(formatPlaces(fileReferences(session, '/work/notes/SKILL.md'))).toContain('notes/references/a.md:4:9');
    expect(formatPlaces(fileReferences(session, '/work/none.md'))).toEqual([]);
  });
});

it('highlights references to the same target in the document', () => {
  const highlightsAt = (request: NavigationRequest) => {
    const { session, path, position } = requestAt(request);
    return highlights(session, path, position).map(({ range }) => `${range.start.line}:${range.start.character}`);
  };
  expect(highlightsAt({ at: 'references/a.md)' })).toEqual(['5:17', '5:51', '5:73']);
  expect(highlightsAt({ at: '# Below', offset: 3 })).toEqual(['6:100', '10:0']);
  expect(highlightsAt({ at: 'billing skill' })).toEqual(['6:48', '6:74']);
  expect(highlightsAt({ at: 'the tone' })).toEqual([]);
});
