import { type Range, reasonOf } from '../../skill/index.ts';
import type { AnalyzedDocument } from '../rules/analysis.ts';

/** A path in the text that is no finding although it leads to no bundled file, and why. */
export interface Unreported {
  readonly range: Range;
  /** The path as written. */
  readonly target: string;
  /** Id of the clue or the circumstance that silenced it. */
  readonly because: string;
  /** What it says, to be read after "because". */
  readonly says: string;
}

/** The paths of a document that are silenced, in order. The document must have been read whole. */
export const unreported = ({ references }: AnalyzedDocument): readonly Unreported[] =>
  references.flatMap(({ reference: { range, target }, resolution }) =>
    resolution.kind === 'ignored'
      ? [{ range, target, because: resolution.because, says: reasonOf(resolution.because) }]
      : [],
  );
