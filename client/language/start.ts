import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions, TransportKind } from 'vscode-languageclient/node';
import type { InitializationOptions, SkillSummary } from '../../server/protocol.ts';
import { ListSkills } from '../../server/protocol.ts';
import { rulesReportedByVsCode } from './reported-by-editor.ts';

/** The language server as the rest of the extension sees it. */
export interface LanguageServer extends vscode.Disposable {
  /** Every skill of the workspace folders, by name; empty where the server is not up (the reason stands in the log). */
  skills(): Promise<readonly SkillSummary[]>;
}

/**
 * Starts the language server in a process of its own.
 * Returns at once with a handle; requests wait until the server is up. A failed start is logged and shown once.
 */
export function startLanguageServer(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): LanguageServer {
  const module = context.asAbsolutePath('dist/server.cjs');
  const aiFeatures = !vscode.workspace.getConfiguration('chat').get('disableAIFeatures', false);
  const initializationOptions: InitializationOptions = { reportedByEditor: rulesReportedByVsCode(aiFeatures) };
  const options: LanguageClientOptions = {
    // By language for a SKILL.md in any folder, by language `markdown` for the skill's other files; the server answers
    // nothing for Markdown outside a skill.
    documentSelector: [
      { scheme: 'file', language: 'skill' },
      { scheme: 'file', language: 'markdown' },
    ],
    diagnosticCollectionName: 'skillwright',
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*') },
    initializationOptions,
    outputChannel: log,
    diagnosticPullOptions: { onChange: true, onTabs: true },
  };
  const client = new LanguageClient(
    'skillwright',
    'Skillwright',
    {
      run: { module, transport: TransportKind.ipc },
      debug: { module, transport: TransportKind.ipc, options: { execArgv: ['--nolazy', '--inspect=6009'] } },
    },
    options,
  );
  const started = client.start().then(
    () => true,
    (error: unknown) => {
      log.error(`The language server did not start: ${String(error)}`);
      return false;
    },
  );
  return {
    async skills() {
      if (!(await started)) return [];
      try {
        return await client.sendRequest(ListSkills);
      } catch (error) {
        log.error(`The language server did not list the skills: ${String(error)}`);
        return [];
      }
    },
    dispose() {
      void started.then(() => client.dispose()).catch((error: unknown) => log.warn(String(error)));
    },
  };
}
