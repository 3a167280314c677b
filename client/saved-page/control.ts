import type { EstimateTokensResult } from '../../runtime/protocol/request-tokens.ts';
import type { RunControl } from '../panel/control.ts';
import { savedTokens } from './journal.ts';

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
  async estimateTokens(): Promise<EstimateTokensResult> {
    const tokens = savedTokens();
    return tokens === undefined
      ? { kind: 'failed', message: 'The page contains no estimates, or only a part of the run.' }
      : { kind: 'estimated', tokens };
  },
  copy: (text) => navigator.clipboard.writeText(text).catch(noop),
};
