/** Clues that a path into a folder which the skill lacks is the skill's own all the same. */
import { distance } from 'fastest-levenshtein';
import { basename, dirname } from '../files/paths.ts';
import type { Skill } from '../model/model.ts';
import { BUNDLE_FOLDERS } from '../references/target.ts';
import { lineAround } from '../text/lines.ts';
import type { Clue } from './clue.ts';
import { isCommon, isTold, teaches } from './evidence.ts';
import { isColumnOfFiles, isFolderTold, isListedAsFile } from './listing.ts';
import type { Missing } from './missing.ts';

/** Languages that few skills bundle. */
export const SOURCE = /\.(?:go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|tsx?|jsx|php)$/i;
/** What is read rather than run or built. */
const DOCUMENT = /\.(?:mdx?|markdown|txt|rst|json|ya?ml|csv)$/i;
/** Folders whose files are shown, tested or copied out: their paths repeat those of projects. */
const COPIED =
  /(?:^|\/)(?:assets?|templates?|examples?|samples?|fixtures?|tests?|evals?|demos?|snapshots?|vendor|node_modules|boilerplate|scaffold|worked)(?:\/|$)/i;
/** Folders that the user's project has as well. */
const PROJECTS =
  /^(?:src|lib|app|apps|packages|tests?|docs?|public|dist|build|config|node_modules|data|outputs?|results?|reports?|logs?|tmp|temp|notes|memory|tasks|\.[\w.-]*)$/i;

/** Folders whose names mean much the same, so that one is written for the other. */
const ALIKE: readonly ReadonlySet<string>[] = [
  new Set(['references', 'reference', 'refs', 'ref', 'docs', 'doc', 'resources', 'resource', 'guides', 'guide']),
  new Set(['scripts', 'script', 'bin', 'tools', 'tool', 'helpers', 'utils']),
  new Set(['assets', 'asset', 'templates', 'template', 'resources', 'resource', 'static', 'files']),
  new Set(['rules', 'rule', 'references']),
  new Set(['examples', 'example', 'samples', 'references']),
];

/** `reference/x.md`, `refrences/x.md` or `docs/x.md` where `references/x.md` is bundled; one folder of the path differs. */
function isWrongFolder(path: string, skill: Skill): boolean {
  const folders = dirname(path).split('/');
  const name = basename(path);
  return [...skill.bundle.folders].some((other) => {
    if (!skill.bundle.files.has(`${other}/${name}`)) return false;
    const others = other.split('/');
    const apart = others.flatMap((one, index) =>
      one === folders[index] ? [] : [[one, folders[index] ?? ''] as const],
    );
    const [differing] = apart;
    if (others.length !== folders.length || apart.length !== 1 || differing === undefined) return false;
    const [right, wrong] = differing;
    return (
      distance(right, wrong) <= 2 || (!isCommon(name) && ALIKE.some((names) => names.has(right) && names.has(wrong)))
    );
  });
}

const isNamed = ({ reference: { form } }: Missing): boolean => form === 'code' || form === 'bare';

/** Whether a bundled file lies deeper and has this path at its end, and nothing near says in which folder. */
function endsBundledPath(missing: Missing): boolean {
  const { path, isCommand, skill, document, reference } = missing;
  if (/(?:^|\/)\./.test(path) || !(isCommand || (isNamed(missing) && DOCUMENT.test(path)))) return false;
  return [...skill.bundle.files].some((file) => {
    if (!file.endsWith(`/${path}`)) return false;
    const folder = file.slice(0, -path.length - 1);
    return !COPIED.test(folder) && !isFolderTold(document.text, reference.range, basename(folder));
  });
}

/** "For more, see `…`", which sends a reader on; "read" and "check" are said of the user's files just as often. */
const SEE = /(?:^|[\s(*_])(?:see|consult|refer to)\s+[*_"(]*`?$/i;
/** What says that the path is shown, or is what the user has. */
const SHOWN = /["“”]|\b(?:examples?|e\.g\.|project(?:'|’)s|user(?:'|’)s|your|output)\b/i;

/** Whether a text sends its reader on to a document, once, and says nothing else of it. */
export function isSeen({ text }: Missing['document'], { range, path }: Missing['reference']): boolean {
  const { start, end } = lineAround(text, range);
  if (!SEE.test(text.slice(start, range.start))) return false;
  const line = text.slice(start, range.start) + text.slice(range.end, end);
  return !SHOWN.test(line) && text.indexOf(path) === text.lastIndexOf(path);
}

export const OWN_PATHS: readonly Clue<Missing>[] = [
  {
    id: 'own.told-to-open',
    says: 'SKILL.md sends the model there, and skills keep files in such a folder',
    // A sample of another project is named as one is told to read it.
    speaks: ({ isManifest, first, path, reference, document }) =>
      isManifest && BUNDLE_FOLDERS.has(first) && !SOURCE.test(path) && isTold(reference, document),
    fires: ['Read `⟦templates/bill.md⟧`.'],
    silent: ['Edit `⟦templates/bill.md⟧`.', 'Read `⟦notes/bill.md⟧`.'],
  },
  {
    id: 'own.folder-alike',
    says: 'the skill has it in a folder of almost this name, or of the same meaning',
    speaks: ({ path, skill }) => isWrongFolder(path, skill),
    fires: [{ text: 'The rates are in `⟦docs/pricing.md⟧`.', files: ['references/pricing.md'] }],
    silent: [{ text: 'The rates are in `⟦src/pricing.md⟧`.', files: ['references/pricing.md'] }],
  },
  {
    id: 'own.end-of-bundled-path',
    says: 'a bundled file lies deeper and its path ends with this one',
    speaks: endsBundledPath,
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
    says: 'SKILL.md lists it among the files to read, and skills keep files in such a folder',
    speaks: (missing) => {
      const { isManifest, first, path, document, reference } = missing;
      if (!isManifest || !isNamed(missing) || !BUNDLE_FOLDERS.has(first) || SOURCE.test(path)) return false;
      const { text } = document;
      return isListedAsFile(text, reference.range, first) || isColumnOfFiles(text, reference.range);
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
    id: 'own.see',
    says: 'the text sends its reader on to this document, and says nothing else of it',
    speaks: (missing) => {
      const { path, first, document, reference, skill } = missing;
      return (
        isNamed(missing) &&
        path.includes('/') &&
        /\.mdx?$/i.test(path) &&
        !path.startsWith('../') &&
        !PROJECTS.test(first) &&
        !isCommon(path) &&
        !teaches(skill, document) &&
        isSeen(document, reference)
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

/** Whether a path into a folder that the skill lacks is its own all the same. */
export const isOwnPath = (missing: Missing): boolean => OWN_PATHS.some(({ speaks }) => speaks(missing));
