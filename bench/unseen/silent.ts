/** Unreported unresolved references and mentions, on which recall is measured. */
import { join, judge, readDocuments, resolve } from '../../skill/index.ts';
import { readRepository } from '../corpus/repository.ts';
import { type DrawnSkill, type Row, skillAround } from './findings.ts';

export interface Silent extends Row {
  /** The judge's certainty; 0 for a mention. */
  readonly certainty: number;
}

const WRITTEN_SO: ReadonlySet<string> = new Set(['pseudo-link', 'glob', 'placeholder']);

/**
 * Returns every unresolved reference of the drawn skills of one checkout, and every mention, each with its first
 * position.
 */
export function unresolvedIn(folder: string, drawn: readonly DrawnSkill[]): readonly Silent[] {
  const { fs, skills, contextOf } = readRepository(folder);
  return skills.flatMap((skill) => {
    const own = skillAround(`${skill.root.slice(folder.length + 1)}/SKILL.md`.replace(/^\//, ''), drawn);
    if (own === undefined || join(folder, own.folder) !== skill.root) return [];
    const context = contextOf(skill);
    const rows = new Map<string, Silent>();
    for (const document of [skill.manifest, ...readDocuments(fs, skill)]) {
      const file = document.path.slice(skill.root.length + 1);
      const add = (at: number, target: string, kind: Row['kind'], certainty: number): void => {
        const key = `${file}\t${target}`;
        if (rows.has(key)) return;
        const line = document.text.slice(0, at).split('\n').length;
        rows.set(key, {
          set: own.set,
          skill: join(own.checkout, own.folder),
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
        if (kind === 'found' || kind === 'bare' || WRITTEN_SO.has(reference.excuse ?? '')) continue;
        add(reference.range.start, reference.target, 'reference', judge(reference, document, context).certainty);
      }
      for (const mention of document.mentions) add(mention.range.start, mention.text, 'mention', 0);
    }
    return [...rows.values()];
  });
}
