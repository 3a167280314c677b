import { expect, test } from 'vitest';
import { CLIENTS, type ShellTool } from '../../skill/index.ts';
import { confined, skillOnDisk, temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import type { ToolContext } from '../loop/interfaces/tools.ts';
import type { CommandPlan } from '../scripts/executor.ts';
import { requestApproval } from '../toolset/run-script.ts';
import type { CommandShell } from './command-shell.ts';
import { shellTool } from './shell-tool.ts';

/** Returns the first lines of the questions that `execute` asks; each is denied. */
async function questionsOf(execute: (context: ToolContext) => unknown): Promise<readonly string[]> {
  const hints: string[] = [];
  const ask = async ({ hint }: { readonly hint: string }) => {
    hints.push(hint.split('\n')[0] ?? '');
    return 'deny' as const;
  };
  await execute({ ask } as unknown as ToolContext);
  return hints;
}

const base = { kind: 'plan', shell: '/bin/bash', needs: [], environment: {}, timeoutSeconds: 9 } as const;

test.each<[plan: Pick<CommandPlan, 'sandbox' | 'unlimitedProcesses'>, shown: string]>([
  [{ sandbox: 'seatbelt', unlimitedProcesses: true }, '(sandbox: seatbelt, no limit of processes)?'],
  [{ sandbox: 'bubblewrap' }, '(sandbox: bubblewrap)?'],
])('the question for commands names a missing limit of processes: %o', async (sandbox, shown) => {
  const session = { runsNothing: false, directoryFor: () => '/', plan: async () => ({ ...base, ...sandbox }) };
  const shell = CLIENTS.flatMap(({ behaviors }) => behaviors.map(({ shell: one }) => one))[0];
  const tool = shellTool({
    tool: shell as ShellTool,
    client: 'A client',
    context: { installation: { files: confined(temporaryFolder()) } } as never,
    session: session as unknown as CommandShell,
    trusted: true,
    scriptsFor: () => ({ names: [], files: undefined, otherFolders: [], lost: undefined }),
    denial: { wasGiven: false },
  });
  const [question] = await questionsOf((context) => tool.execute({ [(shell as ShellTool).command]: 'make' }, context));
  expect(question).toContain(shown);
});

test('the question for a script names a missing limit of processes', async () => {
  const skill = skillOnDisk('demo', { 'scripts/a.sh': 'echo 1' });
  const ask = (more: object) =>
    questionsOf((context) =>
      requestApproval(
        { kind: 'script', skill: skill as never, path: 'scripts/a.sh' },
        { command: 'a.sh', trusted: true, timeoutSeconds: 9, sandbox: 'seatbelt', ...more },
        context,
      ),
    );
  const name = (skill as unknown as { readonly name: string }).name;
  expect(await ask({ unlimitedProcesses: true })).toEqual([
    `Run scripts/a.sh of the skill '${name}' (sandbox: seatbelt, no limit of processes)?`,
  ]);
  expect(await ask({})).toEqual([`Run scripts/a.sh of the skill '${name}'?`]);
});
