/** The MCP server that is offered to the agents of VS Code. */
import { ConfigurationTarget, commands, workspace } from 'vscode';
import { skillwright } from '../harness/skills.ts';
import { needsWindow, press, workbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

describe('the MCP server', () => {
  const setting = workspace.getConfiguration('skillwright.mcp');

  before(async function () {
    needsWindow(this);
    await skillwright();
  });

  after(async () => {
    await setting.update('enabled', undefined, ConfigurationTarget.Global);
  });

  /** True if VS Code lists the server. */
  const isListed = async (): Promise<boolean> => {
    void commands.executeCommand('workbench.mcp.listServer');
    const rows = (await workbench.texts('.quick-input-list .monaco-list-row')).join('\n');
    await press('Escape');
    return rows.includes('Skillwright');
  };

  it('is listed until it is switched off', async () => {
    await until('the server in the list', isListed);
    await setting.update('enabled', false, ConfigurationTarget.Global);
    await until('the list without the server', async () => !(await isListed()));
  });
});
