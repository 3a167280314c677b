import type { RunControl } from '../panel/control.ts';

const noop = (): undefined => undefined;

/** The operations of a page without VS Code: it shows a run and changes nothing. */
export const SAVED_CONTROL: RunControl = {
  stop: noop,
  answer: noop,
  runAgain: noop,
  resume: noop,
  openCause: noop,
  openSource: noop,
  textOf: () => Promise.resolve(undefined),
  fixesFor: () => Promise.resolve([]),
  applyFix: () => Promise.resolve(false),
  appliedFix: () => Promise.resolve(undefined),
  undoFix: () => Promise.resolve(false),
  copy: (text) => navigator.clipboard.writeText(text).catch(noop),
};
