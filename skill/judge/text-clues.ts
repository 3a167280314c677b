/** Clues of the words near a path: its line, the heading above it and the lines before. Bounded parts of the text alone. */
import { basename, dirname, extension } from '../files/paths.ts';
import { lineAround } from '../text/lines.ts';
import { type Clue, clue, type Example } from './clue.ts';
import type { Situation } from './situation.ts';

const at = (document: string, text: string, ...files: string[]): Example => ({ text, files, in: document });
const text = (body: string, ...files: string[]): Example => ({ text: body, files });

/** UTF-16 units above a line that count as near it. */
const ABOVE = 240;
const SHOWS =
  /\b(?:examples?|e\.g\.|such as|for instance|samples?|illustrat\w+|hypothetical|anti-?patterns?|bad|good|wrong|invalid|❌|✅|before:|after:|instead of|rather than|imagine|suppose)(?![\w-])|[❌✅✗✓]/i;
const FUTURE =
  /\b(?:future|planned|todo|not yet|coming soon|possible additions?|roadmap|candidates?|optional(?:ly)?|if (?:it )?(?:exists?|present|available)|when present|removed|deleted|deprecated|archived|legacy|retired|superseded|previously|formerly|not (?:included|shipped|bundled|implemented)|missing|if any)\b/i;
const MADE =
  /\b(?:creat(?:e[sd]?|ing)|writ(?:e[sn]?|ing)|sav(?:e[sd]?|ing)|generat(?:e[sd]?|ing)|outputs?|produc(?:e[sd]?|ing)|log(?:s|ged)?|export(?:s|ed)?|persist(?:s|ed)?|scaffold(?:s|ed|ing)?|append(?:s|ed)?|stor(?:e[sd]?|ing)|record(?:s|ed)?)\b/i;
const PLACED =
  /\b(?:cop(?:y|ies|ied|ying)|install(?:s|ed|ing)?|deploy(?:s|ed)?|download(?:s|ed)?|clon(?:e[sd]?|ing)|symlink(?:s|ed)?|sync(?:s|ed)?|mirror(?:s|ed)?)\b/i;
const PROJECT =
  /\b(?:your|user['’]?s?|projects?|repo(?:sitory|sitories)?|codebase|workspace|app(?:lication)?|vault|target|CI)\b/i;
const BUNDLED =
  /\b(?:this skill|the skill['’]?s?|bundled|skill director(?:y|ies)|skill folder|included|provided|ships?|shipped)\b/i;
const OF_OTHER =
  // eslint-disable-next-line regexp/no-super-linear-move -- reads one line, at most 2,000 units
  /\/?[a-z][\w-]+:[a-z][\w-]+\b(?!\/\/)|\b(?:base|other|another|sibling|parent|companion|each|target|downstream) skills?\b|\bskill ['`"“]|`[\w-]+` skill\b/i;
const SENDS =
  /\b(?:read|load|see|open|consult|follow|refer to|review|check|use|using|run|execute|details?|documented|described|defined|full|complete|more)\b/i;
const LISTING =
  /\b(?:references?|resources?|related|see also|further reading|bundled|files?|links?|documentation|contents?|index|scripts?|assets?|templates?|next steps)\b/i;
const LAYOUT =
  /\b(?:structure|layout|tree|director(?:y|ies)|outputs?|artifacts?|examples?|architecture|organization|anatomy)\b/i;
/** An address of a site rather than a file of a bundle. */
const SITE = /\.html?$/i;
/** Names of documents that come from elsewhere, or tell what is being worked on. */
const MIRROR =
  /(?:^|[/_. -])(?:upstream|snapshots?|vendor(?:ed)?|mirrors?|llms|third[-_ ]?party|external|docs?)(?=[/_. -]|$)/i;
const TRACKER =
  /(?:^|[/_. -])(?:todos?|milestones?|phases?|briefs?|archives?|tracker|work-?items?|tickets?|evals?|verification|changelog|history|20\d\d[-_]?[01]\d)(?=[/_. -]|$)/i;
/** Files of the document's own kind beside it, from which on its folder is a collection of pages. */
const CROWD = 25;

interface Near {
  readonly line: string;
  readonly before: string;
  readonly above: string;
  readonly heading: string;
}

let last: { readonly situation: Situation; readonly near: Near } | undefined;

/** Read once for all clues of a situation. */
function near(situation: Situation): Near {
  if (last?.situation === situation) return last.near;
  const { document, reference } = situation;
  const { start, end } = lineAround(document.text, reference.range);
  const hash = document.text.lastIndexOf('\n#', reference.range.start);
  const found: Near = {
    // The path's own words say nothing here.
    line: `${document.text.slice(start, reference.range.start)} ${document.text.slice(reference.range.end, end)}`,
    before: document.text.slice(start, reference.range.start),
    above: document.text.slice(Math.max(0, start - ABOVE), start),
    heading: hash < 0 ? '' : (document.text.slice(hash + 1, hash + 160).split('\n', 1)[0] ?? ''),
  };
  last = { situation, near: found };
  return found;
}

const inLine =
  (pattern: RegExp): Clue['speaks'] =>
  (situation) =>
    pattern.test(near(situation).line);
const inAbove =
  (pattern: RegExp): Clue['speaks'] =>
  (situation) =>
    pattern.test(near(situation).above);
const inHeading =
  (pattern: RegExp): Clue['speaks'] =>
  (situation) =>
    pattern.test(near(situation).heading);

const inner = ({ document, skill }: Situation): string =>
  document.path.startsWith(`${skill.root}/`) ? document.path.slice(skill.root.length + 1) : '';

const plain = text('About `⟦references/b.md⟧` here.');

export const TEXT_CLUES: readonly Clue[] = [
  clue(
    'line.shows',
    'its line speaks of examples',
    inLine(SHOWS),
    [text('An anti-pattern: `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.future',
    'its line speaks of what is optional, planned or gone',
    inLine(FUTURE),
    [text('Planned: `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.made',
    'its line speaks of something being written',
    inLine(MADE),
    [text('Logs go to `⟦references/b.md⟧`, which is created.')],
    [plain],
  ),
  clue(
    'line.placed',
    'its line speaks of something being copied or installed',
    inLine(PLACED),
    [text('The installer copies `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.project',
    'its line speaks of the user’s project',
    inLine(PROJECT),
    [text('The project has `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.bundled',
    'its line speaks of what the skill brings along',
    inLine(BUNDLED),
    [text('Bundled: `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.other-skill',
    'its line speaks of another skill',
    inLine(OF_OTHER),
    [text('The base skill has `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.sends',
    'its line sends the model somewhere',
    inLine(SENDS),
    [text('For details: `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.table',
    'its line is a row of a table',
    ({ document, reference }) =>
      /^\s*\|/.test(document.text.slice(lineAround(document.text, reference.range).start, reference.range.start)),
    [text('| file | what |\n|---|---|\n| `⟦references/b.md⟧` | bills |')],
    [plain],
  ),
  clue(
    'line.item',
    'its line is an item of a list',
    (situation) => /^\s*(?:[-*+]|\d+[.)])\s/.test(near(situation).before),
    [text('- `⟦references/b.md⟧`')],
    [plain],
  ),
  clue(
    'line.first',
    'its line begins with it',
    (situation) => /^[\s\-*+|>`[\]()\d.]*$/.test(near(situation).before),
    [text('- `⟦references/b.md⟧`: bills')],
    [plain],
  ),
  clue(
    'line.many',
    'its line names two other paths',
    (situation) =>
      // eslint-disable-next-line regexp/no-super-linear-move -- reads one line, at most 2,000 units
      (near(situation).line.match(/[\w-]+\/[\w./-]+|[\w-]+\.(?:md|py|sh|json|ya?ml)\b/g)?.length ?? 0) >= 2,
    [text('See `⟦references/b.md⟧`, `a/c.md` and `a/d.md`.')],
    [plain],
  ),
  clue('line.arrow', 'its line has an arrow', inLine(/→|->|=>/), [text('bills → `⟦references/b.md⟧`')], [plain]),
  clue(
    'line.foreign',
    'its line is in a script other than Latin',
    inLine(/[\u0400-\u04FF\u3040-\u30FF\u4E00-\u9FFF\uAC00-\uD7AF]{2}/),
    [text('参照 `⟦references/b.md⟧`')],
    [plain],
  ),
  clue(
    'above.shows',
    'the lines above speak of examples',
    inAbove(SHOWS),
    [text('A bad case:\n\nAbout `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'above.made',
    'the lines above speak of something being written',
    inAbove(MADE),
    [text('It creates these:\n\n- `⟦references/b.md⟧`')],
    [plain],
  ),
  clue(
    'above.future',
    'the lines above speak of what is optional, planned or gone',
    inAbove(FUTURE),
    [text('Planned:\n\n- `⟦references/b.md⟧`')],
    [plain],
  ),
  clue(
    'above.project',
    'the lines above speak of the user’s project',
    inAbove(PROJECT),
    [text('In your project:\n\n- `⟦references/b.md⟧`')],
    [plain],
  ),
  clue(
    'heading.shows',
    'its heading speaks of examples',
    inHeading(SHOWS),
    [text('## A bad one\n\nAbout `⟦references/b.md⟧`.')],
    [text('## Tax\n\nAbout `⟦references/b.md⟧`.')],
  ),
  clue(
    'heading.future',
    'its heading speaks of what is optional, planned or gone',
    inHeading(FUTURE),
    [text('## Planned\n\nAbout `⟦references/b.md⟧`.')],
    [text('## Tax\n\nAbout `⟦references/b.md⟧`.')],
  ),
  clue(
    'heading.listing',
    'its heading announces files',
    inHeading(LISTING),
    [text('## Resources\n\nAbout `⟦references/b.md⟧`.')],
    [text('## Tax\n\nAbout `⟦references/b.md⟧`.')],
  ),
  clue(
    'heading.layout',
    'its heading announces a layout or an output',
    inHeading(LAYOUT),
    [text('## Output\n\nAbout `⟦references/b.md⟧`.')],
    [text('## Tax\n\nAbout `⟦references/b.md⟧`.')],
  ),
  clue(
    'path.site',
    'it is a page of a site',
    ({ path }) => SITE.test(path),
    [text('See [it](⟦a/b.html⟧).')],
    [text('See [it](⟦a/b.md⟧).')],
  ),
  clue(
    'path.sibling',
    'it is a link to a file beside its document, which is no SKILL.md',
    ({ isManifest, isLink, path }) => !isManifest && isLink && !path.includes('/'),
    [at('guides/a.md', 'See [it](⟦b.md⟧).')],
    [at('guides/a.md', 'See [it](⟦c/b.md⟧).')],
  ),
  clue(
    'path.repeats-folder',
    'it begins with the folder that its document lies in',
    (situation) =>
      !situation.isManifest && situation.path.includes('/') && basename(dirname(inner(situation))) === situation.first,
    [at('guides/a.md', 'See `⟦guides/b.md⟧`.')],
    [at('guides/a.md', 'See `⟦rules/b.md⟧`.')],
  ),
  clue(
    'path.own-name',
    'it begins with skills/ or with the name of the skill',
    ({ path, first, skill }) =>
      path.includes('/') && (first === 'skills' || first === skill.name || first === basename(skill.root)),
    [text('See `⟦billing/b.md⟧`.')],
    [text('See `⟦rules/b.md⟧`.')],
  ),
  clue(
    'path.other-image',
    'it is a picture in another file than SKILL.md',
    ({ isManifest, path }) => !isManifest && /\.(?:png|jpe?g|gif|webp|svg)$/i.test(path),
    [at('guides/a.md', '![it](⟦b.png⟧)')],
    [at('guides/a.md', 'See [it](⟦b.md⟧).')],
  ),
  clue(
    'path.other-link',
    'it is a link in another file than SKILL.md',
    ({ isManifest, isLink }) => !isManifest && isLink,
    [at('guides/a.md', 'See [it](⟦a/b.md⟧).')],
    [at('guides/a.md', 'See `⟦a/b.md⟧`.')],
  ),
  clue(
    'path.lone-script',
    'it is a script in a folder that the skill lacks',
    ({ path, first, skill }) =>
      /\.(?:py|sh|m?[jt]s)$/.test(path) && path.includes('/') && !skill.bundle.folders.has(first),
    [text('Run `⟦scripts/b.py⟧`.')],
    [text('Run `⟦scripts/b.py⟧`.', 'scripts/a.py')],
  ),
  clue(
    'path.other-command',
    'it is a command in another file than SKILL.md',
    ({ isManifest, isCommand }) => !isManifest && isCommand,
    [at('guides/a.md', '```bash\npython ⟦scripts/b.py⟧\n```')],
    [at('guides/a.md', 'See `⟦a/b.md⟧`.')],
  ),
  clue(
    'document.mirror',
    'its file is a copy from elsewhere by its name',
    (situation) => !situation.isManifest && MIRROR.test(inner(situation)),
    [at('upstream/a.md', 'See `⟦references/b.md⟧`.')],
    [at('guides/a.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.tracker',
    'its file tells what was or is being worked on, by its name',
    (situation) => !situation.isManifest && TRACKER.test(inner(situation)),
    [at('todo.md', 'See `⟦references/b.md⟧`.')],
    [at('guides/a.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.crowd',
    'its file lies among many of its kind',
    (situation) => !situation.isManifest && situation.crowd >= CROWD,
    [at('guides/a.md', 'See `⟦references/b.md⟧`.', ...Array.from({ length: 30 }, (_, index) => `guides/${index}.md`))],
    [at('guides/a.md', 'See `⟦references/b.md⟧`.', 'guides/1.md')],
  ),
  clue(
    'document.lone-skill',
    'the skill has hardly another file',
    ({ skill }) => skill.bundle.files.size <= 2,
    [plain],
    [text('About `⟦references/b.md⟧`.', 'a.md', 'b.md')],
  ),
  clue(
    'near.repository-file',
    'the repository has it, seen from its root or from a folder of its own name',
    ({ path, repositoryHasFile }) =>
      path.includes('/') && (repositoryHasFile(path) || repositoryHasFile(path.slice(path.indexOf('/') + 1))),
    [text('See `⟦guides/b.md⟧`.', '/repo/guides/b.md')],
    [text('See `⟦guides/b.md⟧`.', '/repo/guides/c.md')],
  ),
  clue(
    'near.kind-elsewhere',
    'the skill has files of its kind in other folders alone',
    ({ path, kin, skill }) =>
      kin.length === 0 &&
      extension(path) !== '' &&
      [...skill.bundle.files].some((file) => file !== 'SKILL.md' && extension(file) === extension(path)),
    [text('See `⟦guides/b.md⟧`.', 'rules/c.md')],
    [text('See `⟦guides/b.md⟧`.', 'guides/c.md')],
  ),
];
