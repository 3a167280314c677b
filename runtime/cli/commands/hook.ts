import { Command, Option } from 'commander';
import type { HookDoctorOptions, HookInstallOptions, HookUninstallOptions } from '../hooks.ts';
import { Output } from '../output.ts';

/** Creates `skillwright hook`, which installs the hooks of other clients. The hooks themselves are started by `cli/main.ts`. */
export function hookCommand(): Command {
  const clients = (): Option =>
    new Option('--client <id>', 'the client, or all whose folder is in your home directory').makeOptionMandatory();
  const command = new Command('hook').addHelpText(
    'after',
    '\n`skillwright hook CLIENT [EVENT]` is what clients call: it reads the input of a hook and always ends with 0.\nSKILLWRIGHT_HOOKS=off switches all hooks off.',
  );
  command
    .command('install')
    .description(
      'Adds hooks to the settings of clients. This allows them to read the folders of skills that the clients offer.',
    )
    .addOption(clients())
    .addOption(new Option('--user', 'for all your projects (default)').conflicts('project'))
    .option('--project <folder>', 'only for a project')
    .addOption(
      new Option('--guard <mode>', 'advise tells and denies; on also ends a turn, which leaves you without an answer')
        .choices(['advise', 'on', 'off'])
        .default('advise'),
    )
    .addOption(
      new Option('--check <mode>', 'stop also checks once at the end of a turn, which costs one more')
        .choices(['on', 'stop', 'off'])
        .default('on'),
    )
    .option('--dry-run', 'show what would change, and write nothing')
    .addHelpText('after', '\nExit codes: 0 installed, 1 a file could not be changed, 2 invalid usage.')
    .action(async (options: HookInstallOptions) => {
      const { installHooks } = await import('../hooks.ts');
      process.exitCode = await installHooks(options, new Output('hook install'));
    });
  command
    .command('uninstall')
    .description('Removes hooks. Settings are as they were before, if nothing else has changed them since.')
    .addOption(clients())
    .addOption(new Option('--user', 'those for all your projects (default)').conflicts('project'))
    .option('--project <folder>', 'those of a project')
    .option('--dry-run', 'show what would change, and write nothing')
    .addHelpText('after', '\nExit codes: 0 removed or not installed, 1 a file could not be changed, 2 invalid usage.')
    .action(async (options: HookUninstallOptions) => {
      const { uninstallHooks } = await import('../hooks.ts');
      process.exitCode = await uninstallHooks(options, new Output('hook uninstall'));
    });
  command
    .command('doctor')
    .description('Shows whether hooks are installed, whether they have ever run in a folder, and what prevents them.')
    .option('--cwd <folder>', 'the folder in which the client works (default: the working directory)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExit codes: 0 printed, 2 invalid usage.')
    .action(async (options: HookDoctorOptions) => {
      const { examineHooks } = await import('../hooks.ts');
      process.exitCode = await examineHooks(options, new Output('hook doctor'));
    });
  return command;
}
