/** The options of a run on the command line, from their one declaration. */
import { type Command, Option } from 'commander';
import { RUN_OPTION_LIST, type RunOption } from '../protocol/run-options.ts';
import { parseAmount, parseMaxCalls, parseSeconds } from './numbers.ts';

/** Adds the options of a group, in the order of their declaration. Their values have the names of the options. */
export function addRunOptions(command: Command, group: NonNullable<RunOption['flag']>['group']): Command {
  for (const [name, option] of RUN_OPTION_LIST) {
    const { flag } = option;
    if (flag?.group !== group) continue;
    const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const written = flag.argument === undefined ? `--${words}` : `--${words} ${flag.argument}`;
    command.addOption(withValues(new Option(written, flag.help), option));
  }
  return command;
}

function withValues(flag: Option, option: RunOption): Option {
  switch (option.kind) {
    case 'count':
      return flag.argParser(parseMaxCalls);
    case 'amount':
      return flag.argParser(parseAmount);
    case 'seconds':
      return flag.argParser(parseSeconds(option.maximum));
    case 'choice':
      return flag.choices(Object.keys(option.choices));
    case 'flag':
    case 'guardSettings':
      return flag;
  }
}
