/** Clues that a path is the skill's own although the skill does not have its folder. */

import { distance } from 'fastest-levenshtein';
import { basename, dirname } from '../files/paths.ts';
import type { Skill } from '../model/model.ts';
import { BUNDLE_FOLDERS } from '../references/target.ts';
import { anyOf } from '../text/any-of.ts';
import { lineAround } from '../text/lines.ts';
import type { Clue } from './clue.ts';
import { hasOpenInstruction, isAboutWritingSkills, isCommonName } from './evidence.ts';
import { isFolderNamed, isInFileColumn, isListedAsFile } from './listing.ts';
import type { MissingPath } from './missing-path.ts';

/** Languages that few skills bundle. */
export const SOURCE = /\.(?:go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|tsx?|jsx|php)$/i;
/** Files that are read rather than run or built. */
const DOCUMENT = /\.(?:mdx?|markdown|txt|rst|json|ya?ml|csv)$/i;
const SHOWN = [
  'assets?',
  'templates?',
  'examples?',
  'samples?',
  'fixtures?',
  'tests?',
  'evals?',
  'demos?',
  'snapshots?',
];
const BROUGHT = ['vendor', 'node_modules', 'boilerplate', 'scaffold', 'worked'];
/** Folders whose files are shown, tested or copied, so their paths repeat those of projects. */
const COPIED = new RegExp(`(?:^|\\/)${anyOf([...SHOWN, ...BROUGHT])}(?:\\/|$)`, 'i');
const CODE = ['src', 'lib', 'app', 'apps', 'packages', 'tests?', 'docs?', 'public', 'dist', 'build', 'config'];
const RESULTS = ['node_modules', 'data', 'outputs?', 'results?', 'reports?', 'logs?', 'tmp', 'temp'];
const WORK = ['notes', 'memory', 'tasks', '\\.[\\w.-]*'];
/** Folders that are also common in the user's project. */
const PROJECTS = new RegExp(`^${anyOf([...CODE, ...RESULTS, ...WORK])}$`, 'i');

/** Groups of folder names with similar meanings, which authors confuse. */
const SIMILAR_FOLDERS: readonly ReadonlySet<string>[] = [
  new Set(['references', 'reference', 'refs', 'ref', 'docs', 'doc', 'resources', 'resource', 'guides', 'guide']),
  new Set(['scripts', 'script', 'bin', 'tools', 'tool', 'helpers', 'utils']),
  new Set(['assets', 'asset', 'templates', 'template', 'resources', 'resource', 'static', 'files']),
  new Set(['rules', 'rule', 'references']),
  new Set(['examples', 'example', 'samples', 'references']),
];

/** True for `reference/x.md`, `refrences/x.md` or `docs/x.md` if `references/x.md` is bundled. Exactly one folder differs. */
function isWrongFolder(path: string, skill: Skill): boolean {
  const folders = dirname(path).split('/');
  const name = basename(path);
  return [...skill.bundle.folders].some((other) => {
    if (!skill.bundle.files.has(`${other}/${name}`)) return false;
    const others = other.split('/');
    const differences = others.flatMap((one, index) =>
      one === folders[index] ? [] : [[one, folders[index] ?? ''] as const],
    );
    const [differing] = differences;
    if (others.length !== folders.length || differences.length !== 1 || differing === undefined) return false;
    const [right, wrong] = differing;
    return (
      distance(right, wrong) <= 2 ||
      (!isCommonName(name) && SIMILAR_FOLDERS.some((names) => names.has(right) && names.has(wrong)))
    );
  });
}

const isNamed = ({ reference: { form } }: MissingPath): boolean => form === 'code' || form === 'bare';

/** Returns true if a bundled file in a subfolder ends with this path, and nothing nearby names that folder. */
function endsBundledPath(missing: MissingPath): boolean {
  const { path, isCommand, skill, document, reference } = missing;
  if (/(?:^|\/)\./.test(path) || !(isCommand || (isNamed(missing) && DOCUMENT.test(path)))) return false;
  return [...skill.bundle.files].some((file) => {
    if (!file.endsWith(`/${path}`)) return false;
    const folder = file.slice(0, -path.length - 1);
    return !COPIED.test(folder) && !isFolderNamed(document.text, reference.range, basename(folder));
  });
}

/**
 * "For more, see `…`", which refers the reader to it. "Read" and "check" are used for the user's files just as often.
 */
const SEE = /(?:^|[\s(*_])(?:see|consult|refer to)\s+[*_"(]*`?$/i;
/** Words that say that the path is an example or belongs to the user. */
const NOT_OWN = /["“”]|\b(?:examples?|e\.g\.|project(?:'|’)s|user(?:'|’)s|your|output)\b/i;

/** Returns true if a text refers the reader to a document, once, and says nothing else about it. */
export function isReferredTo({ text }: MissingPath['document'], { range, path }: MissingPath['reference']): boolean {
  const { start, end } = lineAround(text, range);
  if (!SEE.test(text.slice(start, range.start))) return false;
  const line = text.slice(start, range.start) + text.slice(range.end, end);
  return !NOT_OWN.test(line) && text.indexOf(path) === text.lastIndexOf(path);
}

const LABELS = ['templates?', 'schemas?', 'checklists?', 'guides?', 'references?', 'examples?', 'rules?', 'prompts?'];
const MORE_LABELS = ['themes?', 'workflows?', 'resources?', 'assets?', 'scripts?', 'playbooks?', 'rubrics?'];
/** A line or list item that says what kind of file follows: "- **Template:** `…`". */
const LABEL = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,000 units
  `^\\s*(?:(?:[-*+]|\\d+[.)])\\s+)?[*_]*(?:\\w+\\s)?${anyOf([...LABELS, ...MORE_LABELS])}[*_]*:[*_]*\\s*[*_"(]*\`?$`,
  'i',
);

/** Returns true if a line is a label and a path, without words that give it to the user. */
function isLabelled({ document: { text }, reference: { range } }: MissingPath): boolean {
  const { start, end } = lineAround(text, range);
  return LABEL.test(text.slice(start, range.start)) && !NOT_OWN.test(text.slice(range.end, end));
}

export const OWN_PATHS: readonly Clue<MissingPath>[] = [
  {
    id: 'own.told-to-open',
    says: 'SKILL.md sends the model there, and skills have files in such a folder',
    // An instruction to read a source file is usually about a sample project.
    matches: ({ isManifest, first, path, reference, document }) =>
      isManifest && BUNDLE_FOLDERS.has(first) && !SOURCE.test(path) && hasOpenInstruction(reference, document),
    fires: ['Read `⟦templates/bill.md⟧`.'],
    silent: ['Edit `⟦templates/bill.md⟧`.', 'Read `⟦notes/bill.md⟧`.'],
  },
  {
    id: 'own.folder-alike',
    says: 'the skill has it in a folder with a similar name or meaning',
    matches: ({ path, skill }) => isWrongFolder(path, skill),
    fires: [{ text: 'The rates are in `⟦docs/pricing.md⟧`.', files: ['references/pricing.md'] }],
    silent: [{ text: 'The rates are in `⟦src/pricing.md⟧`.', files: ['references/pricing.md'] }],
  },
  {
    id: 'own.end-of-bundled-path',
    says: 'a bundled file in a subfolder has a path that ends with this one',
    matches: endsBundledPath,
    fires: [
      { text: '| Fees | `⟦criteria/fees.md⟧` |', files: ['references/criteria/fees.md'] },
      { text: 'See `⟦criteria/fees.md⟧`.', files: ['references/criteria/fees.md'], in: 'references/a/b.md' },
      { text: '```bash\npython ⟦eval/run.py⟧\n```', files: ['tools/eval/run.py'] },
      {
        text: 'Load `references/steps.md`.\n\n| Fees | `⟦criteria/fees.md⟧` |',
        files: ['references/steps.md', 'references/criteria/fees.md'],
      },
    ],
    silent: [
      { text: 'In `references/`:\n\n- `⟦criteria/fees.md⟧`', files: ['references/criteria/fees.md'] },
      { text: 'Read from `references/<topic>/`: `⟦criteria/fees.md⟧`', files: ['references/criteria/fees.md'] },
      { text: 'Edit `⟦config/app.json⟧`.', files: ['assets/starter/config/app.json'] },
      { text: 'The class is in `⟦backends/mock.py⟧`.', files: ['engine/backends/mock.py'] },
      { text: 'See `⟦ai/.pattern.yaml⟧`.', files: ['artifacts/ai/.pattern.yaml'] },
      { text: '```\n⟦criteria/fees.md⟧   fees\n```', files: ['references/criteria/fees.md'] },
    ],
  },
  {
    id: 'own.listed-as-file',
    says: 'SKILL.md lists it among the files to read, and skills have files in such a folder',
    matches: (missing) => {
      const { isManifest, first, path, document, reference } = missing;
      if (!isManifest || !isNamed(missing) || !BUNDLE_FOLDERS.has(first) || SOURCE.test(path)) return false;
      const { text } = document;
      return isListedAsFile(text, reference.range, first) || isInFileColumn(text, reference.range);
    },
    fires: [
      '## Additional Resources\n\n- **`⟦templates/refund.yaml⟧`** - refunds',
      '### Templates\n\n- `⟦templates/refund.yaml⟧` - refunds',
      '| Country | Rule file to read |\n|---|---|\n| Spain | `rules/spain.md` |\n| France | `⟦rules/france.md⟧` |',
    ],
    silent: [
      '## Layout\n\n- `⟦templates/refund.yaml⟧` - refunds',
      '## Resources\n\nSomething in `⟦templates/refund.yaml⟧`.',
      '| Country | Writes |\n|---|---|\n| France | `⟦rules/france.md⟧` |',
      '## Resources\n\n- `⟦docs/refund.yaml⟧` - refunds',
    ],
  },
  {
    id: 'own.labelled',
    says: 'a label before it says what kind of file it is, and skills have files in such a folder',
    matches: (missing) =>
      missing.isManifest &&
      isNamed(missing) &&
      BUNDLE_FOLDERS.has(missing.first) &&
      !missing.isFolder &&
      !SOURCE.test(missing.path) &&
      isLabelled(missing),
    fires: ['- Template: `⟦templates/refund.md⟧`', '**Checklist:** ⟦resources/refund.md⟧'],
    silent: [
      '- Output: `⟦templates/refund.md⟧`',
      '- Template: `⟦docs/refund.md⟧`',
      '- Rules: `⟦rules/python/⟧`',
      '- Template: `⟦templates/refund.md⟧` of your project',
    ],
  },
  {
    id: 'own.shared-folder',
    says: 'skills share a folder next to them whose name begins with an underscore',
    matches: ({ path }) => /^(?:\.\.\/){1,3}_\w[\w-]*\/[^/]/.test(path),
    fires: ['Read `⟦../_shared/tone.md⟧`.'],
    silent: ['Read `⟦../shared/tone.md⟧`.', 'Read `⟦../_shared/⟧`.'],
  },
  {
    id: 'own.see',
    says: 'the text refers the reader to this document, and says nothing else about it',
    matches: (missing) => {
      const { path, first, document, reference, skill } = missing;
      return (
        isNamed(missing) &&
        path.includes('/') &&
        /\.mdx?$/i.test(path) &&
        !path.startsWith('../') &&
        !PROJECTS.test(first) &&
        !isCommonName(path) &&
        !isAboutWritingSkills(skill, document) &&
        isReferredTo(document, reference)
      );
    },
    fires: ['For bargaining, see `⟦profit-margins/bargaining.md⟧`.', 'See ⟦margins/bargaining.md⟧ for more.'],
    silent: [
      'Read `⟦margins/bargaining.md⟧` first.',
      'See `⟦docs/bargaining.md⟧`.',
      'See `⟦margins/README.md⟧`.',
      'See your `⟦margins/bargaining.md⟧`.',
      'Output goes there: see `⟦context/out.md⟧`.',
      'See `⟦context/out.md⟧`. The project may have `context/out.md`.',
      { text: 'See `⟦margins/bargaining.md⟧`.', description: 'Create new skills.' },
    ],
  },
];

/** Returns true if a path is the skill's own although the skill does not have its folder. */
export const isOwnPath = (missing: MissingPath): boolean => OWN_PATHS.some(({ matches }) => matches(missing));
