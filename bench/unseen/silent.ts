/** Unreported unresolved references and mentions, which are used to measure recall. */
import { join, judge, readDocuments, resolve } from '../../skill/index.ts';
import { readRepository } from '../corpus/repository.ts';
import { type Row, type SampledSkill, skillAround } from './findings.ts';

export interface UnreportedRow extends Row {
  /** The judge's certainty; 0 for a mention. */
  readonly certainty: number;
}

const INTENTIONAL_FORMS: ReadonlySet<string> = new Set(['pseudo-link', 'glob', 'placeholder']);

/**
 * Returns every unresolved reference of the sampled skills of one checkout, and every mention, each with its first
 * position.
 */
export function unresolvedIn(folder: string, sampled: readonly SampledSkill[]): readonly UnreportedRow[] {
  const { fs, skills, contextOf } = readRepository(folder);
  return skills.flatMap((skill) => {
    const sampledSkill = skillAround(`${skill.root.slice(folder.length + 1)}/SKILL.md`.replace(/^\//, ''), sampled);
    if (sampledSkill === undefined || join(folder, sampledSkill.folder) !== skill.root) return [];
    const context = contextOf(skill);
    const rows = new Map<string, UnreportedRow>();
    for (const document of [skill.manifest, ...readDocuments(fs, skill)]) {
      const file = document.path.slice(skill.root.length + 1);
      const add = (at: number, target: string, kind: Row['kind'], certainty: number): void => {
        const key = `${file}\t${target}`;
        if (rows.has(key)) return;
        const line = document.text.slice(0, at).split('\n').length;
        rows.set(key, {
          set: sampledSkill.set,
          skill: join(sampledSkill.checkout, sampledSkill.folder),
          file,
          line,
          target,
          kind,
          reported: 'no',
          certainty,
        });
      };
      for (const reference of document.references) {
        const { kind } = resolve(reference, document, context);
        if (kind === 'found' || kind === 'bare' || INTENTIONAL_FORMS.has(reference.excuse ?? '')) continue;
        add(reference.range.start, reference.target, 'reference', judge(reference, document, context).certainty);
      }
      for (const mention of document.mentions) add(mention.range.start, mention.text, 'mention', 0);
    }
    return [...rows.values()];
  });
}
