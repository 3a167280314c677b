import * as vscode from 'vscode';
import { defined } from '../../runtime/text/objects.ts';
import { type EvalPlaces, readEvalPlaces } from './eval-places.ts';

/** The settings of evals (section `skillwright.evals`). Their defaults are declared in package.json. */
export interface EvalSettings {
  /** Trials of each case on each side. */
  readonly trials: number;
  /** Ids of clients, at least one. */
  readonly clients: readonly string[];
  /** Commands that run real clients, by the ids of clients; a machine-scoped setting. */
  readonly runners: Readonly<Record<string, string>>;
  /** `PROVIDER/ID`; empty for the model of runs. */
  readonly models: readonly string[];
  /** `PROVIDER/ID` of the model that judges prose; absent if prose is not judged. */
  readonly judge?: string;
  /** True if scripts and confirmations need no approval; a machine-scoped setting. */
  readonly approvesScripts: boolean;
  /** US dollars; absent for no limit. */
  readonly maxCost?: number;
  /** The baseline, other skills and the clients' workspace, or the setting to correct. */
  readonly places: EvalPlaces | string;
}

/** Reads the settings in the folder of a skill. */
export function readEvalSettings(root: string): EvalSettings {
  const section = vscode.workspace.getConfiguration('skillwright.evals', vscode.Uri.file(root));
  const texts = (name: string): readonly string[] =>
    [...new Set(section.get<readonly unknown[]>(name, []))].filter(
      (one): one is string => typeof one === 'string' && one.trim() !== '',
    );
  const clients = texts('clients');
  const judge = section.get<string>('judge', '').trim();
  const maxCost = section.get<number>('maxCost', 0);
  return defined({
    trials: Math.min(1_000, Math.max(1, Math.floor(section.get<number>('trials', 3)) || 1)),
    clients: clients.length === 0 ? ['adk'] : clients,
    runners: Object.fromEntries(
      Object.entries(section.get<Readonly<Record<string, unknown>>>('runners', {})).filter(
        (one): one is [string, string] => typeof one[1] === 'string' && one[1].trim() !== '',
      ),
    ),
    models: texts('models'),
    places: readEvalPlaces(section, root),
    approvesScripts: section.get<boolean>('approveScripts', false),
    judge: judge || undefined,
    maxCost: maxCost > 0 ? maxCost : undefined,
  });
}
