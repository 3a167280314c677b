/** Wording that says that something is written to a path, or that it is part of a program's output. */
import { lineAround } from '../text/lines.ts';
import type { ExcusingClue } from './clue.ts';
import { isWrittenInOtherLanguage } from './other-languages.ts';
import { beginsItem, lastSentence, type PathContext } from './path-context.ts';
import { isProgramOutput } from './surroundings.ts';

const WRITES =
  'save[sd]?|saving|writ(?:e|es|ing|ten)|output(?:s|ting)?|export(?:s|ed|ing)?|generat(?:e|es|ed|ing)|creat(?:e|es|ed|ing)|stor(?:e|es|ed|ing)|add|put|plac(?:e|ed|ing)|emit(?:s|ted)?|dump(?:s|ed)?|produc(?:e|es|ed|ing)|preserve(?:s|d)? (?:(?:it|them|this|that)(?=\\s+(?:to|in|under)\\b)|[^.!?`,]{1,60}(?=\\bas\\b))|append(?:s|ed|ing)?|record(?:s|ed|ing)?|mov(?:e|ed|ing)|extract(?:ed|s)?|renam(?:e|ed|ing)|download(?:s|ed)?|cop(?:y|ies|ied) (?:[^.!?]|\\.\\w){1,60}(?=\\b(?:to|into|as)\\b)';
const END = '[\\s*_"\'(]*`?$';
const NOUNS =
  '(?:\\s+(?:a|an|the|new|files?|folder|directory|path|location|report|results?|called|named|such as|like))';
const WITHIN = '(?:[^.!?:`]|\\.\\w|`[^`]*`){0,60}?';
const OUTPUT = new RegExp(
  `\\b(?:${WRITES})\\b${WITHIN}(?:\\b(?:to|in|into|as|at|under|inside)\\b|→|->|=>)?${NOUNS}{0,3}:?${END}`,
  'i',
);
/** A stricter pattern for folders of documents: "Writing tests: …" says where to read. */
const WRITTEN_DOCUMENT = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
  `\\b(?:${WRITES})\\b(?:(?:\\s+[\\w-]+){0,2}${END}|${NOUNS}{0,3}(?:\\s+(?:to|as|in))?:${END}|${WITHIN}\\b(?:to|in|into|as|at|under|inside)${NOUNS}{0,3}:?${END})`,
  'i',
);
/** Text right before a path that is read, run or merely mentioned, so nothing is written there. */
const READ = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
  `(?:${[
    '\\b(?:using|with|via|by|per|through|following|run|running|use|from|see|for|on|of|about|against)',
    '\\b(?:using|with|via|following|use|per|from|against|apply(?:ing)?|adapt(?:ing)?|like)\\s+(?:the|an?|its|our|these)\\s+(?:[\\w-]+\\s+){1,4}(?:in|at|from)',
    '\\b(?:matching|according to|based on|as in)\\s+(?:[\\w-]+\\s+){0,5}(?:in|at|from)?',
    '\\b(?:described|listed|defined|documented|explained|shown|specified|outlined|given|found|provided|covered|detailed|available|lives?|lies?|resides?|sits?)\\s+(?:in|at|by|under)',
  ].join('|')})\\s+[*_"'(]*\`?(?:(?:python3?|node|bash|sh)\\s+)?$`,
  'i',
);
/** An instruction to read the file next, so it exists: "… Read it when". */
const READ_NEXT =
  /^[`*_)"']*[.,;:—–-]*\s*(?:and\s+|then\s+)?(?:read|load|consult|open|see|follow|check)\s+(?:it|this|that|the (?:file|guide|reference|document))\b/i;
/** "Have been moved to …", "Examples moved to …": already done, so the file exists. */
const DONE = /\b(?:has|have)(?: already| now)? been\s+(?:\w+ly\s+)?$/i;
const MOVED = /^(?:moved|extracted)\b/i;
const ONGOING = /\b(?:is|are|be|being|gets?)\s+(?:\w+ly\s+)?$/i;
/** Verbs after the path, as in Japanese and Chinese: "`…` を作成". */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
const CREATED = /^[`*_)"'」』]*\s*(?:を|に|へ)?\s*[^\s。、，,`]{0,4}?(?:作成|生成|保存|出力|書き込|创建|写入|保存到)/;
/**
 * The line that introduces a list of files to be created: "Create these files:", "It generates:", "Files to create:".
 */
const LIST_TO_CREATE =
  /^[\s>*_#\d.)-]*(?:(?:then|next|now|first|also),?\s+)?(?:create|generate|scaffold|produce|write|add)\b(?![^:]*\b(?:read|see|using|consult|load|follow|based on)\b)[^:]{0,80}:[*_\s]*$|\b(?:files?|folders?|artifacts?)\s+(?:to\s+(?:create|generate|write|add)|(?:that are|it)\s+(?:created|generated|creates|generates))\b[^:]{0,40}:[*_\s]*$|^[\s>*_-]*(?:it|this|the (?:script|command|tool|generator)|which)\s+(?:creates|generates|scaffolds|produces|writes)\b[^:.]{0,60}:[*_\s]*$/i;
/**
 * Text right after a path that says how and when it is created. "Is copied to …" does not count: the original exists.
 */
const CREATED_LATER =
  /^[`*_)"']*\s+(?:(?:is|are|gets?|will be)\s+(?:then\s+|auto(?:matically)?[- ]?)?(?:(?:created|generated|written|produced|downloaded|installed|fetched|cloned|built)\s+(?:by|when|on|at|during|after|if|automatically|from the (?:internet|network|web))\b|copied\s+(?:here|there|in(?:to place)?)\s*(?:by|when|on|at|during|from)\b|(?:merged|assembled|overlaid|injected|filled in)\b[^.;|]{0,40}\b(?:at|during|by)\s+(?:the\s+)?build\b)|\((?:auto-?)?(?:generated|created|downloaded|written|installed)\b[^)]{0,60}\))/i;
const OUTPUTS = /^#{1,6}[^\n]*\b(?:outputs?|artifacts?|deliverables|generated files)\b/i;

/** Returns true if the words before a path say that something is to be written there. */
function isWritten(clause: string, path: string): boolean {
  const verb = (/^references?\//.test(path) ? WRITTEN_DOCUMENT : OUTPUT).exec(clause);
  if (verb === null) return false;
  const ahead = clause.slice(0, verb.index);
  return !DONE.test(ahead) && !(MOVED.test(verb[0]) && !ONGOING.test(ahead));
}

/** Returns the part of a sentence that refers to the path: "for exporting tables, consult `…`" writes nothing there. */
function lastClause(before: string): string {
  const sentence = lastSentence(before.slice(before.lastIndexOf('|') + 1));
  if (READ.test(sentence)) return '';
  const read = [...sentence.matchAll(/\b(?:consult|see|read|refer to|follow)\b/gi)].at(-1);
  return read ? sentence.slice(read.index) : sentence;
}

/** "Store them as a table (`references/tables.md`)" says where to read more, not where to write. */
const isAside = (before: string, path: string): boolean =>
  /^references?\//.test(path) && /\([`*_]*$/.test(lastSentence(before));

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
      isProse && (/^\s*\|/.test(before) || beginsItem(before)) && OUTPUTS.test(heading),
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
    ],
    silent: [
      'Create bills, see:\n\n- `⟦references/plan.md⟧`: the plan',
      'When you create bills, read these:\n\n- `⟦references/plan.md⟧`: the plan',
      'Create:\n\n- a plan as in `⟦references/plan.md⟧`',
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
