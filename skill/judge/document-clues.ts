/** Clues about the document that contains a path: its purpose by its name, its origin, and the references to it. */

import type { Clue } from '../clues/clue.ts';
import { basename, dirname } from '../files/paths.ts';
import { anyOf } from '../text/any-of.ts';
import { pathsIn } from './paths-in.ts';
import type { DocumentSituation } from './situation.ts';
import { pathInSkill } from './situation-tests.ts';

const START = '(?:^|[/_. -])';
const END = '(?=[/_. -]|$)';
const PLANS = ['designs?', 'plan(?:s|ning)?', 'proposals?', 'rfcs?', 'adrs?', 'roadmap', 'architecture', 'decisions?'];
const NOTES = ['specs?', 'notes', 'analysis', 'audit', 'migration', 'handoff', 'sessions?', 'status', 'summary'];
const REVIEWS = ['implementation', 'prd', 'backlog', 'retro(?:spective)?', 'post-?mortem', 'research', 'reports?'];
/** Names of documents for planning, decisions and reviews. */
const PLAN = new RegExp(`${START}${anyOf([...PLANS, ...NOTES, ...REVIEWS, 'reviews?'])}${END}`, 'i');
const GUIDES = ['guides?', 'how-?to', 'tutorials?', 'best-?practices', 'authoring', 'conventions', 'standards'];
const RECIPES = ['cookbook', 'recipes?', 'patterns?', 'quick-?start', 'getting-?started', 'walkthrough', 'usage'];
/** Names of how-to documents. */
const GUIDE = new RegExp(`${START}${anyOf([...GUIDES, ...RECIPES])}${END}`, 'i');
const SAMPLES = ['examples?', 'samples?', 'demos?', 'templates?', 'fixtures?', 'mocks?', 'scaffolds?', 'boilerplates?'];
const SHOWN = new RegExp(`${START}${anyOf(SAMPLES)}${END}`, 'i');
const README = /^(?:readme|contributing|install(?:ation)?|overview|index)\b/i;
const ORIGINS = ['source', 'original', 'upstream', 'canonical', 'source_url', 'url'];
/** Marks of a generated text, or of one from another project. */
const FOREIGN = new RegExp(
  anyOf([
    '\\bauto-?generated\\b',
    '\\bdo not edit\\b',
    `^[ \\t*_>#-]{0,8}${anyOf(ORIGINS)}[*_]{0,2}:[*_ \\t]{0,4}<?https?:\\/\\/`,
  ]),
  'im',
);
/** Maximum length of the text that is searched for them, in UTF-16 units. */
const TOP = 1_200;
const LONG = 15_000;
const CODE_FOLDERS = ['src', 'lib', 'app', 'apps', 'packages', 'tests?', 'cmd', 'internal', 'pkg', 'components'];
const PROGRAMS = ['public', 'server', 'client', 'backend', 'frontend', 'config', 'dist', 'build'];
const CODE_FOLDER = new RegExp(`^${anyOf([...CODE_FOLDERS, ...PROGRAMS])}$`, 'i');
/** Minimum number of a software project's paths in a text that is about the project. */
const MANY_CODE = 5;

const isNamedLike =
  (pattern: RegExp): Clue<DocumentSituation>['matches'] =>
  (situation) =>
    !situation.isManifest && pattern.test(pathInSkill(situation));

/** Returns how SKILL.md names the document: by its path, by its file name, or not at all. */
function mentionInManifest(situation: DocumentSituation): 'path' | 'name' | 'not' {
  const { text: manifest } = situation.skill.manifest;
  const path = pathInSkill(situation);
  if (manifest.includes(path)) return 'path';
  return manifest.includes(basename(path)) ? 'name' : 'not';
}

export const DOCUMENT_CLUES: readonly Clue<DocumentSituation>[] = [
  {
    id: 'document.plan',
    says: 'its file is a plan, a design or notes, according to its name',
    matches: isNamedLike(PLAN),
    fires: [{ text: 'See `⟦references/b.md⟧`.', in: 'design/plan.md' }],
    silent: [{ text: 'See `⟦references/b.md⟧`.', in: 'references/tax.md' }],
  },
  {
    id: 'document.guide',
    says: 'its file is a guide, according to its name',
    matches: isNamedLike(GUIDE),
    fires: [{ text: 'See `⟦references/b.md⟧`.', in: 'references/style-guide.md' }],
    silent: [{ text: 'See `⟦references/b.md⟧`.', in: 'references/tax.md' }],
  },
  {
    id: 'document.shown',
    says: 'its file is an example or a template, according to its name',
    matches: isNamedLike(SHOWN),
    fires: [{ text: 'See `⟦references/b.md⟧`.', in: 'references/example-bill.md' }],
    silent: [{ text: 'See `⟦references/b.md⟧`.', in: 'references/tax.md' }],
  },
  {
    id: 'document.readme',
    says: 'its file is a README or an overview',
    matches: (situation) => !situation.isManifest && README.test(basename(pathInSkill(situation))),
    fires: [{ text: 'See `⟦references/b.md⟧`.', in: 'rules/README.md' }],
    silent: [{ text: 'See `⟦references/b.md⟧`.', in: 'rules/tax.md' }],
  },
  {
    id: 'document.foreign',
    says: 'its file begins with a note that it was generated or copied',
    matches: ({ document }) => FOREIGN.test(document.text.slice(document.bodyStart, document.bodyStart + TOP)),
    fires: [{ text: 'Source: https://example.com/api\n\nSee [it](⟦guides/b.md⟧).', in: 'references/api.md' }],
    silent: [{ text: 'See [it](⟦guides/b.md⟧) or https://example.com.', in: 'references/api.md' }],
  },
  {
    id: 'document.own-frontmatter',
    says: 'its file is not SKILL.md but has frontmatter',
    matches: ({ document, isManifest }) => !isManifest && document.frontmatter.kind !== 'none',
    fires: [{ text: '---\nname: reviewer\n---\nSee `⟦references/b.md⟧`.', in: 'agents/reviewer.md' }],
    silent: [{ text: 'See `⟦references/b.md⟧`.', in: 'agents/reviewer.md' }],
  },
  {
    id: 'document.deep',
    says: 'its file is nested two or more folders deep',
    matches: (situation) => dirname(pathInSkill(situation)).includes('/'),
    fires: [{ text: 'See `⟦references/b.md⟧`.', in: 'a/b/c.md' }],
    silent: [{ text: 'See `⟦references/b.md⟧`.', in: 'a/c.md' }],
  },
  {
    id: 'document.long',
    says: 'its file is long',
    matches: ({ document }) => document.text.length > LONG,
    fires: [`See \`⟦references/b.md⟧\`. ${'More and more. '.repeat(1_100)}`],
    silent: ['See `⟦references/b.md⟧`.'],
  },
  {
    id: 'document.linked',
    says: 'SKILL.md names its file by path',
    matches: (situation) => !situation.isManifest && mentionInManifest(situation) === 'path',
    fires: [{ text: 'See `⟦references/b.md⟧`.', in: 'references/a.md', manifest: 'Read references/a.md.' }],
    silent: [{ text: 'See `⟦references/b.md⟧`.', in: 'references/a.md', manifest: 'Read a.md.' }],
  },
  {
    id: 'document.unnamed',
    says: 'SKILL.md does not name its file',
    matches: (situation) => !situation.isManifest && mentionInManifest(situation) === 'not',
    fires: [{ text: 'See `⟦references/b.md⟧`.', in: 'references/a.md' }],
    silent: [{ text: 'See `⟦references/b.md⟧`.', in: 'references/a.md', manifest: 'Read a.md.' }],
  },
  {
    id: 'document.code',
    says: 'its text is about the files of a software project',
    matches: (situation) =>
      pathsIn(situation.document, situation.skill).all.filter(({ path }) => CODE_FOLDER.test(path.split('/')[0] ?? ''))
        .length >= MANY_CODE,
    fires: ['See `⟦references/b.md⟧`, `src/a.ts`, `src/b.ts`, `src/c.ts`, `lib/d.js`, `tests/e.ts`.'],
    silent: ['See `⟦references/b.md⟧`, `src/a.ts`.'],
  },
];
