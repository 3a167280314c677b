import { defined } from '../../skill/index.ts';
import { failure, type Tool } from '../loop/interfaces/tools.ts';
import type { ScriptEnvironment } from '../scripts/executor.ts';
import { missingArguments, textArgument } from './arguments.ts';
import { RUN_SCRIPT, requestApproval, resolveScript, runSafely } from './run-script.ts';
import type { SkillSource } from './skill-source.ts';

/**
 * Creates run_skill_script for an environment: the model names the script and gives the complete shell command.
 * `skillsFolder` (absolute) holds the skills' files, one folder per skill; if absent, the environment chooses.
 */
export function runCommandTool(source: SkillSource, environment: ScriptEnvironment, skillsFolder?: string): Tool {
  return {
    name: RUN_SCRIPT,
    description: "Runs a shell command with a script from a skill's scripts/ folder, in the folder of the skill.",
    asksFirst: true,
    inputSchema: {
      type: 'object',
      properties: {
        skill_name: { type: 'string', description: 'The name of the skill.' },
        file_path: { type: 'string', description: "The script's path, e.g. 'scripts/setup.py'." },
        command: { type: 'string', description: "The shell command, e.g. 'python3 scripts/setup.py --all'." },
      },
      required: ['skill_name', 'file_path', 'command'],
    },
    execute: async (args, context) => {
      const missing = missingArguments(args, ['skill_name', 'file_path', 'command']);
      if (missing !== undefined) return missing;
      const request = await resolveScript(args, source, context.invocation);
      if (request.kind === 'result') return request;
      const { skill, path } = request;
      const command = textArgument(args, 'command') ?? '';
      if (command.includes('\0')) return failure('INVALID_ARGUMENTS', 'The command contains a NUL character.');
      const plan = await environment.plan();
      if (plan.kind === 'failed') return failure(plan.code, plan.message);
      const refused = await requestApproval(request, { ...plan, command, trusted: environment.trusted }, context);
      if (refused !== undefined) return refused;
      const target = folderOf(skill.name, skillsFolder);
      if (target === undefined) return failure('EXECUTION_ERROR', `'${skill.name}' cannot be the name of a folder.`);
      const run = await runSafely(
        () => environment.run(plan, { root: skill.root, ...target }, command, context.signal),
        path,
        context,
      );
      if (run.kind === 'failed') return failure(run.code, run.message);
      const { stdout, stderr, timedOut, sandbox } = run;
      const value = { stdout, stderr, exit_code: run.exitCode ?? -1, timed_out: timedOut, sandbox };
      const failed = timedOut || run.exitCode !== 0;
      // If the environment cannot tell, assume that it changed something.
      const changes = run.changed !== false;
      return defined({
        kind: 'result',
        value,
        changes,
        errorCode: failed ? 'SKILL_SCRIPT_EXECUTION_ERROR' : undefined,
      });
    },
  };
}

/** Returns the skill's folder, or `{}` if the environment chooses it; undefined if the name is not a safe folder name. */
function folderOf(skill: string, skillsFolder: string | undefined): { readonly folder?: string } | undefined {
  if (skillsFolder === undefined) return {};
  return /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(skill) ? { folder: `${skillsFolder}/${skill}` } : undefined;
}
