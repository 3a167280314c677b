/** Finds the commands of a body that `allowed-tools` does not cover, as far as it is certain. */
import { claudeCode } from '../clients/claude-code.ts';
import type { Frontmatter, SkillDocument } from '../model/model.ts';
import { type AllowedTool, allowedTools, mayCover } from './allowed-tools.ts';
import { type BodyCommand, bodyCommands } from './body-commands.ts';
import { needsPermission } from './own-command.ts';
import { permissionEntry } from './permission-entry.ts';

/** A command for which Claude Code needs a permission that the skill does not give. */
export interface UncoveredCommand {
  readonly command: BodyCommand;
  /** The entry of `allowed-tools` that covers it. */
  readonly entry: string;
}

/** Older names of tools of Claude Code, and those that its list lacks because no skill needs them. */
const OTHER_TOOLS: ReadonlySet<string> = new Set(
  (
    'MultiEdit NotebookRead LS Task TodoWrite TodoRead SlashCommand BashOutput KillShell KillBash TaskStop TaskOutput Monitor ToolSearch ' +
    'EnterWorktree ExitWorktree CronCreate CronList CronDelete SendMessage Workflow WebFetch'
  ).split(' '),
);
const TOOLS: ReadonlySet<string> = new Set([...claudeCode.tools.map(({ name }) => name), ...OTHER_TOOLS]);

/** The spellings of the field. */
const FIELDS = ['allowed-tools', 'allowed_tools'] as const;

/** Returns the field `allowed-tools`; undefined if the frontmatter has none. */
export const allowedToolsField = (frontmatter: Frontmatter) =>
  frontmatter.kind === 'valid' ? frontmatter.fields.find(({ key }) => FIELDS.some((one) => one === key)) : undefined;

/**
 * Returns the commands in order. Without the field, only those that run while the skill is loaded: an author who lists no tools
 * expects to be asked.
 */
export function uncoveredCommands(
  { text, bodyStart, frontmatter }: Pick<SkillDocument, 'text' | 'bodyStart' | 'frontmatter'>,
  isBundled: (path: string) => boolean,
): readonly UncoveredCommand[] {
  if (frontmatter.kind !== 'valid') return [];
  const field = allowedToolsField(frontmatter);
  // Most skills have neither.
  if (field === undefined && !/!`|```!|~~~!/.test(text.slice(bodyStart))) return [];
  const entries = field === undefined ? [] : allowedTools(field.value);
  if (entries === undefined || !entries.every(isOfClaudeCode)) return [];
  const all = bodyCommands(text, bodyStart);
  return all.flatMap((command): readonly UncoveredCommand[] => {
    if (field === undefined && command.use !== 'loading') return [];
    if (!needsPermission(command, isBundled, all) || mayCover(entries, command.words)) return [];
    return [{ command, entry: permissionEntry(command, isBundled, entries) }];
  });
}

/** False for the tool of another client, by which a shell may be allowed under another name. */
const isOfClaudeCode = ({ tool }: AllowedTool): boolean =>
  TOOLS.has(tool) || tool.startsWith('mcp__') || tool.includes('*');
