/** Editor features for misses: diagnostics, code lenses, hovers, and code actions that open the timeline or apply a fix. */
import * as vscode from 'vscode';
import { rangeOf, SKILL_DOCUMENTS } from '../editor/located-words.ts';
import { registerMissSource } from './miss-features.ts';
import { countMisses, describeMisses, type MissLocation } from './miss-locations.ts';
import type { FileRequests, MissStore } from './miss-store.ts';

const SHOW_COMMAND = 'skillwright.showMisses';

/** The arguments of `skillwright.showMisses`: a journal, and the `seq`s of some of its events. */
type ShowArguments = readonly [journal: string, seqs: readonly number[]];

/**
 * Registers the editor features for the misses of a store.
 * @param reveal shows the rows of these events in a run's timeline
 */
export function registerMissFeatures(
  store: MissStore,
  reveal: (journal: string, seqs: readonly number[]) => void,
): vscode.Disposable {
  return vscode.Disposable.from(
    registerMissSource<MissLocation>({
      name: 'skillwright run',
      collection: 'skillwright-run',
      onDidChange: store.onDidChange,
      kind: vscode.CodeActionKind.QuickFix.append('run'),
      of: (file) => store.of(file),
      onUpdate: () => void vscode.commands.executeCommand('setContext', 'skillwright.filesWithMisses', store.files),
      describe: describeMisses,
      lensesOf: (file) => lensesOf(store.of(file), store.requests(file)),
      causeOf: ({ misses }) => misses.find(({ cause }) => cause.suggestions.length > 0)?.cause,
      commandsOf: (location): vscode.Command[] => [
        {
          command: SHOW_COMMAND,
          title: `Show ${countMisses([location])} in the timeline`,
          arguments: [...argumentsOf([location])],
        },
      ],
    }),
    vscode.languages.registerHoverProvider(SKILL_DOCUMENTS, {
      provideHover({ uri }, position) {
        const here = new vscode.Range(position, position);
        const locations = store.of(uri.fsPath).filter((location) => rangeOf(location).intersection(here) !== undefined);
        return locations[0] && new vscode.Hover(timelineLink(locations), rangeOf(locations[0]));
      },
    }),
    vscode.commands.registerCommand(SHOW_COMMAND, (...[journal, seqs]: ShowArguments) => reveal(journal, seqs)),
    vscode.commands.registerTextEditorCommand('skillwright.showInTimeline', (editor) => {
      const locations = nearestToCursor(store, editor);
      if (locations[0] !== undefined) reveal(...argumentsOf(locations));
      else void vscode.window.showInformationMessage('This file caused no misses in the last run of its skill.');
    }),
  );
}

function argumentsOf(locations: readonly MissLocation[]): ShowArguments {
  return [locations[0]?.journal ?? '', locations.flatMap((location) => location.misses.map((miss) => miss.seq))];
}

/** Creates one code lens per line for all its misses and requests, because several lenses on a line are hard to tell apart. */
function lensesOf(locations: readonly MissLocation[], requests: FileRequests): vscode.CodeLens[] {
  const missesByLine = Map.groupBy(locations, (location) => location.range.line);
  const requestsByLine = new Map(requests.lines.map((one) => [one.line, one.seqs]));
  return [...new Set([...missesByLine.keys(), ...requestsByLine.keys()])].map((line) => {
    const onLine = missesByLine.get(line) ?? [];
    const seqs = requestsByLine.get(line) ?? [];
    const parts = [
      onLine.length === 0 ? '' : countMisses(onLine),
      seqs.length === 0 ? '' : `requested ${seqs.length === 1 ? 'once' : `${seqs.length} times`}`,
    ].filter((part) => part !== '');
    const [journal, misses] = argumentsOf(onLine);
    const run = (onLine[0] ?? requests).simulated ? 'the last run (simulated)' : 'the last run';
    return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
      title: `${parts.join(', ')} in ${run} · show`,
      tooltip: 'Show in the timeline. Click again for the next one.',
      command: SHOW_COMMAND,
      arguments: [journal || requests.journal, [...misses, ...seqs].sort((a, b) => a - b)] satisfies ShowArguments,
    });
  });
}

/** Creates a link to the timeline for a hover, in which VS Code also shows the diagnostic. */
function timelineLink(locations: readonly MissLocation[]): vscode.MarkdownString {
  const link = encodeURIComponent(JSON.stringify(argumentsOf(locations)));
  const text = new vscode.MarkdownString(
    `[Show ${countMisses(locations)} in the timeline](command:${SHOW_COMMAND}?${link})`,
  );
  text.isTrusted = { enabledCommands: [SHOW_COMMAND] };
  return text;
}

/** Returns the misses on the line nearest to the cursor. */
function nearestToCursor(store: MissStore, { document, selection }: vscode.TextEditor): readonly MissLocation[] {
  const locations = store.of(document.uri.fsPath);
  const distance = ({ range }: MissLocation): number => Math.abs(range.line - selection.active.line);
  const min = Math.min(...locations.map(distance));
  const line = locations.find((location) => distance(location) === min)?.range.line;
  return locations.filter((location) => location.range.line === line);
}
