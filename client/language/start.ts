import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import {
  ErrorAction,
  type ErrorHandler,
  type ErrorHandlerResult,
  IPCMessageReader,
  IPCMessageWriter,
  LanguageClient,
  type LanguageClientOptions,
  type MessageTransports,
  type RequestType,
} from 'vscode-languageclient/node';
import type {
  CataloguedSkill,
  IncomingFile,
  InitializationOptions,
  SkillCatalogue,
  SkillDetails,
  SkillSummary,
  WrittenPaths,
} from '../../server/protocol.ts';
import {
  DEBUG_AGENT,
  DescribeSkill,
  ListCatalogue,
  ListSkills,
  OPEN_CREATED,
  PATTERN_WRITTEN,
  RUN_AGENT,
  ShownDocuments,
  SkillsChanged,
  TRIGGER_SUGGEST,
  WorkspaceTrusted,
  WritePaths,
} from '../../server/protocol.ts';
import { RULE_PAGES } from '../pages/provider.ts';
import { completedByVsCode } from './completed-by-editor.ts';
import { openCreatedMiddleware } from './open-created-middleware.ts';
import { killUnlessExited, serverProcess } from './process.ts';
import { reportedByVsCode } from './reported-by-editor.ts';
import { onVisibleSkills } from './visible-skills.ts';

/** The interface of the language server to the rest of the extension. */
export interface LanguageServer extends vscode.Disposable {
  /** Lists the skills of the workspace folders, by name. Empty if the server is not running (the reason is in the log). */
  skills(): Promise<readonly SkillSummary[]>;
  /** Sends a custom request. Undefined if the server is not running or fails (the reason is in the log). */
  request<P, R>(type: RequestType<P, R, void>, params: P): Promise<R | undefined>;
  /** Lists the skills of the workspace and of the user's folders. Undefined if the server is not running. */
  catalogue(): Promise<SkillCatalogue | undefined>;
  /** Describes the contents of a skill. Undefined if it cannot be read or the server is not running. */
  details(root: string): Promise<SkillDetails | undefined>;
  /** Formats paths to files for a position in a skill's document. Undefined if it is not one or the files cannot be part of it. */
  writePaths(
    document: vscode.Uri,
    position: vscode.Position,
    files: readonly IncomingFile[],
  ): Promise<WrittenPaths | undefined>;
  /** Fires with the skills that changed after the first `catalogue`; undefined if any may have changed, appeared or disappeared. */
  readonly onDidChangeSkills: vscode.Event<readonly CataloguedSkill[] | undefined>;
}

async function clientOptions(log: vscode.LogOutputChannel): Promise<LanguageClientOptions> {
  const aiFeatures = !vscode.workspace.getConfiguration('chat').get('disableAIFeatures', false);
  const markdown = vscode.extensions.getExtension('vscode.markdown-language-features') !== undefined;
  const completesLinks = vscode.workspace.getConfiguration('markdown').get('suggest.paths.enabled', true);
  const languages = await vscode.languages.getLanguages();
  const initializationOptions: InitializationOptions = {
    reportedByEditor: reportedByVsCode(aiFeatures, languages, markdown),
    completedByEditor: completedByVsCode(aiFeatures, languages, markdown && completesLinks),
    commands: [RUN_AGENT, DEBUG_AGENT, OPEN_CREATED, PATTERN_WRITTEN, TRIGGER_SUGGEST],
    rulePages: RULE_PAGES,
    pictureWidths: true,
    fieldMeanings: languages.includes('skill'),
  };
  return {
    // Selects a SKILL.md in any folder by its language, and a skill's other files by `markdown`. The server ignores
    // Markdown outside skills, except instruction files.
    documentSelector: [
      { scheme: 'file', language: 'skill' },
      { scheme: 'file', language: 'markdown' },
      // Agents have a language of their own.
      { scheme: 'file', pattern: '**/{*.agent.md,.claude/agents/**/*.md}' },
      // Eval files of skills; the server ignores those that are not.
      { scheme: 'file', pattern: '**/{evals,evals/*,eval,trigger_tests,trigger[-_]eval*}.{json,yaml,yml}' },
      { scheme: 'file', pattern: '**/tasks/**/*.{yaml,yml}' },
      // Manifests of plugins, extensions and marketplaces.
      { scheme: 'file', pattern: '**/{plugin,marketplace,gemini-extension}.json' },
      // The server needs to know if it is open, because VS Code then validates it by the schema.
      { scheme: 'file', pattern: '**/.skillwright.json' },
    ],
    diagnosticCollectionName: 'skillwright',
    // A restarted server gets the trust of that time.
    initializationOptions: (): InitializationOptions => ({
      ...initializationOptions,
      trusted: vscode.workspace.isTrusted,
    }),
    outputChannel: log,
    middleware: openCreatedMiddleware,
    diagnosticPullOptions: { onChange: true, onTabs: true },
  };
}

/** Connects the client to a server process, whose output goes to the log. `onProcess` receives the process. */
function connect(log: vscode.LogOutputChannel, onProcess: (child: ChildProcess) => void): MessageTransports {
  const child = serverProcess();
  onProcess(child);
  if (child.stdout) createInterface(child.stdout).on('line', (line) => log.info(line));
  if (child.stderr) createInterface(child.stderr).on('line', (line) => log.error(line));
  child.on('error', (error) => log.error(`Language server process: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (code !== 0) log.error(`The language server process exited: ${signal ?? `exit code ${code}`}.`);
  });
  return { reader: new IPCMessageReader(child), writer: new IPCMessageWriter(child) };
}

/**
 * Returns a handler that restarts a server whose process ended, as often as the default one. The default one also stops
 * the client for good after four failed messages in succession, and these fail as soon as the process has ended, before
 * its end is known here: a server that was killed while the user types would never be replaced.
 * @param createDefault is called when the client exists
 */
function restartingHandler(log: vscode.LogOutputChannel, createDefault: () => ErrorHandler): ErrorHandler {
  let standard: ErrorHandler | undefined;
  return {
    error(error): ErrorHandlerResult {
      log.warn(`A message to the language server failed: ${error.message}`);
      return { action: ErrorAction.Continue, handled: true };
    },
    closed() {
      standard ??= createDefault();
      return standard.closed();
    },
  };
}

async function startClient(
  log: vscode.LogOutputChannel,
  onProcess: (child: ChildProcess) => void,
  onStarted: (client: LanguageClient) => void,
): Promise<LanguageClient | undefined> {
  const client: LanguageClient = new LanguageClient('skillwright', 'Skillwright', async () => connect(log, onProcess), {
    ...(await clientOptions(log)),
    errorHandler: restartingHandler(log, () => client.createDefaultErrorHandler()),
  });
  try {
    await client.start();
    onStarted(client);
    return client;
  } catch (error) {
    log.error(`The language server did not start: ${String(error)}`);
    return undefined;
  }
}

/**
 * Starts the language server in a separate process.
 * Returns a handle immediately; requests wait until the server is running. A failed start is logged, and shown to the user
 * by the language client.
 */
export function startLanguageServer(log: vscode.LogOutputChannel): LanguageServer {
  let child: ChildProcess | undefined;
  let visibleSkills: vscode.Disposable | undefined;
  let trust: vscode.Disposable | undefined;
  const skillsChanged = new vscode.EventEmitter<readonly CataloguedSkill[] | undefined>();
  const follow = (client: LanguageClient): void => {
    const notify = (uris: readonly string[]) => client.sendNotification(ShownDocuments, uris);
    visibleSkills = onVisibleSkills((uris) => void notify(uris).catch((error: unknown) => log.warn(String(error))));
    const sendTrust = (): void => {
      client.sendNotification(WorkspaceTrusted).catch((error: unknown) => log.warn(String(error)));
    };
    trust = vscode.workspace.onDidGrantWorkspaceTrust(sendTrust);
    // It may have been granted during the start.
    if (vscode.workspace.isTrusted) sendTrust();
    client.onNotification(SkillsChanged, ({ skills }) => skillsChanged.fire(skills));
  };
  const onProcess = (process: ChildProcess): void => {
    child = process;
  };
  const server = startClient(log, onProcess, follow);
  /** Sends a request. Logs a failure and returns undefined. */
  const tryRequest = async <T>(
    action: string,
    request: (client: LanguageClient) => Promise<T>,
  ): Promise<T | undefined> => {
    const client = await server;
    try {
      return client && (await request(client));
    } catch (error) {
      log.error(`The language server failed to ${action}: ${String(error)}`);
      return undefined;
    }
  };
  return {
    onDidChangeSkills: skillsChanged.event,
    catalogue: () => tryRequest('list all skills', (client) => client.sendRequest(ListCatalogue)),
    async details(root) {
      return (
        (await tryRequest(`describe ${root}`, (client) => client.sendRequest(DescribeSkill, { root }))) ?? undefined
      );
    },
    async writePaths(document, position, files) {
      const request = (client: LanguageClient) => {
        const textDocument = { uri: client.code2ProtocolConverter.asUri(document) };
        return client.sendRequest(WritePaths, {
          textDocument,
          position: { line: position.line, character: position.character },
          files,
        });
      };
      return (await tryRequest('write paths', request)) ?? undefined;
    },
    async skills() {
      return (await tryRequest('list the skills', (client) => client.sendRequest(ListSkills))) ?? [];
    },
    async request<P, R>(type: RequestType<P, R, void>, params: P) {
      try {
        return await (await server)?.sendRequest<R>(type.method, params);
      } catch (error) {
        log.error(`The language server failed to answer ${type.method}: ${String(error)}`);
        return undefined;
      }
    },
    dispose() {
      visibleSkills?.dispose();
      trust?.dispose();
      skillsChanged.dispose();
      void server
        .then((client) => client?.dispose())
        .catch((error: unknown) => log.warn(String(error)))
        .finally(() => child && killUnlessExited(child));
    },
  };
}
