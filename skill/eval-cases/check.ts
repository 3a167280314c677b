/** A pattern that a text is searched for. */
export type TextPattern =
  | { readonly kind: 'text'; readonly text: string; readonly ignoresCase: boolean }
  /** A regular expression in RE2's syntax, because it comes from a file and must not take forever. */
  | { readonly kind: 'regex'; readonly source: string };

/** The way in which several values must be found: all, at least one, or none of them. */
export type Quantity = 'all' | 'any' | 'none';

/** The way in which calls are compared with a list: the same calls, these in order among others, or these in any order. */
export type Sequence = 'exact' | 'in_order' | 'any_order' | 'none';

/** A figure of a run that can be limited. `cost` is in US dollars. */
export type LimitedFigure = 'misses' | 'calls' | 'tokens' | 'cost' | 'seconds';

/**
 * A requirement that a run of a case must meet. All kinds except `prose` are judged from the journal, without a model.
 * Paths are relative to the skill (`read`, `ran`) or to the workspace (`file`).
 */
export type CheckRule =
  | { readonly kind: 'loaded'; readonly skill?: string; readonly expected: boolean }
  | { readonly kind: 'read' | 'ran'; readonly path: string; readonly expected: boolean }
  /** Every file that the loaded texts of the skill tell to read was read. */
  | { readonly kind: 'reads_all' }
  | { readonly kind: 'answer'; readonly patterns: readonly TextPattern[]; readonly quantity: Quantity }
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly exists: boolean;
      readonly patterns?: readonly TextPattern[];
      readonly quantity?: Quantity;
    }
  | { readonly kind: 'at_most'; readonly figure: LimitedFigure; readonly limit: number }
  | { readonly kind: 'tools'; readonly tools: readonly string[]; readonly sequence: Sequence }
  | {
      readonly kind: 'skills';
      readonly skills: readonly string[];
      readonly sequence: Sequence;
      readonly extra: boolean;
    }
  /** An assertion in prose, which only a person or a language model can judge. */
  | { readonly kind: 'prose' }
  /** An assertion in a form that is not supported; it is never judged. */
  | { readonly kind: 'unsupported'; readonly reason: string };

/** An assertion of a case: its text, as shown in results, and its rule. */
export interface Check {
  readonly text: string;
  readonly rule: CheckRule;
}
