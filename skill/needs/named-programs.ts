/** Finds the programs that the commands of a body run. */
import type { BodyCommand } from './body-commands.ts';
import { distinct, type Need } from './need.ts';
import { isKnownProgram } from './own-command.ts';

// cspell:disable
/** Programs that every shell has. */
const EVERYWHERE: ReadonlySet<string> = new Set(
  (
    'ls cat echo pwd head tail grep egrep fgrep find wc which type diff stat du df cd date sort uniq cut tr sed awk less more printf true ' +
    'false test basename dirname realpath readlink id whoami hostname uname uptime ps env printenv seq tput man help history cksum comm ' +
    'cmp paste nl fold rev expr sleep alias read wait exit return source . eval trap shift break continue locale : set pushd popd xargs ' +
    'tee mkdir rm rmdir cp mv ln touch chmod chown kill pkill sh bash command exec ulimit umask jobs bg fg disown mktemp nohup yes split ' +
    'column od file clear reset'
  ).split(' '),
);
// cspell:enable

/** Returns the programs in the order of the body. A word that only one line has may be the output of a command, or text. */
export function namedPrograms(commands: readonly BodyCommand[]): readonly Need[] {
  const counts = new Map<string, number>();
  for (const { words } of commands) counts.set(words[0] ?? '', (counts.get(words[0] ?? '') ?? 0) + 1);
  return distinct(
    commands.flatMap(({ words: [name = ''], range, use }): readonly Need[] => {
      const isProgram = /^[a-zA-Z][\w+-]*(?:\.\d+)?$/.test(name) && !EVERYWHERE.has(name);
      const isSure = isKnownProgram(name) || (/^[a-z]/.test(name) && (use !== 'shown' || (counts.get(name) ?? 0) > 1));
      return isProgram && isSure
        ? [{ kind: 'program', name, range: { start: range.start, end: range.start + name.length } }]
        : [];
    }),
  );
}
