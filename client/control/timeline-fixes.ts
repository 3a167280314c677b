import * as vscode from 'vscode';
import type { Cause } from '../../runtime/protocol/events.ts';
import { canUndo, isApplied, undoFix } from '../editor/applied-fix.ts';
import { applyFix, type Fix } from '../editor/fixes.ts';
import { fixesForCause } from '../misses/fixes.ts';
import type { RunControl } from '../panel/control.ts';

type FixControl = Pick<RunControl, 'fixesFor' | 'applyFix' | 'appliedFix' | 'undoFix'>;

const withoutEdit = ({ edit: _, lines: __, ...rest }: Fix): Omit<Fix, 'edit' | 'lines'> => rest;

/**
 * Creates the functions with which timelines offer, apply and undo fixes.
 * @param mayRead returns true if a file named by a journal may be read without a confirmation
 */
export function timelineFixes(mayRead: (file: string) => boolean): FixControl {
  /** The fixes offered last, by the position of their cause. The panel refers to a fix by its index. */
  const offered = new Map<string, readonly Fix[]>();
  const applied = new Map<string, Fix>();
  const key = (cause: Cause): string => `${cause.file}:${cause.line}:${cause.column}`;
  return {
    async fixesFor(cause) {
      const { fixes } = mayRead(cause.file) ? await fixesForCause(cause) : { fixes: [] };
      offered.set(key(cause), fixes);
      return fixes.map(withoutEdit);
    },
    async applyFix(cause, index) {
      const fix = offered.get(key(cause))?.[index];
      if (fix !== undefined && (await applyFix(fix))) {
        applied.set(key(cause), fix);
        return true;
      }
      void vscode.window.showErrorMessage(
        'Open the file and apply the fix there. The file has changed since the fix was offered.',
      );
      return false;
    },
    async appliedFix(cause) {
      const fix = applied.get(key(cause));
      if (fix === undefined) return undefined;
      const undo = canUndo(fix);
      // A fix without changed lines counts as applied if it is no longer offered.
      const isStillApplied = undo
        ? await isApplied(fix)
        : !offered.get(key(cause))?.some(({ title }) => title === fix.title);
      if (isStillApplied) return { ...withoutEdit(fix), undo };
      applied.delete(key(cause));
      return undefined;
    },
    async undoFix(cause) {
      const fix = applied.get(key(cause));
      if (fix !== undefined && (await undoFix(fix))) {
        applied.delete(key(cause));
        return true;
      }
      void vscode.window.showErrorMessage('Undo the fix in the editor. The line has changed since it was applied.');
      return false;
    },
  };
}
