/**
 * Texts that expose quadratic time: a repeated piece, or something opened and never closed. Each can be generated at any
 * length, so that the times of two lengths can be compared.
 */

/** A text of about `length` UTF-16 units, with the same structure at every length. */
export interface Pattern {
  readonly name: string;
  readonly text: (length: number) => string;
}

const quote = (text: string): string => JSON.stringify(text);
const many = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

/** Repeats a piece. */
const repeated = (piece: string): Pattern => ({ name: quote(piece), text: (length) => many(piece, length) });
/** Repeats each piece of a list separated by `¦`. */
const pieces = (list: string): readonly Pattern[] => list.split('¦').map(repeated);
/** Repeats a piece between a start and an end. */
const framed = (open: string, piece: string, close = ''): Pattern => ({
  name: `${quote(open)} ${quote(piece)}… ${quote(close)}`,
  text: (length) => open + many(piece, length) + close,
});
/** Nests something, closed as often as opened. */
const nested = (open: string, close: string): Pattern => ({
  name: `${quote(open)}… a ${quote(close)}…`,
  text: (length) => `${many(open, length / 2)}a${close.repeat(Math.ceil(length / 2 / open.length))}`,
});
/** Numbered lines: different lines cannot use cached results of previous ones. */
const lines = (name: string, line: (at: number) => string): Pattern => ({
  name,
  text: (length) => {
    const all: string[] = [];
    for (let at = 0, size = 0; size < length; at++) {
      const next = line(at);
      all.push(next);
      size += next.length + 1;
    }
    return all.join('\n');
  },
});
/** Combines two halves. */
const halves = (name: string, text: (half: number) => string): Pattern => ({
  name,
  text: (length) => text(length / 2),
});

const SPECIAL = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const BLANK = [' ', '\t', '\n', '\r\n', '\r', '\f', '\u00a0', '\u2028'];

/** Every special ASCII character, and all separators of words and lines. */
const CHARACTERS: readonly Pattern[] = [...SPECIAL, ...BLANK].map(repeated);

const HTML: readonly Pattern[] = [
  ...pieces('<!--¦<!-- a ¦<?¦<![CDATA[¦<!A ¦</¦<a ¦<a\n¦<a href="¦<a b=¦<a b="c" ¦<b>¦<!-- a -->'),
  framed('<!-- ', 'a.\n'),
  framed('<a href="', '<'),
  framed('<a ', '\t', 'id=x'),
  framed('<script>\n', '<!--\n'),
  framed('<!-- a! ', '! '),
  framed('<!-- when a', ' ', ','),
  nested('<b>', '</b>'),
];

const LINKS: readonly Pattern[] = [
  ...pieces('[a](<b¦[a](¦[a](b "c¦[a][¦[a]: <b\n¦![a](¦![[a]]((¦](¦](<¦[a](#b) ¦[^a]¦[a]¦[`¦<https://a>¦http://a.b/'),
  framed('[a](', '('),
  nested('[', ']'),
  nested('![', '](b)'),
  lines('definitions', (at) => `[l${at}]: references/a${at}.md\n[l${at}]`),
];

const MARKS: readonly Pattern[] = [
  ...pieces('*a **b ¦_a_ ¦***a** ¦~~a ¦`a¦` `` ```¦`a.md¦`a/b.md` ¦\\`¦&a;'),
  nested('**a ', ' b**'),
  framed('`python ', 'scripts/a.py ', '`'),
  framed('`mkdir ', 'a/b ', '`'),
  lines('backticks of every length', (at) => `${'`'.repeat((at % 500) + 1)} a/b.md `),
];

const BLOCKS: readonly Pattern[] = [
  ...pieces(
    '> ¦- ¦1. ¦>- ¦- a\n¦- a\n\n¦    a\n¦> a\n¦# \n¦a\n=\n¦a\n-\n¦===\n¦---\na: b\n---\n¦```\n¦~~~ ¦- ```\n¦> ```\n¦| a ¦-\n¦a\\\n',
  ),
  framed('---', ' ', 'a\nname: a\n---\n'),
  framed('```markdown\n```\n```', 'a', '`'),
  framed('# a', ' ', 'b'),
  framed('# a', '\t', 'b'),
  framed('# a', ' #'),
  framed('a', ' ', 'b'),
  framed('# ', 'references/gone.md '),
  framed('```bash\n', 'cat a/b.md | '),
  framed('```\n', '├── a/\n'),
  lines('headings, all different', (at) => `## Heading ${at}`),
  lines('headings, all alike', () => '## Same'),
  lines('headings of many blanks', (at) => `## a${' '.repeat(280)}b${at}`),
  lines('links to headings that are not there', (at) => `## Part ${at}\n[a](#missing-${at})`),
  halves('headings that number themselves', (half) =>
    [lines('', (at) => `# a-${at}`).text(half), many('# a\n', half)].join('\n'),
  ),
  halves('a long heading, nearly named by a link', (half) => `# ${many('a', half)}\n\n[x](#${many('a', half)}b)`),
  halves('a long line over a fence of paths', (half) => `${many('a', half)}\n\`\`\`\n${many('see src/a.md\n', half)}`),
  lines('fences in lists', (at) => `- a\n  \`\`\`bash\n  cat references/gone${at}.md\n  \`\`\``),
  lines('trees', (at) => `\`\`\`\n├── a${at}/\n│   └── b.md\n\`\`\`\n`),
  lines('an ever deeper tree', (at) => `${at === 0 ? '```\n' : ''}${' '.repeat(at % 900)}└── folder${at}/`),
  lines('rows of a table', (at) => `| \`x/y${at}.md\` | a |`),
];

const PATHS: readonly Pattern[] = [
  ...pieces('a/¦../¦a.¦a.md ¦a.md,¦references/¦references/a.md ¦[a](references/a.md) ¦<a>/b.md ¦%20a/¦a/*.md '),
  framed('`', 'a/'),
  framed('`python ', 'scripts/a.py '),
  lines('missing paths', (at) => `Read \`references/missing-${at}.md\`.`),
  lines('missing paths as links', (at) => `- [a](references/missing-${at}.md)`),
  lines('missing paths in commands', (at) => `\`\`\`bash\npython scripts/missing${at}.py\n\`\`\``),
  lines('missing anchors of another file', (at) => `[a](references/guide.md#missing-${at})`),
  lines('one bare name', () => '- `guide.md`'),
  lines('one missing path', () => 'See `references/missing.md`.'),
  lines('sources', (at) => `Source: \`docs/x${at}.md\``),
  lines('examples of missing paths among existing ones', (at) =>
    at % 2 === 0 ? 'See `references/guide.md`.' : `For example, \`references/gone-${at}.md\`.`,
  ),
  lines('missing paths, each twice', (at) => `See \`docs/x${at >> 1}.md\`.`),
];

const WORDS: readonly Pattern[] = [
  ...pieces(
    'a¦a ¦the ¦the provided template ¦see the user guide. ¦this skill ¦This skill includes scripts ¦the folder ¦the references folder:\n¦import a\n¦SKILL.md ',
  ),
  ...pieces('data:a/a;¦data:a/a;base64,¦you must ¦Read `scripts/a.py the user guide '),
  framed('the folder', ' ', 'x'),
  framed('`', 'the user guide '),
  framed('data:a/a;base64,', 'QUJD'),
];

const HIDDEN: readonly Pattern[] = [
  ...pieces('\u200b¦a\u202eb¦\u200d¦👩‍🔬¦👨‍👩‍👧‍👦 ¦🏴󠁧󠁢󠁳󠁣󠁴󠁿¦\u{e0041}¦ا\u200c¦न\u200d¦漢\u200b¦e\u0301¦\ud800¦\0¦İ'),
  framed('a ', '`\u200b '),
  framed('zero width ', 'a\u200b'),
];

const COMMENTS: readonly Pattern[] = [
  ...pieces('<!-- skillwright-disable ¦<!-- skillwright-disable-next-line'),
  lines('comments that suppress', () => '<!-- skillwright-disable-next-line -->\n`references/gone.md`'),
  lines(
    'comments that suppress another rule',
    () => '<!-- skillwright-disable reference.case -->\n`references/gone.md`',
  ),
  halves('comments on one line that suppress another rule below', (half) =>
    [many('<!-- skillwright-disable-next-line reference.case -->', half), many('`references/gone.md` ', half)].join(
      '\n',
    ),
  ),
];

const ENDS: readonly Pattern[] = pieces('a\r\n¦a\n\n¦ \n¦a \n¦\n\t');

/** Markdown and HTML. */
export const TEXTS: readonly Pattern[] = [
  ...[CHARACTERS, HTML, LINKS, MARKS, BLOCKS, PATHS, WORDS, HIDDEN, COMMENTS, ENDS].flat(),
];

/** YAML, between the `---` lines or after the first one. */
export const FIELDS: readonly Pattern[] = [
  ...pieces(
    'a: b\n¦a: ¦- ¦? ¦[¦{a: ¦"¦\'¦&a ¦*a ¦!a ¦# a\n¦ ¦\n¦: ¦<<: *a\n¦description: a: b\n¦a: *b\n¦👩‍🔬¦<!--¦# skillwright-disable a\n',
  ),
  framed('description: >\n', '  a\n'),
  framed('description: ', 'a'),
  framed('description: ', ' ', 'a'),
  framed('name: ', 'a-'),
  framed('name: a', '-'),
  framed('name:', ' ', '"a"b'),
  framed('allowed-tools: a', ',', 'b'),
  framed('description: a: b', ' ', '\n  c'),
  lines('fields, all different', (at) => `key${at}: value`),
  lines('fields that lack quotes', (at) => `key${at}: a: b`),
  lines('anchors and aliases', (at) => `a${at}: &a${at} x\nb${at}: *a${at}`),
];
