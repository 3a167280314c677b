/** What may stand in the fields of SKILL.md's frontmatter, by profile; who reads which is told by `skill/clients/`. */

import type { ClientId, FieldValue, Frontmatter } from '../../skill/index.ts';
import { KNOWN_FIELDS, SPECIFICATION } from '../../skill/index.ts';
import type { Profile } from '../protocol.ts';
import type { Fix } from './rule.ts';

/** The client that a profile stands for. */
const CLIENT_OF: Readonly<Record<Exclude<Profile, 'auto' | 'spec'>, ClientId>> = {
  vscode: 'vscode',
  claude: 'claude-code',
  adk: 'adk',
  codex: 'codex',
};

/** What a field may hold under a profile, one value for each reader that the profile stands for; none where nobody reads it. */
function valuesOf(key: string, profile: Profile): readonly FieldValue[] {
  const readers = KNOWN_FIELDS.get(key)?.readers ?? [];
  const specified = profile === 'auto' || profile === 'spec' ? SPECIFICATION.filter(({ name }) => name === key) : [];
  const clients = readers.filter(
    ({ client }) => profile === 'auto' || (profile !== 'spec' && client.id === CLIENT_OF[profile]),
  );
  return [...specified, ...clients.map(({ field }) => field)].map(({ value }) => value);
}

/** Whether a client of the profile reads the field; under `auto` any client will do. */
export const knowsField = (key: string, profile: Profile): boolean => valuesOf(key, profile).length > 0;

/**
 * What is wrong with a field's value under a profile, as the end of "`field` …"; undefined where some reader takes it.
 * `name` and `description` have rules of their own.
 */
export function wrongValue(key: string, value: unknown, profile: Profile): string | undefined {
  if (key === 'name' || key === 'description') return undefined;
  const problems = valuesOf(key, profile).map((one) => problemWith(value, one, profile));
  if (problems.includes(undefined)) return undefined;
  // Who takes most is last among them: what it says is what all of them say, or the least that helps.
  return problems.at(-1);
}

/** The same for what is against the letter of the profile, and loads: commas, where the specification has spaces. */
export const oddValue = (key: string, value: unknown, profile: Profile): string | undefined =>
  key === 'allowed-tools' &&
  profile !== 'auto' &&
  isText(value) &&
  valuesOf(key, profile).every((one) => one.kind === 'tools' && !one.commas) &&
  hasCommaOutside(value)
    ? 'has commas between the tools, where the specification has spaces'
    : undefined;

const isText = (value: unknown): value is string => typeof value === 'string';
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** Why a value is none of that kind. */
function problemWith(value: unknown, kind: FieldValue, profile: Profile): string | undefined {
  switch (kind.kind) {
    case 'text':
      return kind.orMap && isMap(value) ? undefined : textProblem(value, kind.max);
    case 'flag':
      return typeof value === 'boolean' || (kind.words && /^(?:true|false|yes|no|on|off|1|0)$/i.test(String(value)))
        ? undefined
        : 'must be true or false';
    case 'one-of':
      return isText(value) && kind.values.includes(value)
        ? undefined
        : `must be ${kind.values.map((one) => `\`${one}\``).join(' or ')}`;
    case 'text-or-list':
      return isText(value) || isTextList(value) ? undefined : 'must be text or a list of texts';
    case 'hint':
      // `[scope: full|part]` is meant as text.
      return isText(value) || Array.isArray(value) ? undefined : 'must be text';
    case 'map':
      return isMap(value) ? undefined : 'must be a map of names to values';
    case 'tools':
      return toolsProblem(value, profile === 'auto' || kind.list === true);
    case 'tool-list':
      return isTextList(value) ? undefined : 'must be a list of tool names';
    case 'any':
      return undefined;
  }
}

function textProblem(value: unknown, max: number | undefined): string | undefined {
  if (!isText(value)) return 'must be text';
  if (max === undefined) return undefined;
  const { length } = [...value.trim()];
  if (length === 0) return 'must not be empty';
  return length > max ? `must be at most ${max} characters, and has ${length}` : undefined;
}

function toolsProblem(value: unknown, list: boolean): string | undefined {
  if (isText(value)) return unclosed(value);
  if (list && isTextList(value)) return value.map(unclosed).find((wrong) => wrong !== undefined);
  return list ? 'must be text or a list of texts' : 'must be one text with spaces between the tools';
}

/** `Bash(git status` allows nothing: a client takes the rest of the list for its argument. */
function unclosed(tools: string): string | undefined {
  let depth = 0;
  for (const character of tools) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    if (depth < 0) break;
  }
  if (depth === 0) return undefined;
  return depth > 0 ? 'has a `(` that nothing closes' : 'has a `)` that closes nothing';
}

/** Whether a comma stands there that is in no round brackets: the next bracket behind it closes none. */
function hasCommaOutside(value: string): boolean {
  let next = '';
  for (let at = value.length - 1; at >= 0; at--) {
    const sign = value[at] ?? '';
    if (sign === '(' || sign === ')') next = sign;
    else if (sign === ',' && next !== ')') return true;
  }
  return false;
}

/**
 * Fields of custom agents, prompts and instructions (`*.agent.md`, `*.prompt.md`, `*.instructions.md`, `.claude/agents/`). In
 * a skill no client reads them, but they are no slips either. After VS Code's `promptFileAttributes.ts` and
 * code.claude.com/docs/en/sub-agents.
 */
export const OTHER_FORMATS: ReadonlySet<string> = new Set(
  'agents applyTo disallowedTools handoffs infer isolation maxTurns mcp-servers mcpServers memory mode permissionMode skills target tools'.split(
    ' ',
  ),
);

/** A field's name without what one slips in: letter case, hyphens, underscores, blanks. */
export const plainKey = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, '');

/** The fix for a field that is missing, but stands there in another spelling: `Name`. */
export function otherSpelling(key: string, frontmatter: Frontmatter): Fix | undefined {
  if (frontmatter.kind !== 'valid') return undefined;
  const field = frontmatter.fields.find((one) => one.key !== key && plainKey(one.key) === plainKey(key));
  const edits = field && [{ range: field.keyRange, text: key }];
  return edits && { kind: 'edit', title: `Change to ${key}`, preferred: true, safe: true, edits };
}

/** What is wrong with an entry of `metadata`; `loadsAnyway` where it breaks the specification alone. */
export function wrongMetadata(
  key: string,
  value: unknown,
  profile: Profile,
): { readonly message: string; readonly loadsAnyway: boolean } | undefined {
  // Under `auto` ADK's alone: it refuses the skill, contract statement 80.
  const own = valuesOf('metadata', profile === 'auto' ? 'adk' : profile).flatMap((one) =>
    one.kind === 'map' && one.entries && Object.hasOwn(one.entries, key) ? (one.entries[key] ?? []) : [],
  );
  if (own.length > 0) {
    const message = own.map((one) => problemWith(value, one, profile === 'auto' ? 'adk' : profile)).find(Boolean);
    return message === undefined ? undefined : { message, loadsAnyway: false };
  }
  if (isText(value) || profile !== 'spec') return undefined;
  return { message: 'must be text: put it in quotes', loadsAnyway: true };
}
