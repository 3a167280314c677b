/** Answers what the extension asks about the hooks of other clients, with the code of `skillwright hook`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import { DIALECTS } from '../hooks/dialects.ts';
import { examine } from '../hooks/doctor.ts';
import {
  applyInstall,
  applyUninstall,
  findNode,
  type HookPlan,
  type HookScope,
  planInstall,
  planUninstall,
  programFile,
  refreshProgram,
} from '../hooks/install.ts';
import { clientName, placeOf, readersWith } from '../hooks/places.ts';
import type {
  ApplyHooksParams,
  DescribeHooksParams,
  HookChange,
  HookChangeParams,
  HookFacts,
  HookFile,
  HooksApplied,
  RefreshHooksParams,
} from '../protocol/hooks.ts';
import { hookFolder } from '../user-data/hook-record.ts';

/** Returns what is known about the hooks of all clients. */
export function describeHooks({ folder }: DescribeHooksParams): HookFacts {
  const clients = examine(folder).map((report) => {
    const answers = DIALECTS.find(({ id }) => id === report.client)?.answers;
    const { user, project } = placeOf(report.client);
    return {
      ...report,
      canEnd: answers?.end !== undefined,
      shows: answers?.show !== undefined,
      continues: answers?.continue !== undefined,
      userFile: `~/${user.path}`,
      projectFile: project,
    };
  });
  return { sessions: join(hookFolder(), 'sessions'), clients };
}

/** Plans a change of the hooks of a client; nothing is written. */
export function planHooks(params: HookChangeParams): HookChange {
  const plan = planOf(params);
  if (typeof plan === 'string') return { kind: 'failed', message: plan };
  return { kind: 'planned', files: filesOf(plan), refused: plan.refused };
}

/** Carries out a change, if it is still the one that was previewed. */
export function applyHooks({ files, program, version, ...params }: ApplyHooksParams): HooksApplied {
  const plan = planOf(params);
  if (typeof plan === 'string') return { kind: 'failed', message: plan };
  if (JSON.stringify(filesOf(plan)) !== JSON.stringify(files)) return { kind: 'outdated' };
  try {
    if (params.install === undefined) applyUninstall(plan);
    else applyInstall(plan, readFileSync(program), version, 'extension');
    return { kind: 'applied' };
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) };
  }
}

/** Replaces the installed program of hooks by a newer one; false if there is none, or it cannot be replaced. */
export function refreshHooks({ program, version }: RefreshHooksParams): boolean {
  try {
    return refreshProgram(() => readFileSync(program), version);
  } catch {
    // The installed one continues to work.
    return false;
  }
}

/** Returns a plan, or why there is none. */
function planOf({ client, project, install }: HookChangeParams): HookPlan | string {
  const scope: HookScope = project === undefined ? { kind: 'user' } : { kind: 'project', folder: project };
  if (install === undefined) return planUninstall([client], scope);
  const node = findNode();
  if (node === undefined)
    return 'No Node.js 20 or newer was found: the hooks need one. Install Node.js, and try again.';
  return planInstall([client], scope, install, { ...node, file: programFile() });
}

function filesOf({ changes }: HookPlan): readonly HookFile[] {
  return changes.map(({ file, clients, before, after, note }) =>
    defined<HookFile>({
      file,
      clients: [...new Set(clients.flatMap(readersWith))].map(clientName),
      before,
      after,
      note,
    }),
  );
}
