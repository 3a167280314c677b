import { type Input, type InputFile, ROOT } from './input.ts';

const HEAD = '---\nname: notes\ndescription: Sorts notes. Use it for notes.\n---\n\n';
const many = (text: string, times: number): string => text.repeat(times);
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

/** Returns inputs that are too large to generate often, each once. `kind` identifies them. */
export function giants(): readonly Input[] {
  const skill = (kind: string, manifest: InputFile, more: Readonly<Record<string, InputFile>> = {}): Input => ({
    kind,
    files: { [`${ROOT}/SKILL.md`]: manifest, ...more },
    caseSensitive: true,
    profile: 'auto',
  });
  const body = (kind: string, text: string): Input => skill(kind, HEAD + text);
  const files = (count: number, name: (at: number) => string): Readonly<Record<string, InputFile>> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${ROOT}/${name(at)}`, '# x\n']));
  return [
    skill('50 MB SKILL.md', Buffer.from(HEAD + many('See `references/a.md`.\n\n', 2_200_000))),
    skill('50 MB of one line', Buffer.alloc(50_000_000, 'x')),
    skill('50 MB in UTF-16', Buffer.from(many('name: x\n', 3_200_000), 'utf16le')),
    skill('2 MB without an end of the frontmatter', `---\nname: notes\n${many('key: value\n', 180_000)}`),
    body(
      '10,000 headings',
      lines(10_000, (at) => `## Heading ${at}\n\nText.\n`),
    ),
    body('10,000 equal headings with links to them', many('## Same\n\n[up](#same-1)\n\n', 10_000)),
    skill(
      '2,000 missing paths among 2,000 files',
      HEAD + lines(2_000, (at) => `- Read \`references/other-file-of-this-name-${at}.md\`.`),
      files(2_000, (at) => `references/some-file-of-that-name-${at}.md`),
    ),
    skill(
      '4,000 missing paths among 4,000 files',
      HEAD + lines(4_000, (at) => `[x](references/missing${at}.md)\n`),
      files(3_000, (at) => `references/deep/f${at % 50}/name${at}.md`),
    ),
    skill(
      '3,000 bare names among 3,000 files',
      HEAD + lines(3_000, (at) => `- \`name${at}.md\``),
      files(2_000, (at) => `references/name${at}x.md`),
    ),
    skill(
      '2,000 unreferenced files',
      `${HEAD}# x\n`,
      files(2_000, (at) => `assets/file${at}.txt`),
    ),
    body('100 kB of paths in one line', many('see `references/a.md`, ', 4_500)),
    body('400 kB of prose without a line break', many('Some words of a sentence. ', 16_000)),
    body('1 MB of one word', many('x', 1_000_000)),
    body('200 kB of open brackets', many('[', 200_000)),
    body('200 kB of nested links', many('[a](', 50_000)),
    body('200 kB of emphasis', many('*a **b ', 30_000)),
    body('quotes 20,000 deep', `${many('>', 20_000)} references/a.md`),
    body(
      'lists 400 deep',
      lines(400, (at) => `${many(' ', at * 2)}- \`a/b.md\``),
    ),
    body('1,000 tables of 20 columns', many(`| ${many('`a/b.md` | ', 20)}\n`, 1_000)),
    body('5,000 lone surrogates', many('\uD800references/a.md ', 5_000)),
    body('5,000 NULs', many('\0references/a.md ', 5_000)),
    body('10,000 hidden characters', many('a\u202Eb\u200Bc ', 10_000)),
    body(
      '5,000 comments that suppress',
      many('<!-- skillwright-disable-next-line reference.missing -->\n`references/a.md`\n\n', 5_000),
    ),
    body('5,000 fences', many('```bash\ncat references/a.md\n```\n\n', 5_000)),
    body('a tree of 5,000 lines', `\`\`\`\nnotes/\n${many('├── references/\n│   ├── a.md\n', 2_500)}\`\`\`\n`),
    skill(
      '60 kB of frontmatter',
      `---\nname: notes\ndescription: x\nmetadata:\n${lines(3_000, (at) => `  key${at}: v`)}\n---\n`,
    ),
    skill('a key of 60 kB', `---\n${many('k', 60_000)}: v\n---\n`),
    skill('keys 20,000 deep', `---\n${many('? ', 20_000)}x\n---\n`),
    skill('lists 20,000 deep', `---\nname: ${many('[', 20_000)}${many(']', 20_000)}\n---\n`),
    skill('maps 5,000 deep', `---\nname: ${many('{a: ', 5_000)}x${many('}', 5_000)}\n---\n`),
    skill(
      'aliases that stand for 10,000,000,000 texts',
      `---\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${lines(9, (at) => `a${at + 1}: &a${at + 1} [${many(`*a${at}, `, 9)}*a${at}]`)}\n---\n`,
    ),
    skill(
      'a thousand fields that merge a thousand',
      `---\nb: &b {${many('k: v, ', 1_000)}}\n${lines(1_000, (at) => `x${at}: {<<: *b}`)}\n---\n`,
    ),
  ];
}
