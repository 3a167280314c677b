/**
 * The fields of SKILL.md's frontmatter: which client knows which, and what a value may be.
 * After agentskills.io/specification and the clients' own documentation (VS Code, Claude Code, ADK, Codex).
 */
import { MAX_COMPATIBILITY } from '../../skill/naming.ts';
import type { Profile } from '../protocol.ts';

type Client = Exclude<Profile, 'auto'>;

export interface FieldRule {
  readonly clients: readonly Client[];
  /** What is wrong with a value under a profile, as the end of "`field` …"; undefined where it is fine. */
  readonly wrong?: (value: unknown, profile: Profile) => string | undefined;
}

const everywhere: readonly Client[] = ['spec', 'vscode', 'claude', 'adk', 'codex'];

const isText = (value: unknown): value is string => typeof value === 'string';
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const text = (value: unknown) => (isText(value) ? undefined : 'must be text');
const flag = (value: unknown) => (typeof value === 'boolean' ? undefined : 'must be true or false');
const oneOf =
  (...values: readonly string[]) =>
  (value: unknown) =>
    isText(value) && values.includes(value) ? undefined : `must be ${values.map((one) => `\`${one}\``).join(' or ')}`;
const textOrList = (value: unknown) =>
  isText(value) || isTextList(value) ? undefined : 'must be text or a list of texts';
/** `[scope: full|part]` is meant as text, and is shown as it stands. */
const hint = (value: unknown) => (isText(value) || Array.isArray(value) ? undefined : 'must be text');
const map = (value: unknown) => (isMap(value) ? undefined : 'must be a map of names to values');

function compatibility(value: unknown): string | undefined {
  if (!isText(value)) return 'must be text';
  const length = value.trim().length;
  if (length === 0) return 'must not be empty';
  return length > MAX_COMPATIBILITY ? `must be at most ${MAX_COMPATIBILITY} characters, and has ${length}` : undefined;
}

function allowedTools(value: unknown, profile: Profile): string | undefined {
  if (isText(value)) return undefined;
  const list = profile === 'auto' || profile === 'claude';
  if (list && isTextList(value)) return undefined;
  return list ? 'must be text or a list of texts' : 'must be one text with spaces between the tools';
}

/** Every field that a known client reads, but `name` and `description`, which have rules of their own. */
export const FIELDS: ReadonlyMap<string, FieldRule> = new Map<string, FieldRule>([
  ['name', { clients: everywhere }],
  ['description', { clients: everywhere }],
  ['license', { clients: everywhere, wrong: text }],
  ['compatibility', { clients: everywhere, wrong: compatibility }],
  ['metadata', { clients: everywhere, wrong: map }],
  ['allowed-tools', { clients: ['spec', 'claude', 'adk', 'codex'], wrong: allowedTools }],
  ['argument-hint', { clients: ['vscode', 'claude'], wrong: hint }],
  ['user-invocable', { clients: ['vscode', 'claude'], wrong: flag }],
  ['disable-model-invocation', { clients: ['vscode', 'claude'], wrong: flag }],
  ['context', { clients: ['vscode', 'claude'], wrong: oneOf('fork') }],
  ['model', { clients: ['claude'], wrong: text }],
  ['effort', { clients: ['claude'], wrong: text }],
  ['agent', { clients: ['claude'], wrong: text }],
  ['hooks', { clients: ['claude'], wrong: map }],
  ['paths', { clients: ['claude'], wrong: textOrList }],
  ['shell', { clients: ['claude'], wrong: oneOf('bash', 'powershell') }],
  ['when_to_use', { clients: ['claude'], wrong: text }],
  ['arguments', { clients: ['claude'], wrong: textOrList }],
]);

/** Whether a client of the profile reads the field; under `auto` any client will do. */
export function knowsField(key: string, profile: Profile): boolean {
  const field = FIELDS.get(key);
  return field !== undefined && (profile === 'auto' || field.clients.includes(profile));
}

/** ADK's own keys of `metadata`, whose values are not text: contract statement 80. */
const ADK_METADATA = new Map<string, (value: unknown) => string | undefined>([
  ['adk_additional_tools', (value: unknown) => (isTextList(value) ? undefined : 'must be a list of tool names')],
  ['adk_inject_state', flag],
]);

/** What is wrong with an entry of `metadata`; `strict` where the value breaks the specification but loads everywhere. */
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
  if (isText(value) || profile !== 'spec') return undefined;
  return { message: 'must be text: put it in quotes', loadsAnyway: true };
}
