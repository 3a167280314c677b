/** Code actions that fix several findings: all safe ones, or all of one rule. */
import { formatCount } from '../../../skill/index.ts';
import type { Finding } from '../../rules/rule/rule.ts';
import { applyEdits, compatibleFixes, countSevere, MAX_ROUNDS, safeEdits } from '../../rules/rule/safe-fixes.ts';
import { textEdits } from './edits.ts';
import { type ActionInput, KINDS, type Offer } from './offer.ts';

/** Returns the action that applies everything that `check --fix` would write to this document, as one edit. */
export function fixAllOffers({ session, path, result, document, support }: ActionInput): readonly Offer[] {
  if (safeEdits(result.findings).fixes === 0) return [];
  return [
    {
      title: 'Fix all problems that can be fixed safely',
      kind: KINDS.fixAll,
      costly: true,
      edit: () => {
        const { text } = document;
        const after = fixSafely(text, result.findings, (now) => session.workspace.diagnoseAs(path, now)?.findings);
        return after === text
          ? undefined
          : textEdits(session, [{ path, text, edits: [difference(text, after)] }], support);
      },
    },
  ];
}

/**
 * Applies safe fixes repeatedly until there are none, like `check --fix`. A round that adds errors or warnings is undone.
 * @param check returns the findings of a new text; undefined if they cannot be determined
 */
export function fixSafely(
  text: string,
  findings: readonly Finding[],
  check: (text: string) => readonly Finding[] | undefined,
): string {
  let now = text;
  let found = findings;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { edits, fixes } = safeEdits(found);
    if (fixes === 0) break;
    const next = applyEdits(now, edits);
    const after = check(next);
    if (after === undefined || countSevere(after) > countSevere(found)) break;
    [now, found] = [next, after];
  }
  return now;
}

/** Returns the difference between two texts as one edit between the first and the last changed character. */
export function difference(before: string, after: string) {
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  // Do not split surrogate pairs or CRLF.
  if (start > 0 && /[\uD800-\uDBFF\r]/.test(before[start - 1] ?? '')) start--;
  if (end > 0 && /[\uDC00-\uDFFF\n]/.test(before[before.length - end] ?? '')) end--;
  return { range: { start, end: before.length - end }, text: after.slice(start, after.length - end) };
}

/**
 * Returns an action for each rule of the touched findings. It applies the preferred edit of every finding of the rule that
 * has one. It is not offered for a single edit, or if no touched finding of the rule has such an edit.
 */
export function fixKindOffers(
  { session, path, result, document, support }: ActionInput,
  touched: readonly Finding[],
): readonly Offer[] {
  return [...new Set(touched.map(({ code }) => code))].flatMap((code): readonly Offer[] => {
    const ofRule = result.findings.filter((finding) => finding.code === code);
    const fixes = ofRule.flatMap((finding) => preferredEdit(finding) ?? []);
    if (fixes.length < 2 || !touched.some((one) => one.code === code && preferredEdit(one))) return [];
    const edit = () =>
      textEdits(
        session,
        [{ path, text: document.text, edits: compatibleFixes(fixes).flatMap(({ edits }) => edits) }],
        support,
      );
    const problems =
      fixes.length < ofRule.length
        ? `${fixes.length} of ${formatCount(ofRule.length, 'problem')}`
        : `all ${formatCount(fixes.length, 'problem')}`;
    return [{ title: `Fix ${problems} of ${code} in this file`, kind: KINDS.fixKind, edit }];
  });
}

/** Returns the preferred fix of a finding; undefined if it has none, or if that is not an edit of existing text. */
function preferredEdit({ fixes }: Finding) {
  const fix = fixes?.find((one) => one.kind === 'edit' && one.preferred);
  return fix?.kind === 'edit' ? fix : undefined;
}
