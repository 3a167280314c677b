/** The parts of the editor features for misses that runs and sessions share. */
import * as vscode from 'vscode';
import type { Cause } from '../../runtime/protocol/events.ts';
import { rangeOf, SKILL_DOCUMENTS } from '../editor/located-words.ts';
import type { TextRange } from '../editor/recorded-words.ts';
import { fixesForCause } from './fixes.ts';

/** Words of a file that led to misses. */
interface LocatedWords {
  readonly range: TextRange;
}

/** The misses of one kind of source at words of skills. */
export interface MissSource<T extends LocatedWords> {
  /** The `source` of the diagnostics. */
  readonly name: string;
  /** Name of the collection of diagnostics. */
  readonly collection: string;
  /** The kind of the code actions, separate from the language server's, so that requesting one does not return the other. */
  readonly kind: vscode.CodeActionKind;
  /** Returns the misses in a file. */
  of(file: string): readonly T[];
  /** Fires with the files whose misses changed. */
  readonly onDidChange: vscode.Event<readonly string[]>;
  /** Called after a change, before the lenses are requested again. */
  onUpdate(): void;
  describe(location: T): string;
  lensesOf(file: string): vscode.CodeLens[];
  /** Returns the cause whose fixes are offered. */
  causeOf(location: T): Cause | undefined;
  /** Returns the commands that are offered after the fixes. */
  commandsOf(location: T): readonly vscode.Command[];
}

/** Registers diagnostics, code lenses and code actions for misses. */
export function registerMissSource<T extends LocatedWords>(source: MissSource<T>): vscode.Disposable {
  const diagnostics = vscode.languages.createDiagnosticCollection(source.collection);
  const lensesChanged = new vscode.EventEmitter<void>();
  const update = (files: readonly string[]): void => {
    for (const file of files)
      diagnostics.set(
        vscode.Uri.file(file),
        source.of(file).map((location) => diagnosticOf(source, location)),
      );
    lensesChanged.fire();
    source.onUpdate();
  };
  return vscode.Disposable.from(
    diagnostics,
    lensesChanged,
    source.onDidChange(update),
    vscode.languages.registerCodeLensProvider(SKILL_DOCUMENTS, {
      onDidChangeCodeLenses: lensesChanged.event,
      provideCodeLenses: ({ uri }) => source.lensesOf(uri.fsPath),
    }),
    vscode.languages.registerCodeActionsProvider(
      SKILL_DOCUMENTS,
      {
        async provideCodeActions({ uri }, range) {
          const here = source.of(uri.fsPath).filter((one) => rangeOf(one).intersection(range) !== undefined);
          return (await Promise.all(here.map((location) => actionsOf(source, location)))).flat();
        },
      },
      { providedCodeActionKinds: [source.kind] },
    ),
  );
}

function diagnosticOf<T extends LocatedWords>(source: MissSource<T>, location: T): vscode.Diagnostic {
  const message = source.describe(location);
  const diagnostic = new vscode.Diagnostic(rangeOf(location), message, vscode.DiagnosticSeverity.Warning);
  diagnostic.source = source.name;
  diagnostic.code = 'miss';
  return diagnostic;
}

/** Creates code actions for fixes, if the language server offers none for these words, and for the commands. */
async function actionsOf<T extends LocatedWords>(source: MissSource<T>, location: T): Promise<vscode.CodeAction[]> {
  const diagnostics = [diagnosticOf(source, location)];
  const create = (title: string, change: Pick<vscode.CodeAction, 'edit' | 'command'>): vscode.CodeAction =>
    Object.assign(new vscode.CodeAction(title, source.kind), change, { diagnostics });
  const cause = source.causeOf(location);
  const offered = cause === undefined ? undefined : await fixesForCause(cause);
  // The server's own fixes are already in the list.
  const fixes = offered?.source === 'run' ? offered.fixes : [];
  return [
    ...fixes.map(({ title, edit }) => create(title, { edit })),
    ...source.commandsOf(location).map((command) => create(command.title, { command })),
  ];
}
