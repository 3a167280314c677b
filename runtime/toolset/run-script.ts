import type { Skill } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import { failure, type ResultOutcome, type Tool, type ToolContext, type ToolOutcome } from '../loop/tools.ts';
import type { JsonObject } from '../protocol/events.ts';
import type { ScriptExecutor, ScriptFailure, ScriptPlan, ScriptRun } from '../scripts/executor.ts';
import { locate, readResource } from '../skill-files/resource-files.ts';
import { askedFor, missingArguments, textArgument } from './arguments.ts';
import { invalidPath } from './load-resource.ts';
import { noSkill } from './load-skill.ts';
import { normalisePath } from './resource-path.ts';
import { scriptArguments } from './script-arguments.ts';
import type { SkillSource } from './skill-source.ts';

export const RUN_SCRIPT = 'run_skill_script';

/** How often a person is asked for one call whose skill changes under their eyes. */
const ATTEMPTS = 5;

/** Lines of the source that a person is shown before approving. */
const SHOWN_LINES = 40;

/**
 * run_skill_script: runs a script of a skill after a person approved. A missing script is a miss, not a question.
 * `executorOf` answers what runs scripts for an agent.
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
      const asked = await scriptAskedFor(args, source, context.invocation);
      if (asked.kind === 'result') return asked;
      const { skill, path } = asked;
      const executor = executorOf(context.agent);
      if (executor === undefined) return failure('NO_CODE_EXECUTOR', 'Nothing here runs scripts.');
      const plan = await executor.plan(path);
      if (plan.kind === 'failed') return failure(plan.code, plan.message);
      const command = [...plan.command, ...argv.argv].map(quoted).join(' ');
      for (let attempt = 1; ; attempt++) {
        const files = executor.trusted ? await executor.digest?.(skill.root, context.signal) : undefined;
        if (typeof files === 'object') return failure(files.code, files.message);
        const approved = { ...plan, ...(files === undefined ? {} : { files }) };
        const refused = await approval(asked, { ...approved, command, trusted: executor.trusted }, context);
        if (refused !== undefined) return refused;
        const run = await runSafely(() => executor.run(approved, skill.root, argv.argv, context.signal), path, context);
        if (run.kind === 'ran') return resultOf(asked, run, plan.timeoutSeconds);
        // A file was saved while the person looked at the question: that is another question.
        if (run.code !== 'SKILL_CHANGED' || attempt === ATTEMPTS) return failure(run.code, run.message);
      }
    },
  };
}

export interface ScriptAsked {
  readonly kind: 'asked';
  readonly skill: Skill;
  readonly path: string;
}

/** The script that a call asks for, once its arguments are right: skill first, then script, in ADK's order. */
export async function scriptAskedFor(
  args: JsonObject,
  source: SkillSource,
  invocation: string,
): Promise<ScriptAsked | ResultOutcome> {
  const { skill: name, path } = askedFor(args, 'script');
  const found = await source.find(name, invocation);
  if (found.kind !== 'skill') return noSkill(name, found);
  const { skill } = found;
  const written = textArgument(args, 'file_path') ?? '';
  const normalised = normalisePath(written);
  if (normalised.kind === 'invalid') return invalidPath(written, normalised.why);
  const located = locate(skill.root, path);
  if (located.kind === 'missing') return failure('SCRIPT_NOT_FOUND', `Script '${path}' not found in skill '${name}'.`);
  if (located.kind === 'refused') return invalidPath(written, located.why);
  return { kind: 'asked', skill, path };
}

interface Proposal extends Pick<ScriptPlan, 'sandbox' | 'timeoutSeconds' | 'files'> {
  readonly trusted: boolean;
  /** The command line, for reading. */
  readonly command: string;
}

/** Asks the person before anything runs; the answer to the model where it does not. */
export async function approval(
  { skill, path }: ScriptAsked,
  proposal: Proposal,
  context: ToolContext,
): Promise<ToolOutcome | undefined> {
  const { trusted, ...shown } = proposal;
  if (!trusted) return failure('SCRIPTS_NOT_TRUSTED', 'Scripts do not run here: this workspace is not trusted.');
  const source = readResource(skill.root, path);
  const lines = source.kind === 'text' ? source.text.split('\n').slice(0, SHOWN_LINES).join('\n') : '';
  const { command, sandbox, timeoutSeconds, files } = shown;
  const answer = await context.ask({
    kind: 'confirmation',
    hint: question(path, skill.name, sandbox),
    script: {
      skill: skill.name,
      path,
      command,
      sandbox,
      timeoutSeconds,
      source: lines,
      ...(files === undefined ? {} : { files }),
    },
    ...(files === undefined
      ? {}
      : { lasting: { kind: 'skill', name: skill.name, place: skill.root, hash: files, sandbox } }),
  });
  if (answer === 'unanswered') return { kind: 'paused' };
  return answer === 'approve' ? undefined : failure('REJECTED', `The user rejected running '${path}'.`);
}

/** Its first line says where there is no sandbox: whoever reads no further has read that. */
function question(path: string, skill: string, sandbox: ScriptPlan['sandbox']): string {
  const first = sandbox === 'none' ? 'No sandbox: it runs as you, and can read and change all that you can.\n' : '';
  return `${first}Run ${path} of the skill '${skill}'?`;
}

/** Runs it and reports the run. An executor of someone else's may throw all the same. */
export async function runSafely(
  run: () => Promise<ScriptRun | ScriptFailure>,
  path: string,
  context: ToolContext,
): Promise<ScriptRun | ScriptFailure> {
  try {
    const ran = await run();
    if (ran.kind === 'failed') return { ...ran, message: cut(ran.message) };
    const { sandbox, exitCode, durationMs } = ran;
    context.emit({ type: 'script', id: context.callId, path, sandbox, exitCode, durationMs });
    for (const message of ran.notes ?? []) context.emit({ type: 'note', message });
    return ran;
  } catch (error) {
    return { kind: 'failed', code: 'EXECUTION_ERROR', message: cut(messageOf(error)) };
  }
}

/** For reading, not for a shell. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}

function resultOf({ skill, path }: ScriptAsked, run: ScriptRun, timeoutSeconds: number): ResultOutcome {
  const failed = run.timedOut || run.exitCode !== 0;
  const lines: string[] = run.stderr === '' ? [] : [run.stderr.replace(/\n$/, '')];
  if (run.timedOut) lines.push(`Timed out after ${timeoutSeconds} s.`);
  else if (run.exitCode === null) lines.push('Ended by a signal.');
  else if (run.exitCode !== 0) lines.push(`Exit code ${run.exitCode}`);
  const stderr = failed ? lines.join('\n') : run.stderr;
  const status = failed ? 'error' : run.stderr !== '' && run.stdout !== '' ? 'warning' : 'success';
  return {
    kind: 'result',
    value: { skill_name: skill.name, file_path: path, stdout: run.stdout, stderr, status, sandbox: run.sandbox },
    // In a sandbox it has a fresh folder of its own, which is gone by now, and no network.
    changes: run.sandbox === 'none',
    ...(status === 'error' ? { errorCode: 'SKILL_SCRIPT_EXECUTION_ERROR' } : {}),
  };
}

function cut(message: string): string {
  return message.length > 200 ? `${message.slice(0, 200)}...` : message;
}
