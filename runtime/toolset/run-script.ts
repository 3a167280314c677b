import { defined, type Skill } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import {
  failure,
  type ResultOutcome,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from '../loop/interfaces/tools.ts';
import type { JsonObject } from '../protocol/events.ts';
import {
  type ScriptExecutor,
  type ScriptFailure,
  type ScriptPlan,
  type ScriptRun,
  UNLIMITED_PROCESSES,
} from '../scripts/executor.ts';
import { locateResource, readResource } from '../skill-files/resource-files.ts';
import { firstLines } from '../text/first-lines.ts';
import { visibleLine } from '../text/visible-text.ts';
import { missingArguments, requestedFile, textArgument } from './arguments.ts';
import { invalidPathFailure } from './load-resource.ts';
import { skillNotFound } from './load-skill.ts';
import { normalizePath } from './resource-path.ts';
import { scriptArguments } from './script-arguments.ts';
import type { SkillSource } from './skill-source.ts';

export const RUN_SCRIPT = 'run_skill_script';

/** Maximum number of approval prompts for a single call whose skill keeps changing. */
const MAX_ATTEMPTS = 5;

/** Number of source lines shown in the approval prompt. */
const MAX_SHOWN_LINES = 40;

/**
 * Creates run_skill_script, which runs a script of a skill after the user approved it. A missing script is an error
 * without a prompt. `executorOf` returns the executor of an agent's scripts.
 */
export function runScriptTool(source: SkillSource, executorOf: (agent: string) => ScriptExecutor | undefined): Tool {
  return {
    name: RUN_SCRIPT,
    description: "Runs a script from a skill's scripts/ folder.",
    asksFirst: true,
    inputSchema: {
      type: 'object',
      properties: {
        skill_name: { type: 'string', description: 'The name of the skill.' },
        file_path: { type: 'string', description: "The script's path, e.g. 'scripts/setup.py'." },
        args: {
          anyOf: [{ type: 'object' }, { type: 'array', items: { type: 'string' } }],
          description: 'Long options by name ({"name": "value"} becomes --name value), or the whole list of arguments.',
        },
        short_options: { type: 'object', description: 'Short options by letter ({"n": "1"} becomes -n 1).' },
        positional_args: { type: 'array', items: { type: 'string' }, description: 'Arguments after the options.' },
      },
      required: ['skill_name', 'file_path'],
    },
    execute: async (args, context) => {
      const missing = missingArguments(args, ['skill_name', 'file_path']);
      if (missing !== undefined) return missing;
      const argv = scriptArguments(args);
      if (argv.kind === 'invalid') return failure('INVALID_ARGUMENTS', argv.message);
      const request = await resolveScript(args, source, context.invocation);
      if (request.kind === 'result') return request;
      const { skill, path } = request;
      const executor = executorOf(context.agent);
      if (executor === undefined) return failure('NO_CODE_EXECUTOR', 'No script executor is configured.');
      const plan = await executor.plan(path);
      if (plan.kind === 'failed') return failure(plan.code, plan.message);
      const command = [...plan.command, ...argv.argv].map(shellQuote).join(' ');
      for (let attempt = 1; ; attempt++) {
        const files = executor.trusted ? await executor.digest?.(skill.root, context.signal) : undefined;
        if (typeof files === 'object') return failure(files.code, files.message);
        const approved = { ...plan, ...defined<Partial<ScriptPlan>>({ files }) };
        const refused = await requestApproval(request, { ...approved, command, trusted: executor.trusted }, context);
        if (refused !== undefined) return refused;
        const run = await runSafely(
          () => executor.run(approved, skill.root, argv.argv, context.signal, context.scriptDebugger),
          path,
          context,
        );
        if (run.kind === 'ran') return resultOf(request, run, plan.timeoutSeconds);
        // A file was saved while the prompt was open, which requires a new approval.
        if (run.code !== 'SKILL_CHANGED' || attempt === MAX_ATTEMPTS) return failure(run.code, run.message);
      }
    },
  };
}

export interface ScriptRequest {
  readonly kind: 'script';
  readonly skill: Skill;
  readonly path: string;
}

/** Resolves the script that a call with valid arguments requests: skill first, then script, in ADK's order. */
export async function resolveScript(
  args: JsonObject,
  source: SkillSource,
  invocation: string,
): Promise<ScriptRequest | ResultOutcome> {
  const { skill: name, path } = requestedFile(args, 'script');
  const found = await source.find(name, invocation);
  if (found.kind !== 'skill') return skillNotFound(name, found);
  const { skill } = found;
  const written = textArgument(args, 'file_path') ?? '';
  const normalized = normalizePath(written);
  if (normalized.kind === 'invalid') return invalidPathFailure(written, normalized.why);
  const located = locateResource(skill.root, path);
  if (located.kind === 'missing') return failure('SCRIPT_NOT_FOUND', `Script '${path}' not found in skill '${name}'.`);
  if (located.kind === 'refused') return invalidPathFailure(written, located.why);
  return { kind: 'script', skill, path };
}

interface Proposal extends Pick<ScriptPlan, 'sandbox' | 'unlimitedProcesses' | 'timeoutSeconds' | 'files'> {
  readonly trusted: boolean;
  /** The command line, for display. */
  readonly command: string;
}

/** Requests the user's approval. Returns the result for the model unless the script was approved. */
export async function requestApproval(
  { skill, path }: ScriptRequest,
  proposal: Proposal,
  context: ToolContext,
): Promise<ToolOutcome | undefined> {
  const { trusted, ...shown } = proposal;
  if (!trusted) return failure('SCRIPTS_NOT_TRUSTED', 'Scripts cannot run: this workspace is not trusted.');
  const source = readResource(skill.root, path);
  const shownSource =
    source.kind === 'text'
      ? firstLines(source.text, MAX_SHOWN_LINES)
      : { source: '', notShown: 'the source is not shown: it is not text that can be read' };
  const { command, sandbox, unlimitedProcesses, timeoutSeconds, files } = shown;
  const answer = await context.ask(
    defined({
      kind: 'confirmation',
      hint: question(path, skill.name, proposal),
      script: defined({
        skill: skill.name,
        path,
        command,
        sandbox,
        unlimitedProcesses: unlimitedProcesses === true ? unlimitedProcesses : undefined,
        timeoutSeconds,
        ...shownSource,
        files,
      }),
      persistentApproval:
        files === undefined ? undefined : { kind: 'skill', name: skill.name, place: skill.root, hash: files, sandbox },
    }),
  );
  if (answer === 'unanswered') return { kind: 'paused' };
  return answer === 'approve' ? undefined : failure('REJECTED', `The user rejected running '${path}'.`);
}

/** A missing sandbox is stated on the first line, so that no reader misses it. */
function question(path: string, skill: string, { sandbox, unlimitedProcesses }: Proposal): string {
  const first =
    sandbox === 'none' ? 'No sandbox: the script runs as you, and can read and change everything you can.\n' : '';
  const weak = unlimitedProcesses === true ? ` (sandbox: ${sandbox}, ${UNLIMITED_PROCESSES})` : '';
  return `${first}Run ${visibleLine(path)} of the skill '${visibleLine(skill)}'${weak}?`;
}

/** Runs a script and records it. Also catches exceptions of third-party executors. */
export async function runSafely(
  run: () => Promise<ScriptRun | ScriptFailure>,
  path: string,
  context: ToolContext,
): Promise<ScriptRun | ScriptFailure> {
  try {
    const ran = await run();
    if (ran.kind === 'failed') return { ...ran, message: truncate(ran.message) };
    const { sandbox, exitCode, durationMs } = ran;
    context.emit({ type: 'script', id: context.callId, path, sandbox, exitCode, durationMs });
    for (const message of ran.notes ?? []) context.emit({ type: 'note', message });
    return ran;
  } catch (error) {
    return { kind: 'failed', code: 'EXECUTION_ERROR', message: truncate(messageOf(error)) };
  }
}

/** Quotes an argument for display, not for a shell. */
function shellQuote(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}

function resultOf({ skill, path }: ScriptRequest, run: ScriptRun, timeoutSeconds: number): ResultOutcome {
  const failed = run.timedOut || run.exitCode !== 0;
  const lines: string[] = run.stderr === '' ? [] : [run.stderr.replace(/\n$/, '')];
  if (run.timedOut) lines.push(`Timed out after ${timeoutSeconds} s.`);
  else if (run.exitCode === null) lines.push('Ended by a signal.');
  else if (run.exitCode !== 0) lines.push(`Exit code ${run.exitCode}`);
  const stderr = failed ? lines.join('\n') : run.stderr;
  const status = failed ? 'error' : run.stderr !== '' && run.stdout !== '' ? 'warning' : 'success';
  return defined({
    kind: 'result',
    value: { skill_name: skill.name, file_path: path, stdout: run.stdout, stderr, status, sandbox: run.sandbox },
    // In a sandbox the script has a fresh folder, already deleted, and no network.
    changes: run.sandbox === 'none',
    errorCode: status === 'error' ? 'SKILL_SCRIPT_EXECUTION_ERROR' : undefined,
  });
}

function truncate(message: string): string {
  return message.length > 200 ? `${message.slice(0, 200)}...` : message;
}
