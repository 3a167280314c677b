import {
  allowedToolsField,
  clientsSearching,
  dirname,
  type UncoveredCommand,
  uncoveredCommands,
} from '../../../skill/index.ts';
import { MAX_MESSAGE_LENGTH } from '../rule/message.ts';
import type { Problem, Rule, RuleInput, TextEdit } from '../rule/rule.ts';
import { isRuledByUnknown, isTemplate, rulingClients } from '../rule/ruling-clients.ts';
import { allowToolEdit } from './allow-tool.ts';

/** Reports commands of the body for which Claude Code needs a permission that `allowed-tools` does not give. */
export const toolsUncovered: Rule = {
  code: 'tools.uncovered',
  title:
    'A command of the body that `allowed-tools` does not cover, so that Claude Code asks first, or does not load the skill',
  severity: 'warning',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    if (!isForClaudeCode(input) || isTemplate(input)) return;
    const { document, skill } = input;
    const edits = new Map<string, TextEdit | undefined>();
    const hasField = allowedToolsField(document.frontmatter) !== undefined;
    for (const one of uncoveredCommands(document, (path) => skill.bundle.files.has(path))) {
      const { command, entry } = one;
      if (!edits.has(entry)) edits.set(entry, allowToolEdit(document, entry));
      const edit = edits.get(entry);
      const isLoading = command.use === 'loading';
      yield {
        range: { start: command.range.start, end: endOfLine(command.text) + command.range.start },
        aspect: isLoading ? 'loading' : 'asks',
        target: entry,
        suggestions: [],
        // A user can allow it in the settings, which an author without the field may expect.
        severity: isLoading && hasField && !input.place.isFixture ? 'warning' : 'information',
        message: isLoading ? loadingMessage(one) : askingMessage(one),
        fixes:
          edit === undefined
            ? []
            : [{ kind: 'edit', title: `Add ${entry} to allowed-tools`, preferred: true, edits: [edit] }],
      };
    }
  },
};

/** Folders of other clients, and of what is generated for them. */
const OTHER_CLIENT =
  /\/\.(?:agents?|amp|cline|codex|copilot|cursor|factory|gemini|github|goose|junie|kilocode|kiro|opencode|pi|qwen|roo|trae|windsurf)(?:-[\w-]+)?\//;

/** True if Claude Code reads the skill: it is chosen, or the place of the skill is its own, or belongs to no client. */
function isForClaudeCode(input: RuleInput): boolean {
  const clients = rulingClients(input);
  if (clients !== 'auto') return clients.includes('claude-code');
  if (isRuledByUnknown(input)) return false;
  const folder = dirname(input.skill.root);
  const searching = clientsSearching(folder);
  if (searching.length > 0) return searching.includes('claude-code');
  return !OTHER_CLIENT.test(`${folder}/`);
}

const askingMessage = ({ command, entry }: UncoveredCommand): string =>
  fitCommand(
    command.text,
    (shown) => `Claude Code asks before it runs \`${shown}\`. Add \`${entry}\` to \`allowed-tools\`.`,
  );

const loadingMessage = ({ command, entry }: UncoveredCommand): string =>
  fitCommand(
    command.text,
    (shown) =>
      `Claude Code does not load the skill without permission for \`${shown}\`. Add \`${entry}\` to \`allowed-tools\`.`,
  );

/** Returns a message with as much of the first line of a command as fits. */
function fitCommand(text: string, write: (shown: string) => string): string {
  const line = text.slice(0, endOfLine(text)).replaceAll('`', "'").trimEnd();
  const whole = write(line);
  if (whole.length <= MAX_MESSAGE_LENGTH && line.length === text.length) return whole;
  const room = Math.max(12, MAX_MESSAGE_LENGTH - write('').length - 1);
  return write(line.length <= room ? `${line}…` : `${line.slice(0, room).trimEnd()}…`);
}

const endOfLine = (text: string): number => {
  const newline = text.search(/\r?\n/);
  return newline < 0 ? text.length : newline;
};
