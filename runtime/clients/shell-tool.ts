import { defined, dirname, fillTemplate, type ShellTool, within } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import {
  type ConfirmationQuestion,
  failure,
  type ResultOutcome,
  type StepContext,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from '../loop/interfaces/tools.ts';
import type { JsonObject } from '../protocol/events.ts';
import { type CommandPlan, UNLIMITED_PROCESSES } from '../scripts/executor.ts';
import type { CommandOptions, CommandRun, CommandShell } from './command-shell.ts';
import { recordExposure } from './installed-content.ts';
import { limitOutput } from './limit-output.ts';
import type { ApprovedSkills } from './loaded-skills.ts';
import { onlyReads } from './reading-commands.ts';
import { type OwnParameter, schemaOf } from './schema.ts';
import { mayExistOutside, runsMissingScript } from './script-command.ts';
import { type ClientContext, clientFailure, missingParameter, numberOf, textOf } from './tool-result.ts';

/** Maximum timeout of a command, and the default in a client without one, in milliseconds. */
const MAX_TIMEOUT_MS = 600_000;

export interface ShellOptions {
  readonly tool: ShellTool;
  readonly client: string;
  readonly context: ClientContext;
  readonly session: CommandShell;
  /** False in an untrusted workspace: no command runs. */
  readonly trusted: boolean;
  /** Returns the skills whose scripts the command may run. An approval covers just these. */
  readonly scriptsFor: (args: JsonObject) => ApprovedSkills;
  /** A record of whether the user has denied commands in this run. Then none runs without a question. */
  readonly denial: { wasGiven: boolean };
}

/** Returns the client's tool that runs shell commands. */
export function shellTool(options: ShellOptions): Tool {
  const { tool, context, trusted } = options;
  const command: OwnParameter = { type: 'string', required: true };
  const optional = [tool.workdir].flatMap((name) => (name === undefined ? [] : [[name, { type: 'string' as const }]]));
  const timeout = tool.timeout === undefined ? {} : { [tool.timeout.parameter]: { type: 'number' as const } };
  return {
    name: tool.tool,
    description: 'Runs a shell command.',
    asksFirst: true,
    inputSchema: schemaOf({ [tool.command]: command, ...Object.fromEntries(optional), ...timeout }, tool.extra),
    execute: async (args, call) => {
      const command = textOf(args, tool.command);
      if (command === undefined || command.includes('\0'))
        return missingParameter(context, tool.tool, tool.command, args);
      if (!trusted) return failure('SCRIPTS_NOT_TRUSTED', 'Trust this workspace to run commands. Nothing was run.');
      const workdir = textOf(args, tool.workdir);
      const directory = options.session.directoryFor(workdir);
      const plan = await options.session.plan();
      if (plan.kind === 'failed') return failure(plan.code, plan.message);
      const { refusesSkillFolder } = tool;
      if (refusesSkillFolder !== undefined && workdir !== undefined && isUserSkillFolder(directory, context))
        return clientFailure(context, 'PATH_OUTSIDE', fillTemplate(refusesSkillFolder, { path: directory }));
      if (tool.missingDirectory !== undefined && !exists(directory, plan, context))
        return clientFailure(context, 'COMMAND_FAILED', fillTemplate(tool.missingDirectory, { path: directory }));
      if (options.session.runsNothing)
        return run(options, plan, { command, args, hidden: [], changesNothing: false }, call);
      const { names, files, otherFolders, lost } = options.scriptsFor(args);
      if (lost !== undefined && call.isPreapproved !== true)
        return failure(
          'EXECUTION_ERROR',
          `The command was not run: ${lost} cannot be hidden from it. You have not approved its skill.`,
        );
      const view = { files: context.installation.files, needs: plan.needs };
      const changesNothing = !options.denial.wasGiven && runsMissingScript(command, directory, view);
      const refused = changesNothing
        ? undefined
        : await requestApproval(options, plan, { command, names, files }, call);
      if (refused !== undefined) return refused;
      // Scripts of other skills can be run in more ways than a command shows.
      const hidden = call.isPreapproved === true ? [] : otherFolders;
      if (call.isPreapproved === true)
        try {
          recordExposure(context.installation.root);
        } catch (error) {
          return failure('EXECUTION_ERROR', `The command was not run: ${messageOf(error)}`);
        }
      return run(options, plan, { command, args, hidden, changesNothing }, call);
    },
  };
}

/** Returns false for a directory that the sandbox does not show. */
function exists(directory: string, { needs }: CommandPlan, { installation: { files } }: ClientContext): boolean {
  const located = files.locate(directory);
  return located.kind === 'outside' ? mayExistOutside(directory, needs) : located.kind === 'found';
}

/**
 * Asks once per run for each set of loaded skills with scripts: the first line of the question is the same for all of its
 * commands, and so is the hash of the skills' files.
 */
async function requestApproval(
  { client, denial }: ShellOptions,
  plan: CommandPlan,
  { command, names, files }: { readonly command: string } & Pick<ApprovedSkills, 'names' | 'files'>,
  call: ToolContext,
): Promise<ToolOutcome | undefined> {
  const skills = names.map(quoted).join(', ');
  const purpose = names.length === 0 ? '' : ` for the skill${names.length === 1 ? '' : 's'} ${skills}`;
  const question: ConfirmationQuestion = {
    kind: 'confirmation',
    approvesFor: 'run',
    hint: `Let ${client} run commands${purpose} in a copy of the workspace until this run ends (sandbox: ${plan.sandbox}${plan.unlimitedProcesses === true ? `, ${UNLIMITED_PROCESSES}` : ''})?\n${command}`,
  };
  const answer = await call.ask(defined({ ...question, files }));
  if (answer === 'unanswered') return { kind: 'paused' };
  if (answer !== 'deny') return undefined;
  denial.wasGiven = true;
  return failure(DENIED, 'The user rejected this command.');
}

/** Error code of a command that the user denied. */
const DENIED = 'REJECTED';

/** True if the conversation has a result of a command that the user denied. */
export function wasDenied(tool: string, messages: StepContext['messages']): boolean {
  return messages.some(
    ({ role, content }) =>
      role === 'tool' &&
      content.some(
        (part) =>
          part.type === 'tool-result' &&
          part.toolName === tool &&
          (part.output.type === 'json' || part.output.type === 'error-json') &&
          (part.output.value as JsonObject | null)?.error_code === DENIED,
      ),
  );
}

/** Quotes a name on one line, so that no name looks like several: an approval applies to the first line of the question. */
function quoted(name: string): string {
  return /^[\p{L}\p{N} ._-]+$/u.test(name) ? `'${name}'` : JSON.stringify(name);
}

/** A command that is run. */
interface CommandRequest extends Pick<CommandOptions, 'command'> {
  readonly args: JsonObject;
  readonly hidden: readonly string[];
  readonly changesNothing: boolean;
}

async function run(
  { tool, context, session }: ShellOptions,
  plan: CommandPlan,
  { command, args, hidden, changesNothing }: CommandRequest,
  call: ToolContext,
): Promise<ToolOutcome> {
  const workdir = textOf(args, tool.workdir);
  const timeoutMs = timeoutOf(tool, args);
  const ran = await session.run(
    plan,
    defined({
      command,
      hidden,
      timeoutMs,
      changesNothing,
      signal: call.signal,
      workdir,
    }),
  );
  if (ran.kind === 'failed') return failure(ran.code, ran.message);
  const { sandbox, exitCode, durationMs } = ran;
  if (!session.runsNothing)
    call.emit({ type: 'script', id: call.callId, path: command.slice(0, 200), sandbox, exitCode, durationMs });
  const outcome = outcomeOf(tool, context, ran, { command, workdir: workdir ?? tool.noWorkdir, timeoutMs });
  return onlyReads(command) ? { ...outcome, changes: false } : outcome;
}

/** True for a folder in the user's own folder of skills, which is outside the workspace. */
function isUserSkillFolder(directory: string, { installation }: ClientContext): boolean {
  const { skills, workspace } = installation;
  return skills.some(
    ({ folder }) => within(dirname(folder), directory) !== undefined && within(workspace, folder) === undefined,
  );
}

function timeoutOf({ timeout, timeoutMs = MAX_TIMEOUT_MS }: ShellTool, args: JsonObject): number {
  const requestedTimeout = numberOf(args, timeout?.parameter);
  if (timeout === undefined || requestedTimeout === undefined || requestedTimeout <= 0) return timeoutMs;
  return Math.min(MAX_TIMEOUT_MS, timeout.unit === 's' ? requestedTimeout * 1000 : requestedTimeout);
}

function outcomeOf(
  tool: ShellTool,
  context: ClientContext,
  ran: CommandRun,
  {
    command,
    workdir,
    timeoutMs,
  }: { readonly command: string; readonly workdir: string | undefined; readonly timeoutMs: number },
): ResultOutcome {
  const trimmed = tool.keepsEnd === true ? ran.output : ran.output.trimEnd();
  const output = limitOutput(trimmed, tool.limit, tool.empty);
  const seconds = Math.round(timeoutMs / 1000);
  const values = {
    command,
    workdir: workdir ?? '',
    output,
    code: ran.exitCode ?? 137,
    tokens: Math.ceil(Buffer.byteLength(trimmed) / 4),
    // Arbitrary values, which differ with each call in the real client.
    id: '000000',
    pid: 1,
    ms: timeoutMs,
  };
  if (ran.timedOut) {
    const duration = {
      minutes: Math.floor(seconds / 60),
      seconds: (tool.timedOut ?? '').includes('{minutes}') ? seconds % 60 : seconds,
    };
    const text = fillTemplate(tool.timedOut ?? '{output}', { ...values, ...duration });
    return clientFailure(context, 'COMMAND_TIMED_OUT', text);
  }
  const failed = ran.exitCode !== 0;
  const failedTemplate = trimmed === '' ? (tool.failedEmpty ?? tool.failed) : tool.failed;
  const text = fillTemplate(failed ? failedTemplate : tool.succeeded, {
    ...values,
    seconds: (ran.durationMs / 1000).toFixed(4),
  });
  const reset =
    ran.resetTo === undefined || tool.directoryReset === undefined
      ? ''
      : `\n${fillTemplate(tool.directoryReset, { cwd: ran.resetTo })}`;
  const exitCode = ran.exitCode ?? undefined;
  return defined({ kind: 'result', value: text + reset, errorCode: failed ? 'COMMAND_FAILED' : undefined, exitCode });
}
