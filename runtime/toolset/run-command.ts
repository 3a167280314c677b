import { failure, type Tool } from '../loop/tools.ts';
import type { ScriptEnvironment } from '../scripts/executor.ts';
import { missingArguments, textArgument } from './arguments.ts';
import { approval, RUN_SCRIPT, runSafely, scriptAskedFor } from './run-script.ts';
import type { SkillSource } from './skill-source.ts';

/**
 * run_skill_script where there is an environment: the model names the script that it is about and gives the whole shell
 * command. `skillsFolder` (absolute) holds the skills' files, a folder each; without it the environment chooses.
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
      const asked = await scriptAskedFor(args, source, context.invocation);
      if (asked.kind === 'result') return asked;
      const { skill, path } = asked;
      const command = textArgument(args, 'command') ?? '';
      if (command.includes('\0')) return failure('INVALID_ARGUMENTS', 'The command holds a NUL character.');
      const plan = await environment.plan();
      if (plan.kind === 'failed') return failure(plan.code, plan.message);
      const refused = await approval(asked, { ...plan, command, trusted: environment.trusted }, context);
      if (refused !== undefined) return refused;
      const place = folderOf(skill.name, skillsFolder);
      if (place === undefined) return failure('EXECUTION_ERROR', `'${skill.name}' cannot be the name of a folder.`);
      const run = await runSafely(
        () => environment.run(plan, { root: skill.root, ...place }, command, context.signal),
        path,
        context,
      );
      if (run.kind === 'failed') return failure(run.code, run.message);
      const { stdout, stderr, timedOut, sandbox } = run;
      const value = { stdout, stderr, exit_code: run.exitCode ?? -1, timed_out: timedOut, sandbox };
      const failed = timedOut || run.exitCode !== 0;
      // Where the environment cannot tell, it may have.
      const changes = run.changed !== false;
      return { kind: 'result', value, changes, ...(failed ? { errorCode: 'SKILL_SCRIPT_EXECUTION_ERROR' } : {}) };
    },
  };
}

/** Nothing where the environment chooses; undefined where the name of the skill would lead elsewhere. */
function folderOf(skill: string, skillsFolder: string | undefined): { readonly folder?: string } | undefined {
  if (skillsFolder === undefined) return {};
  return /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(skill) ? { folder: `${skillsFolder}/${skill}` } : undefined;
}
