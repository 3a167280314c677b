import * as vscode from 'vscode';

/** The id of the provider in `contributes.mcpServerDefinitionProviders`. */
const ID = 'skillwright';
const SETTING = 'skillwright.mcp.enabled';

/**
 * Offers the MCP server to the agents of VS Code, for the folders of the workspace; in an untrusted workspace, without a folder,
 * or if the setting is off, there is none. VS Code starts it when an agent uses it.
 * @param program absolute path of the command line
 */
export function provideMcpServer(program: string, { packageJSON }: vscode.Extension<unknown>): vscode.Disposable {
  // Programs that are built from VS Code may lack it.
  if (!('registerMcpServerDefinitionProvider' in vscode.lm)) return { dispose: () => undefined };
  const changes = new vscode.EventEmitter<void>();
  const { version } = packageJSON as { readonly version: string };
  const provider: vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition> = {
    onDidChangeMcpServerDefinitions: changes.event,
    provideMcpServerDefinitions() {
      const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
      const isOn = vscode.workspace.isTrusted && vscode.workspace.getConfiguration().get(SETTING, true);
      if (!isOn || folders.length === 0) return [];
      const roots = folders.flatMap(({ uri }) => ['--root', uri.fsPath]);
      // In desktop VS Code the executable is Electron, which runs as Node only with this variable.
      const environment = { ELECTRON_RUN_AS_NODE: '1' };
      return [
        new vscode.McpStdioServerDefinition(
          'Skillwright',
          process.execPath,
          [program, 'mcp', ...roots],
          environment,
          version,
        ),
      ];
    },
  };
  return vscode.Disposable.from(
    changes,
    vscode.lm.registerMcpServerDefinitionProvider(ID, provider),
    vscode.workspace.onDidChangeWorkspaceFolders(() => changes.fire()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changes.fire()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(SETTING)) changes.fire();
    }),
  );
}
