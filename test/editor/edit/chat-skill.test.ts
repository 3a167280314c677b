/** The skill that is offered to the agents of VS Code. */
import { ConfigurationTarget, commands, workspace } from 'vscode';
import { skillwright } from '../harness/skills.ts';
import { until } from '../harness/until.ts';

describe('the skill for agents', () => {
  const setting = workspace.getConfiguration('skillwright.chatSkill');

  before(async function () {
    // Programs that are built from VS Code may lack it.
    if (!(await commands.getCommands()).includes(LIST)) this.skip();
    await skillwright();
  });

  after(async () => {
    await setting.update('enabled', undefined, ConfigurationTarget.Global);
  });

  it('is offered only while it is switched on', async () => {
    if (await isOffered()) throw new Error('The skill is offered, although the setting is off.');
    await setting.update('enabled', true, ConfigurationTarget.Global);
    await until('the skill', isOffered);
    await setting.update('enabled', false, ConfigurationTarget.Global);
    await until('the list without the skill', async () => !(await isOffered()));
  });
});

/** VS Code's own command, which lists what extensions contribute to its chat. */
const LIST = '_listExtensionPromptFiles';

interface ChatFile {
  readonly uri: { readonly path: string };
  readonly type: string;
}

async function isOffered(): Promise<boolean> {
  const files = await commands.executeCommand<readonly ChatFile[]>(LIST);
  return files.some(({ uri, type }) => type === 'skill' && uri.path.endsWith('/write-agent-skills/SKILL.md'));
}
