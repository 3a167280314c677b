/** The needs of a skill, from its body, and those that are not there. */
import { splitSections } from '../markdown/sections.ts';
import type { Skill } from '../model/model.ts';
import { bodyCommands } from './body-commands.ts';
import { namedPrograms } from './named-programs.ts';
import { type NamedSkill, namedSkills, plainName } from './named-skills.ts';
import { namedMcpTools, namedTools, serverOf } from './named-tools.ts';
import type { CheckedNeed, Need } from './need.ts';

/** The needs of a skill, each once, by kind: tools, tools of MCP servers, other skills, programs. */
export type Needs = readonly (Need | NamedSkill)[];

/** Maximum length of a body that is read, in UTF-16 units. */
const MAX_BODY = 256 * 1024;

/** Returns what the body of a SKILL.md tells the model to use. `names` are those of the skill itself. */
export function needsOf(
  { text, bodyStart }: Pick<Skill['manifest'], 'text' | 'bodyStart'>,
  names: readonly string[],
): Needs {
  const read = text.slice(0, bodyStart + MAX_BODY);
  const prose = withoutCode(read, bodyStart).slice(bodyStart);
  return [
    ...namedTools(prose, bodyStart),
    ...namedMcpTools(read.slice(bodyStart), bodyStart),
    ...namedSkills(prose, bodyStart, names),
    ...namedPrograms(bodyCommands(read, bodyStart)),
  ];
}

/** Fences that are read as prose: instructions for the model, and not code of the user's project. */
const PROSE: ReadonlySet<string> = new Set([
  '',
  'text',
  'txt',
  'markdown',
  'md',
  'plaintext',
  'yaml',
  'xml',
  'bash',
  'sh',
]);

/** Returns a text of the same length with blanks for fences of code. */
function withoutCode(text: string, bodyStart: number): string {
  let result = '';
  let at = 0;
  for (const { fences } of splitSections(text, bodyStart))
    for (const { content, language } of fences) {
      if (PROSE.has(language)) continue;
      result += text.slice(at, content.start) + ' '.repeat(content.end - content.start);
      at = content.end;
    }
  return result + text.slice(at);
}

/** The facts about what is there; absent ones are not known. */
export interface Available {
  /** The MCP servers that are declared, as in `mcp__SERVER__TOOL`. */
  readonly servers?: ReadonlySet<string>;
  readonly hasSkill?: (name: string) => boolean;
  /** The place where `hasSkill` looks, as in "no skill … has this name". */
  readonly skillsOf?: string;
  readonly hasProgram?: (name: string) => boolean;
}

/** Skills that Claude Code brings along: https://code.claude.com/docs/en/skills#bundled-skills. */
const BUNDLED: ReadonlySet<string> = new Set(
  'batch claude-api debug init loop review schedule security-review simplify skill-creator update-config verify'.split(
    ' ',
  ),
);
/** Servers that a client or an account brings along, so that no file declares them. */
const BUILT_IN = /^(?:ide|claude[_-]?ai.*|claude-in-chrome|claude_in_chrome|computer-use|codex_apps)$/i;

/** Returns the needs with what is missing. A skill that the text only mentions is one only if it is there. */
export function checkNeeds(needs: Needs, available: Available): readonly CheckedNeed[] {
  return needs.flatMap((need): readonly CheckedNeed[] => {
    const { kind, name, range } = need;
    const missing = missingOf(need, available);
    if (missing === undefined) return [{ kind, name, range }];
    return 'isTold' in need && !need.isTold ? [] : [{ kind, name, range, missing }];
  });
}

function missingOf({ kind, name }: Need, { servers, hasSkill, skillsOf, hasProgram }: Available): string | undefined {
  switch (kind) {
    case 'tool':
      return undefined;
    case 'mcp-tool': {
      const server = serverOf(name);
      if (servers === undefined || BUILT_IN.test(server)) return undefined;
      const isDeclared = [...servers].some((one) => name === `mcp__${one}` || name.startsWith(`mcp__${one}__`));
      return isDeclared ? undefined : `no MCP configuration of the repository declares \`${server}\``;
    }
    case 'skill':
      return hasSkill === undefined || BUNDLED.has(name) || hasSkill(name) || hasSkill(plainName(name))
        ? undefined
        : `no skill ${skillsOf ?? 'of the repository'} has this name`;
    case 'program':
      return hasProgram === undefined || hasProgram(name) ? undefined : 'it is not on the PATH';
  }
}
