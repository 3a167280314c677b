/** One finding for several problems of the same cause, such as the fields of a file that no client reads. */
import { defined } from '../../../skill/index.ts';
import type { Finding, Fix, Joint, Part } from '../rule/rule.ts';

type WithJoint = Finding & { readonly joint?: Joint };

/**
 * Builds the finding for several problems.
 * @param finding the most severe of them
 * @param joint their joint finding
 * @param group all of them, in document order
 */
export function jointFinding(finding: Finding, joint: Joint, group: readonly WithJoint[]): Finding {
  const names = group.flatMap((one) => one.joint?.name ?? []);
  const parts = group.map(({ range, target, message }) => defined<Part>({ range, target, message }));
  const ranges = [...new Map(parts.map(({ range }) => [`${range.start} ${range.end}`, range])).values()];
  const [range = finding.range, ...others] = ranges;
  const targets = parts.flatMap(({ target }) => target ?? []);
  const all = joint.fix?.(names);
  const { target: _, ...rest } = finding;
  return {
    ...rest,
    range,
    message: joint.message(names),
    suggestions: [],
    fixes: [...(all === undefined ? [] : [all]), ...group.flatMap((one) => ownFixes(one, all !== undefined))],
    parts,
    ...defined<Partial<Finding>>({
      target: joint.target,
      covers: targets.length > 0 ? targets : undefined,
      related: others.length > 0 ? others.map((place) => ({ range: place })) : undefined,
    }),
  };
}

/** Returns the fixes of one problem, at its own range; they are not preferred if one fix is for all. */
const ownFixes = ({ range, fixes = [] }: Finding, hasJoint: boolean): readonly Fix[] =>
  fixes.map(
    (fix): Fix =>
      fix.kind === 'edit' && hasJoint ? { ...fix, preferred: false, at: [range] } : { ...fix, at: [range] },
  );
