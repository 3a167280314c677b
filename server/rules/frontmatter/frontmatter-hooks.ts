import { type Clients, isChosen } from '../../clients.ts';
import { isMap } from '../../settings.ts';
import { clientName } from '../rule/client-names.ts';
import { fitMessage, listSome } from '../rule/message.ts';
import type { Problem, Rule } from '../rule/rule.ts';
import { isTemplate, rulingClients } from '../rule/ruling-clients.ts';

/** Maximum length of a command in the message, in UTF-16 units. */
const MAX_COMMAND = 60;

/** Reports the commands that a client runs, without asking, once it has loaded the skill. */
export const frontmatterHooks: Rule = {
  code: 'frontmatter.hooks',
  title: 'Commands that a client runs without asking once it has loaded the skill',
  severity: 'information',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { frontmatter } = input.document;
    if (frontmatter.kind !== 'valid' || isTemplate(input)) return;
    const field = frontmatter.fields.find(({ key }) => key === 'hooks');
    const reader = readerIn(rulingClients(input));
    if (field === undefined || reader === undefined) return;
    const commands = [...new Set(commandsIn(field.value))].map(short);
    if (commands.length === 0) return;
    const them = commands.length === 1 ? 'it' : 'them';
    // Seen in Claude Code 2.1.332; Qwen Code was not tried.
    const isUnasked = reader === 'claude-code';
    const action = `runs ${them}${isUnasked ? ' without asking' : ''} once it has loaded the skill`;
    yield {
      range: field.keyRange,
      suggestions: [],
      message: fitMessage(
        commands,
        (shown) => `Review ${listSome(commands.length, shown)}: ${clientName(reader)} ${action}.`,
      ),
    };
  },
};

/** Returns the client that runs hooks; undefined if no ruling client does. */
const readerIn = (clients: Clients) =>
  (['claude-code', 'qwen-code'] as const).find((id) => clients === 'auto' || isChosen(clients, id));

/**
 * Yields the commands of the hooks of all events, and the addresses that they send events to. Only entries of the full form:
 * Claude Code 2.1.332 ran none without `type`, or without the list `hooks` below a matcher.
 */
function* commandsIn(events: unknown): Generator<string> {
  for (const group of Object.values(mapOf(events)).flatMap(listOf))
    for (const hook of listOf(mapOf(group).hooks)) {
      const { type, command, args, url } = mapOf(hook);
      if (type === 'command' && typeof command === 'string' && command.trim() !== '')
        yield [command, ...listOf(args).map(String)].join(' ');
      else if (type === 'http' && typeof url === 'string' && url.trim() !== '') yield url;
    }
}

const mapOf = (value: unknown): Readonly<Record<string, unknown>> => (isMap(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the first line of a command, without characters that end code in a message. */
function short(command: string): string {
  const [first = '', ...others] = command.trim().split(/\r?\n/);
  const line = first.trim().replaceAll('`', "'");
  return line.length > MAX_COMMAND || others.length > 0 ? `${line.slice(0, MAX_COMMAND - 1)}…` : line;
}
