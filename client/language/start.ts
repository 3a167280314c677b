import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import {
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
  DescribeSkill,
  ListCatalogue,
  ListSkills,
  OPEN_CREATED,
  RUN_AGENT,
  ShownDocuments,
  SkillsChanged,
  TRIGGER_SUGGEST,
  WritePaths,
} from '../../server/protocol.ts';
import { RULE_PAGES } from '../pages/provider.ts';
import { completedByVsCode } from './completed-by-editor.ts';
import { openingByEditor } from './opened-by-editor.ts';
import { endLater, serverProcess } from './process.ts';
import { saidByVsCode } from './reported-by-editor.ts';
import { onShownSkills } from './shown.ts';

/** The language server as the rest of the extension sees it. */
export interface LanguageServer extends vscode.Disposable {
  /** Every skill of the workspace folders, by name; empty where the server is not up (the reason stands in the log). */
  skills(): Promise<readonly SkillSummary[]>;
  /** Asks the server something of ours; undefined where it is not up or fails (the reason stands in the log). */
  ask<P, R>(type: RequestType<P, R, void>, params: P): Promise<R | undefined>;
  /** Every skill of the workspace and of the user's own folders; undefined where the server is not up. */
  catalogue(): Promise<SkillCatalogue | undefined>;
  /** What the skill of a folder consists of; undefined where it cannot be read, or the server is not up. */
  details(root: string): Promise<SkillDetails | undefined>;
  /** How paths to files are written at a place of a skill's document; undefined where that is none, or they can be no part of it. */
  writePaths(
    document: vscode.Uri,
    position: vscode.Position,
    files: readonly IncomingFile[],
  ): Promise<WrittenPaths | undefined>;
  /** After the first `catalogue`: these skills changed; undefined where any may have, come or gone. */
  readonly onDidChangeSkills: vscode.Event<readonly CataloguedSkill[] | undefined>;
}

async function clientOptions(log: vscode.LogOutputChannel): Promise<LanguageClientOptions> {
  const aiFeatures = !vscode.workspace.getConfiguration('chat').get('disableAIFeatures', false);
  const markdown = vscode.extensions.getExtension('vscode.markdown-language-features') !== undefined;
  const completesLinks = vscode.workspace.getConfiguration('markdown').get('suggest.paths.enabled', true);
  const languages = await vscode.languages.getLanguages();
  const initializationOptions: InitializationOptions = {
    reportedByEditor: saidByVsCode(aiFeatures, languages, markdown),
    completedByEditor: completedByVsCode(aiFeatures, languages, markdown && completesLinks),
    commands: [RUN_AGENT, OPEN_CREATED, TRIGGER_SUGGEST],
    rulePages: RULE_PAGES,
    pictureWidths: true,
    fieldMeanings: (await vscode.languages.getLanguages()).includes('skill'),
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
    middleware: openingByEditor,
    diagnosticPullOptions: { onChange: true, onTabs: true },
  };
}

/** A process for the client, whose output goes to the log. `took` is told which one it is. */
function connect(log: vscode.LogOutputChannel, took: (child: ChildProcess) => void): MessageTransports {
  const child = serverProcess();
  took(child);
  if (child.stdout) createInterface(child.stdout).on('line', (line) => log.info(line));
  if (child.stderr) createInterface(child.stderr).on('line', (line) => log.error(line));
  child.on('error', (error) => log.error(`The language server's process: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (code !== 0) log.error(`The language server's process ended: ${signal ?? `exit code ${code}`}.`);
  });
  return { reader: new IPCMessageReader(child), writer: new IPCMessageWriter(child) };
}

async function started(
  log: vscode.LogOutputChannel,
  took: (child: ChildProcess) => void,
  onShown: (client: LanguageClient) => void,
): Promise<LanguageClient | undefined> {
  const client = new LanguageClient(
    'skillwright',
    'Skillwright',
    async () => connect(log, took),
    await clientOptions(log),
  );
  try {
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
export function startLanguageServer(log: vscode.LogOutputChannel): LanguageServer {
  let child: ChildProcess | undefined;
  let shown: vscode.Disposable | undefined;
  const skillsChanged = new vscode.EventEmitter<readonly CataloguedSkill[] | undefined>();
  const follow = (client: LanguageClient): void => {
    const tell = (uris: readonly string[]) => client.sendNotification(ShownDocuments, uris);
    shown = onShownSkills((uris) => void tell(uris).catch((error: unknown) => log.warn(String(error))));
    client.onNotification(SkillsChanged, ({ skills }) => skillsChanged.fire(skills));
  };
  const took = (taken: ChildProcess): void => {
    child = taken;
  };
  const server = started(log, took, follow);
  /** What the server answers; undefined, with the reason in the log, where it does not. */
  const asked = async <T>(what: string, request: (client: LanguageClient) => Promise<T>): Promise<T | undefined> => {
    const client = await server;
    try {
      return client && (await request(client));
    } catch (error) {
      log.error(`The language server did not ${what}: ${String(error)}`);
      return undefined;
    }
  };
  return {
    onDidChangeSkills: skillsChanged.event,
    catalogue: () => asked('list all skills', (client) => client.sendRequest(ListCatalogue)),
    async details(root) {
      return (await asked(`describe ${root}`, (client) => client.sendRequest(DescribeSkill, { root }))) ?? undefined;
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
      return (await asked('write paths', request)) ?? undefined;
    },
    async skills() {
      return (await asked('list the skills', (client) => client.sendRequest(ListSkills))) ?? [];
    },
    async ask<P, R>(type: RequestType<P, R, void>, params: P) {
      try {
        return await (await server)?.sendRequest<R>(type.method, params);
      } catch (error) {
        log.error(`The language server did not answer ${type.method}: ${String(error)}`);
        return undefined;
      }
    },
    dispose() {
      shown?.dispose();
      skillsChanged.dispose();
      void server
        .then((client) => client?.dispose())
        .catch((error: unknown) => log.warn(String(error)))
        .finally(() => child && endLater(child));
    },
  };
}
