/** Clues of the document that a path stands in: what it is for, who leads there, and what became of its other paths. */
import { basename, dirname, extension, join, within } from '../files/paths.ts';
import { type Clue, clue, type Example } from './clue.ts';
import { pathsIn } from './paths-in.ts';
import type { Situation } from './situation.ts';

const at = (document: string, text: string, ...files: string[]): Example => ({ text, files, in: document });
const text = (body: string, ...files: string[]): Example => ({ text: body, files });

/** Names of documents in which people plan, decide and look back. */
const PLAN =
  /(?:^|[/_. -])(?:designs?|plan(?:s|ning)?|proposals?|rfcs?|adrs?|roadmap|architecture|decisions?|specs?|notes|analysis|audit|migration|handoff|sessions?|status|summary|implementation|prd|backlog|retro(?:spective)?|post-?mortem|research|reports?|reviews?)(?=[/_. -]|$)/i;
/** Names of documents that teach how something is done. */
const GUIDE =
  /(?:^|[/_. -])(?:guides?|how-?to|tutorials?|best-?practices|authoring|conventions|standards|cookbook|recipes?|patterns?|quick-?start|getting-?started|walkthrough|usage)(?=[/_. -]|$)/i;
const SHOWN =
  /(?:^|[/_. -])(?:examples?|samples?|demos?|templates?|fixtures?|mocks?|scaffolds?|boilerplates?)(?=[/_. -]|$)/i;
const README = /^(?:readme|contributing|install(?:ation)?|overview|index)\b/i;
/** Marks of a text that a program or another project made. */
const FOREIGN =
  /\bauto-?generated\b|\bdo not edit\b|^[ \t*_>#-]{0,8}(?:source|original|upstream|canonical|source_url|url)[*_]{0,2}:[*_ \t]{0,4}<?https?:\/\//im;
/** How much of a text is looked at for them, in UTF-16 units. */
const TOP = 1_200;
const LONG = 15_000;
/** Other paths that lead nowhere, from which on a text has many. */
const MANY_LOST = 8;
const CODE_FOLDER =
  /^(?:src|lib|app|apps|packages|tests?|cmd|internal|pkg|components|public|server|client|backend|frontend|config|dist|build)$/i;
/** Paths of a software project, from which on a text is about one. */
const MANY_CODE = 5;

const inner = ({ document, skill }: Situation): string => within(skill.root, document.path) ?? '';

/** What the text's other paths are; the path itself is left out. */
function others({ document, skill, path }: Situation) {
  const { all, existing } = pathsIn(document, skill);
  const own = all.find((one) => one.path === path);
  const count = all.length - (own === undefined ? 0 : 1);
  const there = existing - (own?.exists === true ? 1 : 0);
  return { all, count, there, lost: count - there };
}

const beside = (situation: Situation) =>
  others(situation).all.filter((one) => one.path !== situation.path && one.folder === dirname(situation.path));

const named =
  (pattern: RegExp): Clue['speaks'] =>
  (situation) =>
    !situation.isManifest && pattern.test(inner(situation));

/** Whether a text leads to the document, and how: by its path from the skill's folder, by its name, or not at all. */
function ledTo(situation: Situation): 'path' | 'name' | 'not' {
  const { text: manifest } = situation.skill.manifest;
  const path = inner(situation);
  if (manifest.includes(path)) return 'path';
  return manifest.includes(basename(path)) ? 'name' : 'not';
}

export const DOCUMENT_CLUES: readonly Clue[] = [
  clue(
    'document.plan',
    'its file is a plan, a design or notes by its name',
    named(PLAN),
    [at('design/plan.md', 'See `⟦references/b.md⟧`.')],
    [at('references/tax.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.guide',
    'its file is a guide by its name',
    named(GUIDE),
    [at('references/style-guide.md', 'See `⟦references/b.md⟧`.')],
    [at('references/tax.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.shown',
    'its file is an example or a template by its name',
    named(SHOWN),
    [at('references/example-bill.md', 'See `⟦references/b.md⟧`.')],
    [at('references/tax.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.readme',
    'its file is a README or an overview',
    (situation) => !situation.isManifest && README.test(basename(inner(situation))),
    [at('rules/README.md', 'See `⟦references/b.md⟧`.')],
    [at('rules/tax.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.foreign',
    'its file was generated, or copied from elsewhere, as its top says',
    ({ document }) => FOREIGN.test(document.text.slice(document.bodyStart, document.bodyStart + TOP)),
    [at('references/api.md', 'Source: https://example.com/api\n\nSee [it](⟦guides/b.md⟧).')],
    [at('references/api.md', 'See [it](⟦guides/b.md⟧) or https://example.com.')],
  ),
  clue(
    'document.own-frontmatter',
    'its file is no SKILL.md and has a frontmatter',
    ({ document, isManifest }) => !isManifest && document.frontmatter.kind !== 'none',
    [{ ...at('agents/reviewer.md', '---\nname: reviewer\n---\nSee `⟦references/b.md⟧`.') }],
    [at('agents/reviewer.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.deep',
    'its file lies two folders down or deeper',
    (situation) => dirname(inner(situation)).includes('/'),
    [at('a/b/c.md', 'See `⟦references/b.md⟧`.')],
    [at('a/c.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.long',
    'its file is long',
    ({ document }) => document.text.length > LONG,
    [text(`See \`⟦references/b.md⟧\`. ${'More and more. '.repeat(1_100)}`)],
    [text('See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.linked',
    'SKILL.md names the file it stands in by its path',
    (situation) => !situation.isManifest && ledTo(situation) === 'path',
    [{ ...at('references/a.md', 'See `⟦references/b.md⟧`.'), manifest: 'Read references/a.md.' }],
    [{ ...at('references/a.md', 'See `⟦references/b.md⟧`.'), manifest: 'Read a.md.' }],
  ),
  clue(
    'document.unnamed',
    'SKILL.md does not name the file it stands in',
    (situation) => !situation.isManifest && ledTo(situation) === 'not',
    [at('references/a.md', 'See `⟦references/b.md⟧`.')],
    [{ ...at('references/a.md', 'See `⟦references/b.md⟧`.'), manifest: 'Read a.md.' }],
  ),
  clue(
    'document.code',
    'its text is about the files of a software project',
    (situation) =>
      others(situation).all.filter(({ path }) => CODE_FOLDER.test(path.split('/')[0] ?? '')).length >= MANY_CODE,
    [text('See `⟦references/b.md⟧`, `src/a.ts`, `src/b.ts`, `src/c.ts`, `lib/d.js`, `tests/e.ts`.')],
    [text('See `⟦references/b.md⟧`, `src/a.ts`.')],
  ),
  clue(
    'others.some-there',
    'other files that its text names are there',
    (situation) => others(situation).there > 0,
    [text('See `⟦references/b.md⟧` and `references/a.md`.', 'references/a.md')],
    [text('See `⟦references/b.md⟧` and `references/a.md`.')],
  ),
  clue(
    'others.most-there',
    'most other files that its text names are there',
    (situation) => {
      const { count, there } = others(situation);
      return count >= 2 && there >= count * 0.75;
    },
    [text('See `⟦references/b.md⟧`, `references/a.md` and `references/c.md`.', 'references/a.md', 'references/c.md')],
    [text('See `⟦references/b.md⟧`, `references/a.md` and `references/c.md`.', 'references/a.md')],
  ),
  clue(
    'others.none-there',
    'none of the other files that its text names are there',
    (situation) => {
      const { count, there } = others(situation);
      return count >= 2 && there === 0;
    },
    [text('See `⟦references/b.md⟧`, `references/a.md` and `references/c.md`.')],
    [text('See `⟦references/b.md⟧`, `references/a.md` and `references/c.md`.', 'references/a.md')],
  ),
  clue(
    'others.many-lost',
    'its text names many files that are not there',
    (situation) => others(situation).lost >= MANY_LOST,
    [text(`See \`⟦references/b.md⟧\`. ${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Then \`x/${n}.md\`.`).join(' ')}`)],
    [text('See `⟦references/b.md⟧`, then `x/1.md`.')],
  ),
  clue(
    'others.folder-there',
    'other files that its text names in the same folder are there',
    (situation) => beside(situation).some(({ exists }) => exists),
    [text('See `⟦guides/b.md⟧` and `guides/a.md`.', 'guides/a.md')],
    [text('See `⟦guides/b.md⟧` and `rules/a.md`.', 'rules/a.md')],
  ),
  clue(
    'others.folder-lost',
    'three other files that its text names in the same folder are missing, too',
    (situation) => beside(situation).filter(({ exists }) => !exists).length >= 3,
    [text('See `⟦guides/b.md⟧`, `guides/a.md`, `guides/c.md` and `guides/d.md`.')],
    [text('See `⟦guides/b.md⟧` and `guides/a.md`.')],
  ),
  clue(
    'others.kind-there',
    'other files of its kind that its text names are there',
    (situation) => others(situation).all.some((one) => one.exists && one.extension === extension(situation.path)),
    [text('See `⟦guides/b.md⟧` and `rules/a.md`.', 'rules/a.md')],
    [text('See `⟦guides/b.md⟧` and `rules/a.py`.', 'rules/a.py')],
  ),
  clue(
    'near.document',
    'the folder of the document has its first folder',
    (situation) => {
      const own = dirname(inner(situation));
      return (
        !situation.isManifest &&
        situation.path.includes('/') &&
        own !== '' &&
        situation.skill.bundle.folders.has(join(own, situation.first))
      );
    },
    [at('guides/a.md', 'See `⟦rules/b.md⟧`.', 'guides/rules/c.md')],
    [at('guides/a.md', 'See `⟦rules/b.md⟧`.', 'rules/c.md')],
  ),
  clue(
    'near.repository',
    'the repository has its first folder at its root',
    ({ path, first, repositoryHas }) => path.includes('/') && first !== '..' && repositoryHas(first),
    [text('See `⟦guides/b.md⟧`.', '/repo/guides/a.md')],
    [text('See `⟦guides/b.md⟧`.', '/repo/rules/a.md')],
  ),
  clue(
    'near.skills',
    'another skill has a file of this path',
    ({ path, othersHave }) => path.includes('/') && !path.endsWith('/') && othersHave(path),
    [text('See `⟦guides/b.md⟧`.', '/repo/skills/tax/SKILL.md', '/repo/skills/tax/guides/b.md')],
    [text('See `⟦guides/b.md⟧`.', '/repo/skills/tax/SKILL.md', '/repo/skills/tax/guides/c.md')],
  ),
];
