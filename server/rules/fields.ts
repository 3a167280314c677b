/**
 * The fields of SKILL.md's frontmatter: which client knows which, and what a value may be. After
 * - agentskills.io/specification, and `skills-ref/src/skills_ref/validator.py` of github.com/agentskills/agentskills;
 * - VS Code 1.139, `promptFileAttributes.ts` and `promptValidator.ts` of its `promptSyntax`;
 * - code.claude.com/docs/en/skills#frontmatter-reference (2.1.2xx);
 * - google/adk-python, `src/google/adk/skills/models.py` and `_utils.py`;
 * - openai/codex, `codex-rs/core-skills/src/loader.rs`, and developers.openai.com/codex/skills;
 * - cursor.com/docs/skills#frontmatter-fields.
 */

import type { Frontmatter } from '../../skill/index.ts';
import { MAX_COMPATIBILITY } from '../../skill/index.ts';
import type { Profile } from '../protocol.ts';
import type { Fix } from './rule.ts';

type Client = Exclude<Profile, 'auto'>;

export interface FieldRule {
  readonly clients: readonly Client[];
  /** What is wrong with a value under a profile, as the end of "`field` …"; undefined where it is fine. */
  readonly wrong?: (value: unknown, profile: Profile) => string | undefined;
  /** The same for what is against the letter of the profile, and loads. */
  readonly odd?: (value: unknown, profile: Profile) => string | undefined;
}

const everywhere: readonly Client[] = ['spec', 'vscode', 'claude', 'adk', 'codex'];

const isText = (value: unknown): value is string => typeof value === 'string';
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const text = (value: unknown) => (isText(value) ? undefined : 'must be text');
/** Claude Code takes `yes`, `off`, `1` and the like, too, in any letter case. */
const flag = (value: unknown, profile: Profile) =>
  typeof value === 'boolean' ||
  ((profile === 'auto' || profile === 'claude') && /^(?:true|false|yes|no|on|off|1|0)$/i.test(String(value)))
    ? undefined
    : 'must be true or false';
const oneOf =
  (...values: readonly string[]) =>
  (value: unknown) =>
    isText(value) && values.includes(value) ? undefined : `must be ${values.map((one) => `\`${one}\``).join(' or ')}`;
const textOrList = (value: unknown) =>
  isText(value) || isTextList(value) ? undefined : 'must be text or a list of texts';
/** `[scope: full|part]` is meant as text, and is shown as it stands. */
const hint = (value: unknown) => (isText(value) || Array.isArray(value) ? undefined : 'must be text');
const map = (value: unknown) => (isMap(value) ? undefined : 'must be a map of names to values');

/** VS Code takes a map for these. */
const orMap = (value: unknown, profile: Profile): boolean =>
  (profile === 'auto' || profile === 'vscode') && isMap(value);
const license = (value: unknown, profile: Profile) => (orMap(value, profile) ? undefined : text(value));

function compatibility(value: unknown, profile: Profile): string | undefined {
  if (orMap(value, profile)) return undefined;
  if (!isText(value)) return 'must be text';
  const { length } = [...value.trim()];
  if (length === 0) return 'must not be empty';
  return length > MAX_COMPATIBILITY ? `must be at most ${MAX_COMPATIBILITY} characters, and has ${length}` : undefined;
}

function allowedTools(value: unknown, profile: Profile): string | undefined {
  if (isText(value)) return unclosed(value);
  const list = profile === 'auto' || profile === 'claude';
  if (list && Array.isArray(value) && isTextList(value))
    return value.map(unclosed).find((wrong) => wrong !== undefined);
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

/** Claude Code takes commas; the specification has spaces between the tools, so that `Read,` is a name of its own. */
const commas = (value: unknown, profile: Profile): string | undefined =>
  profile !== 'auto' && profile !== 'claude' && isText(value) && hasCommaOutside(value)
    ? 'has commas between the tools, where the specification has spaces'
    : undefined;

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

/** Every field that a known client reads, but `name` and `description`, which have rules of their own. */
export const FIELDS: ReadonlyMap<string, FieldRule> = new Map<string, FieldRule>([
  ['name', { clients: everywhere }],
  ['description', { clients: everywhere }],
  ['license', { clients: everywhere, wrong: license }],
  ['compatibility', { clients: everywhere, wrong: compatibility }],
  ['metadata', { clients: everywhere, wrong: map }],
  ['allowed-tools', { clients: ['spec', 'claude', 'adk', 'codex'], wrong: allowedTools, odd: commas }],
  ['allowed_tools', { clients: ['adk'], wrong: allowedTools }],
  ['disallowed-tools', { clients: ['claude'], wrong: allowedTools }],
  ['argument-hint', { clients: ['vscode', 'claude'], wrong: hint }],
  ['user-invocable', { clients: ['vscode', 'claude'], wrong: flag }],
  ['disable-model-invocation', { clients: ['vscode', 'claude'], wrong: flag }],
  ['context', { clients: ['vscode', 'claude'], wrong: oneOf('fork') }],
  ['model', { clients: ['claude'], wrong: text }],
  ['effort', { clients: ['claude'], wrong: oneOf('low', 'medium', 'high', 'xhigh', 'max') }],
  ['agent', { clients: ['claude'], wrong: text }],
  ['background', { clients: ['claude'], wrong: flag }],
  ['hooks', { clients: ['claude'], wrong: map }],
  ['paths', { clients: ['claude'], wrong: textOrList }],
  ['shell', { clients: ['claude'], wrong: oneOf('bash', 'powershell') }],
  ['when_to_use', { clients: ['claude'], wrong: text }],
  ['arguments', { clients: ['claude'], wrong: textOrList }],
  // Cursor's, which has no profile: known under `auto` alone.
  ['icon', { clients: [] }],
  ['color', { clients: [] }],
  ['globs', { clients: [], wrong: textOrList }],
]);

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

/** Whether a client of the profile reads the field; under `auto` any client will do. */
export function knowsField(key: string, profile: Profile): boolean {
  const field = FIELDS.get(key);
  return field !== undefined && (profile === 'auto' || field.clients.includes(profile));
}

/** A field's name without what one slips in: letter case, hyphens, underscores, blanks. */
export const plainKey = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, '');

/** The fix for a field that is missing, but stands there in another spelling: `Name`. */
export function otherSpelling(key: string, frontmatter: Frontmatter): Fix | undefined {
  if (frontmatter.kind !== 'valid') return undefined;
  const field = frontmatter.fields.find((one) => one.key !== key && plainKey(one.key) === plainKey(key));
  const edits = field && [{ range: field.keyRange, text: key }];
  return edits && { kind: 'edit', title: `Change to ${key}`, preferred: true, safe: true, edits };
}

/** ADK's own keys of `metadata`, whose values are not text: contract statement 80. */
const ADK_METADATA = new Map<string, (value: unknown) => string | undefined>([
  ['adk_additional_tools', (value: unknown) => (isTextList(value) ? undefined : 'must be a list of tool names')],
  ['adk_inject_state', (value: unknown) => (typeof value === 'boolean' ? undefined : 'must be true or false')],
]);

/** What is wrong with an entry of `metadata`; `loadsAnyway` where it breaks the specification alone. */
export function wrongMetadata(
  key: string,
  value: unknown,
  profile: Profile,
): { readonly message: string; readonly loadsAnyway: boolean } | undefined {
  const own = profile === 'auto' || profile === 'adk' ? ADK_METADATA.get(key) : undefined;
  if (own !== undefined) {
    const message = own(value);
    return message === undefined ? undefined : { message, loadsAnyway: false };
  }
  if (profile === 'codex' && key === 'short-description') {
    const wrong = !isText(value)
      ? 'must be text'
      : [...value.trim()].length > 1024
        ? 'must be at most 1024 characters'
        : ''; // prettier-ignore
    return wrong === '' ? undefined : { message: wrong, loadsAnyway: false };
  }
  if (isText(value) || profile !== 'spec') return undefined;
  return { message: 'must be text: put it in quotes', loadsAnyway: true };
}
