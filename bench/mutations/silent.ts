/** Mutations that introduce no fault: another form of a path, or a sentence about something else. */
import { join } from '../../skill/index.ts';
import { lineText, type Mutation, replaceRange } from './mutation.ts';
import type { Random } from './random.ts';
import { gaps, type MutableSkill, type Site } from './sites.ts';

/** A path in another form that resolves to the same file. */
interface Rewriting {
  readonly name: string;
  readonly fits: (site: Site) => boolean;
  readonly to: (site: Site, skill: MutableSkill, random: Random) => string | undefined;
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: prefixes as written in skills.
const CLAUDE_BASE = '${CLAUDE_SKILL_DIR}';
/** Bases that no client fills in. */
const MADE_UP_BASES = ['{baseDir}', '$SKILL_DIR', '{skill_path}', '<skill-dir>', '${SKILL_ROOT}'];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: prefixes as written in skills.

/** Sentences that say what a base is, without which no client finds a file below it. */
const EXPLANATIONS: readonly ((base: string) => string)[] = [
  (base) => `In this file, \`${base}\` is the folder of this SKILL.md.`,
  (base) => `\`${base}\` stands for the directory that contains this file.`,
  (base) => `Replace \`${base}\` with the absolute path of this skill.`,
  (base) => `Paths begin with \`${base}\`, the root of the skill.`,
];

const EXPLAINED_BASE = 'skill-folder prefix';

const takesBase = (site: Site): boolean =>
  site.prefix === '' && site.from !== 'document' && site.path.includes('/') && site.form !== 'tree';

const REWRITINGS: readonly Rewriting[] = [
  { name: './', fits: (site) => site.prefix === '' && !site.path.startsWith('../'), to: (site) => `./${site.path}` },
  {
    name: '#fragment',
    fits: (site) => site.form === 'link',
    to(site, skill, random) {
      const text = skill.documents.get(join(skill.root, site.target)) ?? '';
      // Headings of plain words, whose anchor every renderer agrees on.
      const headings = [...text.matchAll(/\n\n#{2,3} ([A-Za-z]+(?: [A-Za-z]+)*)\n/g)].map((match) => match[1] ?? '');
      const heading = random.pick(headings);
      return heading === undefined ? undefined : `${site.path}#${heading.toLowerCase().replaceAll(' ', '-')}`;
    },
  },
  { name: 'title', fits: (site) => site.form === 'link', to: (site) => `${site.path} "More about it"` },
  { name: 'angle brackets', fits: (site) => site.form === 'link', to: (site) => `<${site.path}>` },
  {
    name: EXPLAINED_BASE,
    fits: takesBase,
    to: (site, _skill, random) => `${random.pick([CLAUDE_BASE, ...MADE_UP_BASES])}/${site.path}`,
  },
];

/** Paragraphs that a writer might add anywhere. `{skill}` is another skill of the repository, `{file}` a file of it. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  output: [
    'Save the result to `output/report.md`.',
    'Write your findings to `references/findings.md` when you are done.',
    'The command creates `assets/chart.png` and prints its size.',
    'Store the raw responses in `scripts/output/responses.json`.',
    '```bash\npython analyze.py --output assets/summary.csv\n```',
    'Results are exported to assets/results.json.',
  ],
  'project file': [
    "Edit `src/index.ts` in the user's project.",
    "Put the picture at `assets/hero.png` in the user's project.",
    'Look at `package.json` and `src/config/settings.json` of the repository you work in.',
    "Run the project's own `scripts/deploy.sh` if there is one.",
    'Check whether your app has `assets/fonts/inter.woff2`.',
    'Look for `docs/architecture.md` in their codebase.',
  ],
  placeholder: [
    'Read `references/<topic>.md` for the topic at hand.',
    'Each language has its file `references/{language}.md`.',
    'Reports are called `references/YYYY-MM-DD.md`.',
    'Run `python scripts/<name>.py` for each of them.',
    'See `path/to/file.md`.',
    'Steps are numbered: `references/step-N.md`.',
  ],
  glob: [
    'All of `references/*.md` was reviewed last year.',
    'Formatters run over `scripts/**/*.py`.',
    '```bash\nls assets/*.svg\n```',
    'Ignore files that match `references/draft-*.md`.',
  ],
  'fenced template': [
    'Start the README from this:\n\n```markdown\n# My project\n\nSee [the guide](docs/guide.md) and [setup](docs/setup.md).\n```',
    'A configuration looks like this:\n\n```json\n{ "entry": "src/main.ts", "icon": "assets/icon.png" }\n```',
    'The workflow file:\n\n```yaml\nsteps:\n  - run: ./scripts/build.sh\n  - path: assets/bundle.zip\n```',
    'In the component:\n\n```tsx\nimport logo from "./assets/logo.svg";\n```',
  ],
  'example list': [
    'Example: `references/finance.md`.',
    'For example, `references/aws.md`, `references/gcp.md` and `references/azure.md`.',
    'Group details by domain (e.g. `references/sales.md`, `references/legal.md`).',
    'Suppose a skill has `scripts/rotate_pdf.py`.',
  ],
  URL: [
    'See https://example.com/docs/references/setup.md for more.',
    'The [handbook](https://example.com/handbook/assets/intro.md) explains it.',
    '```bash\ncurl -fsSL https://example.com/scripts/install.sh | bash\n```',
    'Full text: <https://example.com/references/full.md>.',
  ],
  tree: [
    'A project then looks like this:\n\n```\nmy-app/\n├── src/\n│   └── index.ts\n├── assets/\n│   └── logo.png\n└── package.json\n```',
    "The user's repository:\n\n```text\n.\n├── scripts/\n│   └── release.sh\n└── docs/\n    └── index.md\n```",
  ],
  "another skill's file": [
    'See the `billing-tools` skill, its `references/pricing.md`.',
    'The `billing-tools` skill has `scripts/invoice.py` for that.',
    'Prices are in `references/pricing.md` of the `billing-tools` skill.',
    'See the `{skill}` skill, its `{file}`.',
    'The `{skill}` skill explains it in `{file}`.',
  ],
  'pseudo-link': [
    'Use [the reviewer](/review:code) for that.',
    'See [the rule](mdc:rules/style.md).',
    'Open [the panel](app://settings/general.md).',
    'Ask [@docs](/plugin:docs) first.',
  ],
  'slash as or': [
    'Keep it in the assets/vault of your choice.',
    'Both scripts/tools are fine here.',
    'Name the owner/team of each reference/document.',
    'Works for Node.js/Next.js and read/write access.',
  ],
  'link in inline code': [
    'Write links as `[text](references/example.md)`.',
    'The form `[Guide](references/guide-name.md)` is preferred.',
    'Use `![alt](assets/image.png)` for pictures.',
    'Links such as `[API](references/api.md)` are relative.',
  ],
};

export const SILENT_OPERATORS: readonly string[] = [...REWRITINGS.map((one) => one.name), ...Object.keys(SENTENCES)];

/** Returns harmless mutations of one operator on one skill, at most `count`. */
export function silent(
  operator: string,
  skill: MutableSkill,
  count: number,
  random: Random,
  others: readonly { readonly name: string; readonly file: string }[],
): readonly Mutation[] {
  const rewriting = REWRITINGS.find((one) => one.name === operator);
  if (rewriting) {
    // A link that already has an anchor or a title cannot have a second one.
    const isPlain = (site: Site): boolean => site.form !== 'link' || skill.documents.get(site.file)?.[site.end] === ')';
    const sites = skill.sites.filter((site) => rewriting.fits(site) && isPlain(site));
    return random.some(sites, count).flatMap((site) => {
      const words = rewriting.to(site, skill, random);
      if (words === undefined) return [];
      const mutated = replaceRange(skill.documents.get(site.file) ?? '', site, words).text;
      const shown = lineText(mutated, site.start);
      if (operator !== EXPLAINED_BASE) return [mutation(operator, site.form, skill, site.file, mutated, shown)];
      const explanation = random.pick(EXPLANATIONS)?.(words.slice(0, -site.path.length - 1)) ?? '';
      const at = gaps(mutated)[0] ?? mutated.length;
      const text = `${mutated.slice(0, at)}\n${explanation}\n${mutated.slice(at)}`;
      return [mutation(operator, site.form, skill, site.file, text, `${shown} {${explanation}}`)];
    });
  }
  const text = skill.documents.get(skill.manifest) ?? '';
  return random.some(SENTENCES[operator] ?? [], count).flatMap((template) => {
    const other = random.pick(others);
    if (template.includes('{skill}') && other === undefined) return [];
    const sentence = template.replace('{skill}', other?.name ?? '').replace('{file}', other?.file ?? '');
    // If the path is a file of this very skill, the sentence does not test anything.
    if ([...skill.files].some((file) => sentence.includes(file))) return [];
    const at = random.pick(gaps(text)) ?? text.length;
    const mutated = `${text.slice(0, at)}\n${sentence}\n${text.slice(at)}`;
    return [mutation(operator, '', skill, skill.manifest, mutated, sentence)];
  });
}

/** Returns the same paths in SKILL.md below a base that nothing explains: a fault in every client. */
export function unexplainedBases(skill: MutableSkill, count: number, random: Random): readonly Mutation[] {
  const sites = skill.sites.filter((site) => site.isManifest && takesBase(site));
  return random.some(sites, count).map((site) => {
    const target = `${random.pick(MADE_UP_BASES)}/${site.path}`;
    const { text, range, line } = replaceRange(skill.documents.get(site.file) ?? '', site, target);
    return {
      ...mutation('unexplained base', site.form, skill, site.file, text, lineText(text, site.start)),
      kind: 'base',
      expected: { file: site.file, range, target, line },
    };
  });
}

const mutation = (
  operator: string,
  form: string,
  skill: MutableSkill,
  file: string,
  text: string,
  shown: string,
): Mutation => ({
  operator,
  kind: 'silent',
  form,
  skill: skill.root,
  texts: new Map([[file, text]]),
  removed: [],
  shown,
});
