import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions, TransportKind } from 'vscode-languageclient/node';
import type { InitializationOptions, SkillSummary } from '../../server/protocol.ts';
import { ListSkills, OPEN_CREATED, RUN_AGENT, ShownDocuments } from '../../server/protocol.ts';
import { RULE_PAGES } from '../pages/provider.ts';
import { saidByVsCode } from './reported-by-editor.ts';
import { onShownSkills } from './shown.ts';

/** The language server as the rest of the extension sees it. */
export interface LanguageServer extends vscode.Disposable {
  /** Every skill of the workspace folders, by name; empty where the server is not up (the reason stands in the log). */
  skills(): Promise<readonly SkillSummary[]>;
}

async function clientOptions(log: vscode.LogOutputChannel): Promise<LanguageClientOptions> {
  const aiFeatures = !vscode.workspace.getConfiguration('chat').get('disableAIFeatures', false);
  const initializationOptions: InitializationOptions = {
    reportedByEditor: saidByVsCode(aiFeatures, await vscode.languages.getLanguages()),
    commands: [RUN_AGENT, OPEN_CREATED],
    rulePages: RULE_PAGES,
  };
  return {
    // By language for a SKILL.md in any folder, by language `markdown` for the skill's other files; the server answers
    // nothing for Markdown outside a skill.
    documentSelector: [
      { scheme: 'file', language: 'skill' },
      { scheme: 'file', language: 'markdown' },
      // Whether it is open tells the server what VS Code says of it by itself.
      { scheme: 'file', pattern: '**/.skillwright.json' },
    ],
    diagnosticCollectionName: 'skillwright',
    initializationOptions,
    outputChannel: log,
    diagnosticPullOptions: { onChange: true, onTabs: true },
  };
}

async function started(
  module: string,
  log: vscode.LogOutputChannel,
  disposed: () => boolean,
  onShown: (client: LanguageClient) => void,
): Promise<LanguageClient | undefined> {
  // What is new is cleared away in small portions: 60 MB less among ten thousand skills, and no slower.
  const execArgv = ['--max-semi-space-size=8'];
  const run = { module, transport: TransportKind.ipc, options: { execArgv } };
  const debug = { ...run, options: { execArgv: [...execArgv, '--nolazy', '--inspect=6009'] } };
  const client = new LanguageClient('skillwright', 'Skillwright', { run, debug }, await clientOptions(log));
  try {
    if (disposed()) return undefined;
    await client.start();
    onShown(client);
    return client;
  } catch (error) {
    log.error(`The language server did not start: ${String(error)}`);
    return undefined;
  }
}

/**
 * Starts the language server in a process of its own.
 * Returns at once with a handle; requests wait until the server is up. A failed start is logged, and shown by the
 * language client.
 */
export function startLanguageServer(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): LanguageServer {
  let disposed = false;
  let shown: vscode.Disposable | undefined;
  const follow = (client: LanguageClient): void => {
    const tell = (uris: readonly string[]) => client.sendNotification(ShownDocuments, uris);
    shown = onShownSkills((uris) => void tell(uris).catch((error: unknown) => log.warn(String(error))));
  };
  const server = started(context.asAbsolutePath('dist/server.cjs'), log, () => disposed, follow);
  return {
    async skills() {
      try {
        return (await (await server)?.sendRequest(ListSkills)) ?? [];
      } catch (error) {
        log.error(`The language server did not list the skills: ${String(error)}`);
        return [];
      }
    },
    dispose() {
      disposed = true;
      shown?.dispose();
      void server.then((client) => client?.dispose()).catch((error: unknown) => log.warn(String(error)));
    },
  };
}
