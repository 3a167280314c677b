import * as vscode from 'vscode';
import type { Cause } from '../../runtime/protocol/events.ts';
import { canUndo, isApplied, undoFix } from '../editor/applied-fix.ts';
import { applyFix, type Fix } from '../editor/fixes.ts';
import { fixesOf } from '../misses/fixes.ts';
import type { RunControl } from '../panel/control.ts';

type FixControl = Pick<RunControl, 'fixesFor' | 'applyFix' | 'appliedFix' | 'undoFix'>;

const shown = ({ edit: _, lines: __, ...rest }: Fix): Omit<Fix, 'edit' | 'lines'> => rest;

/**
 * Fixes as timelines offer, apply and undo them.
 * @param mayRead whether a file that a journal names may be read without asking the user
 */
export function timelineFixes(mayRead: (file: string) => boolean): FixControl {
  /** What was offered last, by its words: the panel applies a fix by its number. */
  const offered = new Map<string, readonly Fix[]>();
  const applied = new Map<string, Fix>();
  const key = (cause: Cause): string => `${cause.file}:${cause.line}:${cause.column}`;
  return {
    async fixesFor(cause) {
      const { fixes } = mayRead(cause.file) ? await fixesOf(cause) : { fixes: [] };
      offered.set(key(cause), fixes);
      return fixes.map(shown);
    },
    async applyFix(cause, index) {
      const fix = offered.get(key(cause))?.[index];
      if (fix !== undefined && (await applyFix(fix))) {
        applied.set(key(cause), fix);
        return true;
      }
      void vscode.window.showErrorMessage(
        'The fix could not be applied: the file has changed since. Open it and try there.',
      );
      return false;
    },
    async appliedFix(cause) {
      const fix = applied.get(key(cause));
      if (fix === undefined) return undefined;
      const undo = canUndo(fix);
      // Of a fix that wrote no single line it is known by what is still offered.
      const there = undo ? await isApplied(fix) : !offered.get(key(cause))?.some(({ title }) => title === fix.title);
      if (there) return { ...shown(fix), undo };
      applied.delete(key(cause));
      return undefined;
    },
    async undoFix(cause) {
      const fix = applied.get(key(cause));
      if (fix !== undefined && (await undoFix(fix))) {
        applied.delete(key(cause));
        return true;
      }
      void vscode.window.showErrorMessage('Undo it in the editor: the line has changed since the fix was applied.');
      return false;
    },
  };
}
