import type { RunControl } from '../panel/control.ts';

const nothing = (): undefined => undefined;

/** The operations of a page without VS Code: it shows a run and changes nothing. */
export const SAVED_CONTROL: RunControl = {
  stop: nothing,
  answer: nothing,
  runAgain: nothing,
  resume: nothing,
  openCause: nothing,
  openSource: nothing,
  textOf: () => Promise.resolve(undefined),
  fixesFor: () => Promise.resolve([]),
  applyFix: () => Promise.resolve(false),
  appliedFix: () => Promise.resolve(undefined),
  undoFix: () => Promise.resolve(false),
  copy: (text) => navigator.clipboard.writeText(text).catch(nothing),
};
