/** The types of cases, for the parts of an eval. Their readers are in `skill/`, because the language server needs them as well. */
export type {
  CaseFile,
  EvalCase,
  EvalFile,
  EvalProblem,
  Position,
  TaskCase,
  TriggerCase,
} from '../../../skill/index.ts';
