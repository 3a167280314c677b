/** Why a path that stands in a text may not be the skill's to provide, told by the words around it. */

import { basename } from '../files/paths.ts';
import type { Base, Excuse, Range, ReferenceForm } from '../model/model.ts';
import { SPEC_FOLDERS, type TargetParts } from '../references/target.ts';
import { lineAround } from '../text/lines.ts';
import { excuseAbroad } from './excuses-abroad.ts';
import { isEmptyByItsText, isGoneOrMaybe, isPrinted, isRecord, isSupposed, isTitleOfFence } from './surroundings.ts';

const EXAMPLE =
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 1,200 units
  /(?:\bfor example[,:]|\be\.\s?g\.|(?<=(?:^|[.:;(|>])[\s*_>\d.)-]*)examples?\b[*_]{0,2}\s*(?:\([^)]*\))?:|\bexample\b[*_]{0,2} (?:file|path|name|reference)|\bsuppose\b|\bimagine\b|\bhypothetical)(?:[^.!?]|[.!?](?=\w))*$/i;
/** "A `…` script would be helpful"; not what stands behind a path and could be many things. */
const WOULD_BE =
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
  /^[`*_)\s]*(?:[\w-]+\s+){0,6}(?:would|could|might)\s+(?:also\s+)?(?:be|have|contain|hold|look|help)\b|^[`*_)"\s]*\((?:for )?example\b/i;
const WRITES =
  'save[sd]?|saving|writ(?:e|es|ing|ten)|output(?:s|ting)?|export(?:s|ed|ing)?|generat(?:e|es|ed|ing)|creat(?:e|es|ed|ing)|stor(?:e|es|ed|ing)|add|put|plac(?:e|ed|ing)|emit(?:s|ted)?|dump(?:s|ed)?|produc(?:e|es|ed|ing)|preserve(?:s|d)? (?:(?:it|them|this|that)(?=\\s+(?:to|in|under)\\b)|[^.!?`,]{1,60}(?=\\bas\\b))|append(?:s|ed|ing)?|record(?:s|ed|ing)?|mov(?:e|ed|ing)|extract(?:ed|s)?|renam(?:e|ed|ing)|download(?:s|ed)?|cop(?:y|ies|ied) (?:[^.!?]|\\.\\w){1,60}(?=\\b(?:to|into|as)\\b)';
const END = '[\\s*_"\'(]*`?$';
const NOUNS =
  '(?:\\s+(?:a|an|the|new|files?|folder|directory|path|location|report|results?|called|named|such as|like))';
const WITHIN = '(?:[^.!?:`]|\\.\\w|`[^`]*`){0,60}?';
/** Something is written there: "save it to …", "creates …", "Figures are exported: …". */
const OUTPUT = new RegExp(
  `\\b(?:${WRITES})\\b${WITHIN}(?:\\b(?:to|in|into|as|at|under|inside)\\b|→|->|=>)?${NOUNS}{0,3}:?${END}`,
  'i',
);
/** The same of a path where documents lie, with more to it: "Writing tests: …" says where to read. */
const WRITTEN_DOCUMENT = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
  `\\b(?:${WRITES})\\b(?:(?:\\s+[\\w-]+){0,2}${END}|${NOUNS}{0,3}(?:\\s+(?:to|as|in))?:${END}|${WITHIN}\\b(?:to|in|into|as|at|under|inside)${NOUNS}{0,3}:?${END})`,
  'i',
);
/** What stands right before a path that is read or run, or only spoken of: nothing is written there. */
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
/** "… Read it when": what is to be read next is there. */
const READ_NEXT =
  /^[`*_)"']*[.,;:—–-]*\s*(?:and\s+|then\s+)?(?:read|load|consult|open|see|follow|check)\s+(?:it|this|that|the (?:file|guide|reference|document))\b/i;
/** "Have been moved to …", "Examples moved to …": what was done is there. */
const DONE = /\b(?:has|have)(?: already| now)? been\s+(?:\w+ly\s+)?$/i;
const MOVED = /^(?:moved|extracted)\b/i;
const ONGOING = /\b(?:is|are|be|being|gets?)\s+(?:\w+ly\s+)?$/i;
/** The text says itself that there is nothing yet. */
const ABSENT =
  /^[^.;|\n]{0,80}?\b(?:coming soon|contains? no files?|not (?:yet )?(?:created|written|added|started)|(?:does not|doesn(?:'|’)t) exist yet|(?:is|are) (?:currently |still )?(?:unused|empty|planned|reserved)|not (?:needed|required|necessary)|to be (?:written|added)|TBD)\b/i;
/** … or that there may be nothing: "`…`, if it exists", "if `…` exists". */
const IF_THERE =
  /^[`*_)"']*,?\s*\(?(?:only )?(?:if|when|where)\s+(?:it\s+|they\s+)?(?:is |are )?(?:exists?|present|available|there|provided)\b/i;
const WHETHER = /\b(?:if|whether|unless|when)\s+(?:(?:the|a|an|file|folder|your)\s+){0,2}[*_"'(]*`?$/i;
const EXISTS =
  /^[`*_)"']*\s+(?:does (?:not )?|doesn(?:'|’)t )?(?:exists?|is (?:present|missing|absent|available|there))\b/i;
/** What tells of a path that it is not there. */
const MISSING_BEFORE =
  /\b(?:missing|lacks|lacking|absent|no|(?:no longer|never|(?:does|do|did)(?: not|n(?:'|’)t))\s+(?:ships?|ha(?:s|ve)|includes?|bundles?|contains?|provides?|comes? with)(?:\s+(?:an?|any|the))?)\s+[*_"'(]*`?$/i;
/** What a project has: "if the repository already has a script (`…`)". */
const PROJECT_HAS =
  /\b(?:repo(?:sitory)?|project|codebase|workspace)\s+(?:already\s+)?(?:has|contains|keeps|defines|needs|requires)\b[^.!?]{0,80}$/i;
/** A heading over what holds in the user's repository. */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
const OF_PROJECT = /^#{1,6}[ \t]+[^\n]*\b(?:in|for|of) (?:this|the|your) (?:repo(?:sitory)?|project|codebase)\b/i;
/** As much of a section's heading as is read for each path in it, in UTF-16 units. */
const LONGEST_HEADING = 1_000;
/** What a run printed: "FileNotFoundError: …". */
const ERROR_BEFORE = /\b[A-Z]\w*(?:Error|Exception)\b:?\s+[`"']?$/;
/** The line that introduces a list of what something on the machine holds. */
const ON_MACHINE =
  /(?:^|[\s`(])(?:~|\/(?:home|Users|opt))\/[\w.@-][^\n]*\b(?:contains?|holds?|has|have|bundles?|includes?|ships?)\b/;
const INTRODUCES = /:[*_\s]*$/;
const IN_LIST = /^\s*(?:[-*+]|\d+[.)])\s/;
/** The line that introduces a list of examples. */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
const EXAMPLES_BELOW = /\b(?:for example|e\.g\.|such as)[,:]?[*_]*:?[*_]*\s*$/i;
/** A place in somebody's code: "`…` `run()`". */
const CODE_AFTER = /^`\s+`[\w.]+\(\)`/;
/** A heading over what is not there yet. */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
const TO_COME = /^#{1,6}[ \t]+[^\n]*\b(?:future|planned|upcoming|roadmap|proposed)\b/i;
const ITEM_BEFORE = /^\s*(?:[-*+]|\d+[.)]|\|)\s+[*_`]*$/;
const SAID_MISSING = /^[`*_)"']*\s+(?:does not|doesn(?:'|’)t|did not|didn(?:'|’)t) exist\b/i;
/** Languages that say it behind: "`…` を作成". */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
const MADE = /^[`*_)"'」』]*\s*(?:を|に|へ)?\s*[^\s。、，,`]{0,4}?(?:作成|生成|保存|出力|書き込|创建|写入|保存到)/;
/** Another repository, as OWNER/NAME: in the cell before in a row of a table, or before the list. */
const OTHER_REPOSITORY = /\|\s*`[A-Za-z][\w-]*\/[A-Za-z][\w-]*`\s*\|[^|]*$/;
// eslint-disable-next-line regexp/no-super-linear-move -- reads at most 1,200 units
const OF_REPOSITORY = /^\s*`[A-Za-z][\w-]*\/[A-Za-z][\w-]*`[^`\n]*:[*_\s]*$/m;
/** Alone on its line, with a colon: the title of what stands below. */
const TITLE_BEFORE = /^[\s#*_`\d.)-]*$/;
const TITLE_AFTER = /^[`*_]*:[*_`]*\s*$/;
/** Headings over what a run produces. */
const OUTPUTS = /^#{1,6}[^\n]*\b(?:outputs?|artifacts?|deliverables|generated files)\b/i;
const USERS =
  /\b(?:user(?:'|’)s|users(?:'|’)?(?! to\b)|your|their|project(?:'|’)?s|repo(?:sitory)?(?:'|’)?s|codebase|(?:package|library|framework)(?:'|’)s|application(?:'|’)?s|app(?:'|’)s|client(?:'|’)?s|customer(?:'|’)?s)\s+(?:own\s+)?(?:[\w-]+\s+){0,2}[*_"'(]*`?$|\b(?:project|workspace|codebase)\s+[*_"']*`?$/i;
const USERS_AFTER =
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
  /^[`*_)"']*\s*(?:\w+\s+){0,2}(?!from\s+(?:the\s+)?(?:project|repo(?:sitory)?|workspace)\s+root)(?:in|of|from|inside|under|at|within|to)\s+(?:the\s+)?(?:user(?:'|’)?s?|your|their|target|host|consuming|current)?\s*(?:own\s+)?(?:project|repo(?:sitory)?|codebase|app(?:lication)?|workspace|working (?:directory|folder|tree))\b/i;
/** Other paths that stand between a path and what is said behind them all: "`a.sh` or **`b.sh`** in the project". */
const ALTERNATIVES = /^(?:[`*_)"']*\s*(?:,|\bor\b|\band\b|\/|, or|, and)\s*[*_("']*`[^`\s]{1,80}(?=`))+/i;
/** … but where they are run "in the project", that is where. */
const RUNS = /\b(?:run|running|execute|use|using)\s+[*_"'(]*`?$/i;
const SKILL_WORD = /\b(?:skill(?:'|’)?s?|bundled|this plugin)\b/i;

/** Another skill, named by mark-up or with a hyphen: "the `billing-tools` skill", "**billing-tools**'s", "`billing-tools` — its". */
const NAMED =
  /(?:`\/?([a-z][a-z0-9]*(?:[-:][a-z0-9]+)*)`|\*\*`?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)`?\*\*|\b([a-z][a-z0-9]*(?:-[a-z0-9]+)+))[*_]*(?:(?:'|’)s?(?=\s|$)|\s+(?:[Ss]kill|SKILL|plugin)\b(?:(?:'|’)s)?|\s+[—–:-]+\s+(?:its|owns|covers|holds|has)\b)|`([a-z][a-z0-9]*(?:-[a-z0-9]+)*-skills?)`|`([a-z][a-z0-9]*(?:-[a-z0-9]+)+)`\s+\((?:community|external|third[- ]party|separate)\)|\b[Ss]kill\s+(?:`([a-z][a-z0-9]*(?:-[a-z0-9]+)*)`|\*\*([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\*\*|([a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?=[\s,.:'’]))/g;

/** Right before a path, with a hyphen: "`billing-tools` → `references/x.md`", "`billing-tools` `scripts/x.py`". */
const NAMED_BEFORE = /`\/?([a-z][a-z0-9]*(?:-[a-z0-9]+)+)`(?:\*\*)?\s*(?:(?:→|->|⇒)\s*)?`$/;

/** The same in plain words: "the tax planner skill's `…`". */
const NAMED_PLAINLY = /\b(?:the|from|in|per|an?)\s+((?:[a-z][\w-]*\s+){1,3})skill(?:'|’)s\s+(?:own\s+)?[*_"'(]*`?$/i;
const ANY_SKILL =
  /\b(?:this|same|main|own|current|whole|entire|parent|outer|inner|other|another|agent|each|every|new|existing|installed|given|target|first|second|last)\b/i;

/**
 * Reads the surroundings of one path in a section: the excuse found there, and whose folder the path is relative to.
 * `fence` is the content of the fence it stands in.
 */
export function excuseOf(
  text: string,
  parts: TargetParts,
  form: ReferenceForm,
  fence: Range | undefined,
): { readonly excuse: Excuse | undefined; readonly base: Base } {
  const { range, base } = parts;
  if (parts.excuse || base.kind === 'plugin' || base.kind === 'other-skill') return { excuse: parts.excuse, base };
  const top = fence?.start ?? 0;
  const line = lineAround(text, range);
  const lineStart = Math.max(top, line.start);
  // Bounded, or a long line full of paths would be read once for each of them.
  const before = text.slice(Math.max(lineStart, range.start - 400), range.start);
  const after = text.slice(range.end, Math.min(line.end, range.end + 200));
  // By its prefix it is the skill's own, and yet it may be written there.
  if (base.kind === 'skill') {
    // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 1,200 units
    const written = fence === undefined && isWritten(lastClause(before.replace(/[^\s`"'(]*$/, '')), parts.path);
    return { excuse: written ? 'output' : undefined, base };
  }
  const prior = form === 'tree' ? '' : priorLines(text, top, lineStart, fence !== undefined);
  if (form === 'code' && (OTHER_REPOSITORY.test(before) || OF_REPOSITORY.test(prior)))
    return { excuse: 'user-file', base };
  const isLink = form === 'link' || form === 'definition' || form === 'image';
  // A link says itself what it is relative to.
  const name = form === 'tree' || isLink ? undefined : otherSkill(prior, before, after, parts.path);
  // A path that climbs says itself where it leads.
  const named = name !== undefined && !parts.path.startsWith('../');
  // A sentence that goes on in this line.
  const lead = /^[\s`*_"'(]*$/.test(before) ? `${prior.split('\n').at(-1) ?? ''} ${before}` : before;
  const [introduction = ''] = prior.split('\n');
  const heading = text.slice(0, LONGEST_HEADING);
  const isUsers =
    !isLink &&
    fence === undefined &&
    !SKILL_WORD.test(lead) &&
    (USERS.test(lead) ||
      USERS_AFTER.test(RUNS.test(before) ? after : after.replace(ALTERNATIVES, '')) ||
      PROJECT_HAS.test(lead) ||
      CODE_AFTER.test(after) ||
      (IN_LIST.test(before) &&
        !SPEC_FOLDERS.has(parts.path.split('/')[0] ?? '') &&
        INTRODUCES.test(introduction) &&
        ON_MACHINE.test(introduction)) ||
      OF_PROJECT.test(heading));
  const from: Base = !named ? base : { kind: 'other-skill', name };
  if (form === 'tree' || (name !== undefined && !(isUsers && USERS.test(lead))))
    return { excuse: undefined, base: from };
  if (EXAMPLE.test(sayings(before)) || WOULD_BE.test(after) || isSupposed(prior) || ERROR_BEFORE.test(before))
    return { excuse: 'example', base };
  if (ABSENT.test(after) || MISSING_BEFORE.test(before) || SAID_MISSING.test(after) || isEmptyByItsText(text, range))
    return { excuse: 'absent', base };
  if (isGoneOrMaybe(before, after)) return { excuse: 'absent', base };
  if (IF_THERE.test(after) || (WHETHER.test(before) && EXISTS.test(after))) return { excuse: 'absent', base };
  if (ITEM_BEFORE.test(before) && EXAMPLES_BELOW.test(introduction)) return { excuse: 'example', base };
  if (TO_COME.test(heading) && ITEM_BEFORE.test(before)) return { excuse: 'absent', base };
  if (isRecord(text, before)) return { excuse: 'absent', base };
  if (fence && isTitleOfFence(text.slice(fence.start, fence.end), range.start - fence.start, parts.path))
    return { excuse: 'template', base };
  if (fence === undefined && MADE.test(after)) return { excuse: 'output', base };
  if (isShown(text, form, lineStart, fence)) return { excuse: 'output', base };
  const abroad = excuseAbroad(before, after, { prose: !isLink && fence === undefined });
  if (abroad) return { excuse: abroad, base };
  if (!isLink && fence === undefined) {
    if (TITLE_BEFORE.test(before) && TITLE_AFTER.test(after) && isTitle(text, line.end, parts.path))
      return { excuse: 'template', base };
    if ((/^\s*\|/.test(before) || ITEM_BEFORE.test(before)) && OUTPUTS.test(heading)) return { excuse: 'output', base };
    if (isWritten(lastClause(before), parts.path) && !isAside(before, parts.path) && !READ_NEXT.test(after))
      return { excuse: 'output', base };
    if (isUsers) return { excuse: 'user-file', base };
  }
  return { excuse: undefined, base };
}

/** Whether a path stands in what a program printed: in a fence that is no command, or in a line of indented code. */
function isShown(text: string, form: ReferenceForm, lineStart: number, fence: Range | undefined): boolean {
  if (fence)
    return form === 'fence' && isPrinted(text, lineAround(text, { start: fence.start - 1, end: fence.start }).start);
  return form === 'bare' && /^(?: {4}|\t)/.test(text.slice(lineStart, lineStart + 4)) && isPrinted(text, lineStart);
}

/** Whether a block of code follows that is the content of the file, and does not run it. */
function isTitle(text: string, at: number, path: string): boolean {
  const fence = /^\s*(?:```|~~~)[^\n]*\n([\s\S]{0,400})/.exec(text.slice(at, at + 800))?.[1];
  return fence !== undefined && !fence.includes(basename(path));
}

/** What comes before a line in its paragraph, and the line that introduces its list. */
function priorLines(text: string, top: number, lineStart: number, fenced: boolean): string {
  const lines = text
    .slice(Math.max(top, lineStart - 1200), lineStart)
    .split('\n')
    .slice(0, -1);
  if (fenced) return lines.at(-1)?.trim().startsWith('#') ? (lines.at(-1) ?? '') : '';
  const line = text.slice(lineStart, lineStart + 20);
  const item = /^\s*(?:[-*+]|\d+[.)])\s/;
  const out: string[] = [];
  let inItem = !item.test(line);
  for (let index = lines.length - 1; index >= 0 && lines.length - index <= 12; index--) {
    const above = lines[index] ?? '';
    if (inItem) {
      if (above.trim() === '' || above.startsWith('#')) break;
      out.unshift(above);
      if (item.test(above)) inItem = false;
    } else if (!item.test(above) && above.trim() !== '' && !/^\s/.test(above)) {
      if (/:[*_]*\s*$/.test(above) && !above.startsWith('#')) out.unshift(above);
      break;
    } else if (above.trim() === '' && !/:[*_]*\s*$/.test(lines[index - 1] ?? '')) break;
  }
  return out.join('\n');
}

/** As much of a line as may say that a path is an example: its cell of a table, without brackets that are closed. */
const sayings = (before: string): string => before.slice(before.lastIndexOf('|') + 1).replace(/\([^()]*\)/g, '');

/** The last other skill named before a path, or right after it ("… of the `x` skill"). */
function otherSkill(prior: string, before: string, after: string, path: string): string | undefined {
  const near = `${prior}\n${before}`.slice(-400);
  const next = NAMED_BEFORE.exec(before)?.[1];
  // "`tax-rules` → `references/tax-rules.md`" is a table of what lies where.
  if (next !== undefined && !path.includes(next)) return next;
  const plain = NAMED_PLAINLY.exec(before)?.[1]?.trim();
  if (plain !== undefined && !ANY_SKILL.test(plain)) return plain.toLowerCase().replace(/\s+/g, '-');
  const hit = [...near.matchAll(NAMED)].at(-1);
  const since = hit ? near.slice(hit.index + hit[0].length) : '';
  // In a sentence of its own a path is this skill's, unless the sentence says whose.
  const last =
    (hit && (!/[.!?]\s/.test(since) || /\b(?:its|there|that skill)\b/i.test(since) ? hit : undefined)) ??
    /^[`*_)]*\s+(?:of|in|from)\s+(?:the\s+)?(?:`([a-z0-9-]+)`|\*\*([a-z0-9-]+)\*\*|([a-z0-9]+(?:-[a-z0-9]+)+))\s+skill\b/.exec(
      after,
    );
  const name = last?.slice(1).find((group) => group !== undefined);
  return name === undefined || /^(?:agent|this|other|another|parent|sub|cross|multi)(?:-|$)/.test(name)
    ? undefined
    : name.split(':').at(-1);
}

/** "Store them as a table (`references/tables.md`)" says where to read more, not where to write. */
const isAside = (before: string, path: string): boolean =>
  /^references?\//.test(path) && /\([`*_]*$/.test(lastSentence(before));

/** Whether the words before a path say that something is to be written there. */
function isWritten(clause: string, path: string): boolean {
  const verb = (/^references?\//.test(path) ? WRITTEN_DOCUMENT : OUTPUT).exec(clause);
  if (verb === null) return false;
  const ahead = clause.slice(0, verb.index);
  return !DONE.test(ahead) && !(MOVED.test(verb[0]) && !ONGOING.test(ahead));
}

/** As much of a sentence as speaks of the path: "for exporting tables, consult `…`" writes nothing there. */
function lastClause(before: string): string {
  const sentence = lastSentence(before.slice(before.lastIndexOf('|') + 1));
  if (READ.test(sentence)) return '';
  const read = [...sentence.matchAll(/\b(?:consult|see|read|refer to|follow)\b/gi)].at(-1);
  return read ? sentence.slice(read.index) : sentence;
}

/** The sentence that a path ends, without the paths that are listed before it. */
function lastSentence(text: string): string {
  let start = text.length - 1;
  while (start >= 0 && !(/[.!?;]/.test(text[start] ?? '') && !/\w/.test(text[start + 1] ?? ' '))) start--;
  const sentence = text.slice(start + 1);
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 1,200 units
  return sentence.replace(/(?:`[^`]*`\s*(?:,|and|or|\/|&|, and|, or)\s*)+`?$/, '`');
}
