/** Wording that says that something is written to a path, or that it is part of a program's output. */
import { lineAround } from '../text/lines.ts';
import type { ExcusingClue } from './clue.ts';
import { isWrittenInOtherLanguage } from './other-languages.ts';
import {
  CREATED,
  CREATED_LATER,
  isWritten,
  LIST_TO_CREATE,
  lastClause,
  OUTPUT_HEADING,
  READ_NEXT,
} from './output-wording.ts';
import { beginsItem, lastSentence, type PathContext } from './path-context.ts';
import { isProgramOutput } from './surroundings.ts';

/** "Store them as a table (`references/tables.md`)" says where to read more, not where to write. */
const isAside = (before: string, path: string): boolean =>
  /^references?\//.test(path) && /\([`*_]*$/.test(lastSentence(before));

/** "Include `icon.png` in `assets/`", "keep `logo.svg` (24 px) under `…`". */
const KEEP_FILE_IN =
  /\b(?:include|keep|drop|leave|commit|ship|host)\s+(?:(?:an?|the|your)\s+)?(?:copy of\s+)?`[^`\s]+\.\w+`(?:\s*\([^()]{0,40}\))?\s+(?:in|into|under|inside)\s+(?:the\s+|an?\s+)?[*_"']*`?$/i;

/** Clues for paths with a prefix for the skill's folder, which may be written to nevertheless. */
export const PREFIXED_OUTPUTS: readonly ExcusingClue<PathContext>[] = [
  {
    id: 'output.with-prefix',
    says: "the text says to write something there, in the skill's folder",
    excuse: 'output',
    matches: ({ fence, before, path }) =>
      // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 1,200 units
      fence === undefined && isWritten(lastClause(before.replace(/[^\s`"'(]*$/, '')), path),
    fires: ['Output a log in `{baseDir}/⟦generated/⟧`.'],
    silent: ['Run `{baseDir}/⟦scripts/setup.py⟧`.'],
  },
];

export const STATED_OUTPUTS: readonly ExcusingClue<PathContext>[] = [
  {
    id: 'output.written-behind',
    says: 'the words after it say that it is written, in a language other than English',
    excuse: 'output',
    matches: ({ fence, after }) => fence === undefined && CREATED.test(after),
    fires: ['`⟦references/log.json⟧` を新規作成。'],
    silent: ['`⟦references/log.json⟧` を参照。'],
  },
  {
    id: 'output.shown-in-fence',
    says: 'it is in a fence that shows program output',
    excuse: 'output',
    matches: ({ form, fence, text }) =>
      form === 'fence' &&
      fence !== undefined &&
      isProgramOutput(text, lineAround(text, { start: fence.start - 1, end: fence.start }).start),
    fires: [
      'The script prints:\n\n```\n⟦references/x.md⟧ written\n```',
      'Print a plan first. Format:\n\n```\nInstalls:  ⟦scripts/a.sh⟧\n```',
    ],
    silent: ['The script reads:\n\n```\n⟦references/x.md⟧ first\n```'],
  },
  {
    id: 'output.shown-indented',
    says: 'it is in indented lines that show program output',
    excuse: 'output',
    matches: ({ form, fence, text, line }) =>
      form === 'bare' &&
      fence === undefined &&
      /^(?: {4}|\t)/.test(text.slice(line.start, line.start + 4)) &&
      isProgramOutput(text, line.start),
    fires: ['Example output:\n\n    wrote ⟦references/x.md⟧'],
    silent: ['Report generation, in this order:\n\n    python ⟦scripts/a.sh⟧'],
  },
  {
    id: 'output.heading',
    says: 'its heading is about output files',
    excuse: 'output',
    matches: ({ isProse, before, heading }) =>
      isProse && (/^\s*\|/.test(before) || beginsItem(before)) && OUTPUT_HEADING.test(heading),
    fires: [
      '## Deliverables\n\n1. `⟦scripts/analysis.py⟧` – the analysis',
      '## Output checklist\n\n| What | Path |\n|---|---|\n| Script | `⟦scripts/deploy.sh⟧` |',
    ],
    silent: ['## Outputs\n\nRead `⟦references/taxes.md⟧` first.', '## Inputs\n\n1. `⟦scripts/analysis.py⟧`'],
  },
  {
    id: 'output.list-to-make',
    says: 'its list is introduced as files to create',
    excuse: 'output',
    matches: ({ isProse, before, introduction }) => isProse && beginsItem(before) && LIST_TO_CREATE.test(introduction),
    fires: [
      'Create:\n\n- `⟦references/plan.md⟧`: the plan\n- `scripts/run.sh`',
      'Create these files in order:\n- `scripts/run.sh`\n- `⟦references/plan.md⟧`',
      'The command generates:\n\n1. `⟦assets/cover.png⟧`: the cover',
      'Files to create:\n\n- `⟦references/plan.md⟧`',
      'This skill will generate:\n\n1. **README.md** - a page\n2. **⟦scripts/check.sh⟧** - checks',
      'The setup step creates:\n\n- `⟦scripts/hooks.sh⟧`',
      'Each run will also write:\n\n- `⟦assets/summary.csv⟧`: sums',
      'These files are created on the first run:\n\n- `⟦assets/state.json⟧`',
      'Generated files:\n\n- `⟦scripts/run.sh⟧`: runs it',
      'Folders that will be scaffolded:\n\n- `⟦assets/icons/⟧`',
    ],
    silent: [
      'Create bills, see:\n\n- `⟦references/plan.md⟧`: the plan',
      'When you create bills, read these:\n\n- `⟦references/plan.md⟧`: the plan',
      'Create:\n\n- a plan as in `⟦references/plan.md⟧`',
      'This skill has:\n\n- `⟦scripts/check.sh⟧`: checks',
      'The skill creates bills. It needs:\n\n- `⟦assets/bill.tex⟧`',
      'For generated files, read:\n\n- `⟦references/generated.md⟧`',
      'Each step reads:\n\n- `⟦references/steps.md⟧`',
    ],
  },
  {
    id: 'output.folder-for-file',
    says: 'the words before it say which file to keep in this folder',
    excuse: 'output',
    matches: ({ isProse, before, path }) => isProse && path.endsWith('/') && KEEP_FILE_IN.test(before),
    fires: [
      'Include `icon.png` (512x512) in `⟦assets/⟧`.',
      'Keep a copy of `LICENSE.txt` under `⟦assets/⟧`.',
      'Drop `logo.svg` into `⟦assets/⟧` and rebuild.',
      'Commit `snapshot.json` in the `⟦assets/⟧` folder.',
      'Upload `cover.webp` and leave `cover.psd` in `⟦assets/⟧`.',
    ],
    silent: [
      'Include the pictures in `⟦assets/⟧`.',
      'Include what `list.md` says. The rest is in `⟦references/⟧`.',
      'Keep `a.md` open and look in `⟦references/⟧`.',
      'Include `icon.png` as in `⟦assets/icon.md⟧`.',
      'The file `icon.png` is in `⟦assets/⟧`.',
    ],
  },
  {
    id: 'output.made-later',
    says: 'the words after it say how or when it is created',
    excuse: 'output',
    matches: ({ isProse, after }) => isProse && CREATED_LATER.test(after),
    fires: [
      'Then `⟦assets/model.json⟧` is downloaded on the first run.',
      'Rates: `⟦references/rates.md⟧` (generated by the nightly job)',
      '`⟦references/house-rules.md⟧` is merged in at build time.',
      'The hook in `⟦scripts/local.sh⟧` is installed by the set-up.',
    ],
    silent: [
      '`⟦references/rates.md⟧` is written for beginners.',
      '`⟦assets/page.html⟧` is copied to the project.',
      '`⟦scripts/rates.py⟧` is generated code.',
    ],
  },
  {
    id: 'output.written-abroad',
    says: 'the words around it say that it is written, in a language other than English',
    excuse: 'output',
    matches: (context) => context.isProse && isWrittenInOtherLanguage(context),
    fires: [
      'Speichere das Ergebnis unter `⟦assets/ergebnis.png⟧`.',
      'Die Notizen in `⟦references/notizen.md⟧` ablegen.',
      'Enregistrez le résultat dans `⟦assets/resultat.png⟧`.',
      'Crea `⟦scripts/nuevo.py⟧` si hace falta.',
      'Salva il risultato in `⟦assets/risultato.png⟧`.',
      'Сохраните результат в `⟦assets/result.png⟧`.',
      '把结果保存到`⟦assets/result.png⟧`。',
      '결과를 `⟦assets/result.png⟧`에 저장합니다.',
    ],
    silent: [
      'Lee `⟦references/tarifas.md⟧` antes de crear la factura.',
      '请先阅读`⟦references/jiage.md⟧`，然后保存结果。',
    ],
  },
  {
    id: 'output.written',
    says: 'the words before it say to write something there',
    excuse: 'output',
    matches: ({ isProse, before, after, path }) =>
      isProse && isWritten(lastClause(before), path) && !isAside(before, path) && !READ_NEXT.test(after),
    fires: [
      'Save the report to `⟦assets/report.md⟧`.',
      'Create `⟦references/notes.md⟧` with it.',
      'Generate it → `⟦assets/out.md⟧`.',
      'Copy `references/pricing.md` to `⟦assets/area.md⟧`.',
      'Finished ones are moved to `⟦assets/done.md⟧`.',
      'Put shared notes in a folder such as `⟦references/lib/⟧`.',
      'If there is a picture, preserve it as `⟦assets/base.png⟧`.',
    ],
    silent: [
      'Examples moved to `⟦references/cases.md⟧`.',
      'Rules for writing bills live in `⟦references/cases.md⟧`.',
      'Generate the bill using the template in `⟦assets/bill.tex⟧`.',
      'Creating bills: `⟦references/creating.md⟧`',
      'Record it in `⟦references/log.md⟧`. Read it first.',
      'Store the prices as a table (`⟦references/prices.md⟧`).',
      'For exporting, consult `⟦references/exports.md⟧`.',
      'To preserve formulas, `⟦scripts/a.py⟧` must run last.',
    ],
  },
];
