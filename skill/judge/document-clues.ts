/** Clues about the document that contains a path: its purpose by its name, its origin, and the references to it. */
import { basename, dirname } from '../files/paths.ts';
import { type Clue, clue, inDocument, inSkill, ofDocument } from './clue.ts';
import { pathsIn } from './paths-in.ts';
import type { Situation } from './situation.ts';
import { pathInSkill } from './situation-tests.ts';

/** Names of documents for planning, decisions and reviews. */
const PLAN =
  /(?:^|[/_. -])(?:designs?|plan(?:s|ning)?|proposals?|rfcs?|adrs?|roadmap|architecture|decisions?|specs?|notes|analysis|audit|migration|handoff|sessions?|status|summary|implementation|prd|backlog|retro(?:spective)?|post-?mortem|research|reports?|reviews?)(?=[/_. -]|$)/i;
/** Names of how-to documents. */
const GUIDE =
  /(?:^|[/_. -])(?:guides?|how-?to|tutorials?|best-?practices|authoring|conventions|standards|cookbook|recipes?|patterns?|quick-?start|getting-?started|walkthrough|usage)(?=[/_. -]|$)/i;
const SHOWN =
  /(?:^|[/_. -])(?:examples?|samples?|demos?|templates?|fixtures?|mocks?|scaffolds?|boilerplates?)(?=[/_. -]|$)/i;
const README = /^(?:readme|contributing|install(?:ation)?|overview|index)\b/i;
/** Marks of a generated text, or of one from another project. */
const FOREIGN =
  /\bauto-?generated\b|\bdo not edit\b|^[ \t*_>#-]{0,8}(?:source|original|upstream|canonical|source_url|url)[*_]{0,2}:[*_ \t]{0,4}<?https?:\/\//im;
/** Maximum length of the text that is searched for them, in UTF-16 units. */
const TOP = 1_200;
const LONG = 15_000;
const CODE_FOLDER =
  /^(?:src|lib|app|apps|packages|tests?|cmd|internal|pkg|components|public|server|client|backend|frontend|config|dist|build)$/i;
/** Minimum number of a software project's paths in a text that is about the project. */
const MANY_CODE = 5;

const isNamedLike =
  (pattern: RegExp): Clue['matches'] =>
  (situation) =>
    !situation.isManifest && pattern.test(pathInSkill(situation));

/** Returns how SKILL.md names the document: by its path, by its file name, or not at all. */
function mentionInManifest(situation: Situation): 'path' | 'name' | 'not' {
  const { text: manifest } = situation.skill.manifest;
  const path = pathInSkill(situation);
  if (manifest.includes(path)) return 'path';
  return manifest.includes(basename(path)) ? 'name' : 'not';
}

export const DOCUMENT_CLUES: readonly Clue[] = ofDocument([
  clue(
    'document.plan',
    'its file is a plan, a design or notes, according to its name',
    isNamedLike(PLAN),
    [inDocument('design/plan.md', 'See `⟦references/b.md⟧`.')],
    [inDocument('references/tax.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.guide',
    'its file is a guide, according to its name',
    isNamedLike(GUIDE),
    [inDocument('references/style-guide.md', 'See `⟦references/b.md⟧`.')],
    [inDocument('references/tax.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.shown',
    'its file is an example or a template, according to its name',
    isNamedLike(SHOWN),
    [inDocument('references/example-bill.md', 'See `⟦references/b.md⟧`.')],
    [inDocument('references/tax.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.readme',
    'its file is a README or an overview',
    (situation) => !situation.isManifest && README.test(basename(pathInSkill(situation))),
    [inDocument('rules/README.md', 'See `⟦references/b.md⟧`.')],
    [inDocument('rules/tax.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.foreign',
    'its file begins with a note that it was generated or copied',
    ({ document }) => FOREIGN.test(document.text.slice(document.bodyStart, document.bodyStart + TOP)),
    [inDocument('references/api.md', 'Source: https://example.com/api\n\nSee [it](⟦guides/b.md⟧).')],
    [inDocument('references/api.md', 'See [it](⟦guides/b.md⟧) or https://example.com.')],
  ),
  clue(
    'document.own-frontmatter',
    'its file is not SKILL.md but has frontmatter',
    ({ document, isManifest }) => !isManifest && document.frontmatter.kind !== 'none',
    [{ ...inDocument('agents/reviewer.md', '---\nname: reviewer\n---\nSee `⟦references/b.md⟧`.') }],
    [inDocument('agents/reviewer.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.deep',
    'its file is nested two or more folders deep',
    (situation) => dirname(pathInSkill(situation)).includes('/'),
    [inDocument('a/b/c.md', 'See `⟦references/b.md⟧`.')],
    [inDocument('a/c.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.long',
    'its file is long',
    ({ document }) => document.text.length > LONG,
    [inSkill(`See \`⟦references/b.md⟧\`. ${'More and more. '.repeat(1_100)}`)],
    [inSkill('See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.linked',
    'SKILL.md names its file by path',
    (situation) => !situation.isManifest && mentionInManifest(situation) === 'path',
    [{ ...inDocument('references/a.md', 'See `⟦references/b.md⟧`.'), manifest: 'Read references/a.md.' }],
    [{ ...inDocument('references/a.md', 'See `⟦references/b.md⟧`.'), manifest: 'Read a.md.' }],
  ),
  clue(
    'document.unnamed',
    'SKILL.md does not name its file',
    (situation) => !situation.isManifest && mentionInManifest(situation) === 'not',
    [inDocument('references/a.md', 'See `⟦references/b.md⟧`.')],
    [{ ...inDocument('references/a.md', 'See `⟦references/b.md⟧`.'), manifest: 'Read a.md.' }],
  ),
  clue(
    'document.code',
    'its text is about the files of a software project',
    (situation) =>
      pathsIn(situation.document, situation.skill).all.filter(({ path }) => CODE_FOLDER.test(path.split('/')[0] ?? ''))
        .length >= MANY_CODE,
    [inSkill('See `⟦references/b.md⟧`, `src/a.ts`, `src/b.ts`, `src/c.ts`, `lib/d.js`, `tests/e.ts`.')],
    [inSkill('See `⟦references/b.md⟧`, `src/a.ts`.')],
  ),
]);
