/** The types of assertions. Their readers are in `skill/`. */
export type { Check, CheckRule, LimitedFigure, Quantity, Sequence, TextPattern } from '../../../skill/index.ts';
