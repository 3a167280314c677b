import { type Range, reasonOf } from '../../skill/index.ts';
import type { AnalyzedDocument } from '../rules/rule/analysis.ts';

/** A path without a bundled file that is not a finding, and the reason. */
export interface Unreported {
  readonly range: Range;
  /** The path as written. */
  readonly target: string;
  /** Id of the clue or circumstance that excused it. */
  readonly because: string;
  /** The reason, to be read after "because". */
  readonly says: string;
}

/** Returns the excused paths of a document, in order. The document must have been parsed in full. */
export const unreportedPaths = ({ references }: AnalyzedDocument): readonly Unreported[] =>
  references.flatMap(({ reference: { range, target }, resolution }) =>
    resolution.kind === 'ignored'
      ? [{ range, target, because: resolution.because, says: reasonOf(resolution.because) }]
      : [],
  );
