/** Valid values of frontmatter fields by client. `skill/clients/` defines which client reads which field. */

import type { ClientId, ClientProfile, FieldValue, Frontmatter } from '../../../skill/index.ts';
import { CLIENTS, formatCount, KNOWN_FIELDS, own, SPECIFICATION } from '../../../skill/index.ts';
import { areAllOf, type Clients } from '../../clients.ts';
import type { ChosenClient } from '../../protocol.ts';
import type { Fix } from '../rule/rule.ts';
import { list } from '../rule/writing.ts';

/** Returns the value types of a field, one for each chosen reader; none if no chosen client reads it. */
function valuesOf(key: string, clients: Clients): readonly FieldValue[] {
  const readers = KNOWN_FIELDS.get(key)?.readers ?? [];
  const isRead = (client: ChosenClient): boolean => clients === 'auto' || clients.includes(client);
  const specified = isRead('spec') ? SPECIFICATION.filter(({ name }) => name === key) : [];
  const fields = readers.flatMap(({ client, field }) => (isRead(client.id) ? [field] : []));
  return [...specified, ...fields].map(({ value }) => value);
}

/** Returns true if a chosen client reads the field; under `auto`, any client counts. */
export const knowsField = (key: string, clients: Clients): boolean =>
  FOR_PEOPLE.has(key) || valuesOf(key, clients).length > 0;

/** Specified fields that inform people, so a client need not read them. */
const FOR_PEOPLE: ReadonlySet<string> = new Set(['license', 'compatibility', 'metadata']);

/** Returns the chosen clients that use a field, and those that ignore it. */
export function readersOf(key: string, clients: Clients): Readonly<Record<'using' | 'ignoring', readonly ClientId[]>> {
  const chosen = CLIENTS.filter(({ id }) => clients !== 'auto' && clients.includes(id));
  const uses = ({ fields }: ClientProfile): boolean => fields.some(({ name, does }) => name === key && does);
  const ids = (all: readonly ClientProfile[]) => all.map(({ id }) => id);
  return { using: ids(chosen.filter(uses)), ignoring: ids(chosen.filter((client) => !uses(client))) };
}

/**
 * Returns the problem with a field's value for the chosen clients, as the predicate of a sentence that starts with the
 * field's name; undefined if any reader accepts the value. `name` and `description` have their own rules.
 */
export function valueProblem(key: string, value: unknown, clients: Clients): string | undefined {
  if (key === 'name' || key === 'description') return undefined;
  const problems = valuesOf(key, clients).map((one) => problemWith(value, one, clients));
  if (problems.includes(undefined)) return undefined;
  // The most permissive reader is last: its problem applies to all.
  return problems.at(-1);
}

/** Returns the problem with a value that loads but is not in the specified form: commas between tools. */
export const styleProblem = (key: string, value: unknown, clients: Clients): string | undefined =>
  key === 'allowed-tools' &&
  clients !== 'auto' &&
  isText(value) &&
  valuesOf(key, clients).every((one) => one.kind === 'tools' && !one.commas) &&
  hasCommaOutside(value)
    ? 'must separate the tools with spaces, not commas'
    : undefined;

const isText = (value: unknown): value is string => typeof value === 'string';
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** Returns why a value is not of a kind; undefined if it is. */
function problemWith(value: unknown, kind: FieldValue, clients: Clients): string | undefined {
  switch (kind.kind) {
    case 'text':
      return kind.orMap && isMap(value) ? undefined : textProblem(value, kind.max);
    case 'flag':
      return typeof value === 'boolean' || (kind.words && /^(?:true|false|yes|no|on|off|1|0)$/i.test(String(value)))
        ? undefined
        : 'must be true or false';
    case 'one-of':
      return isText(value) && kind.values.includes(value) ? undefined : `must be ${list(kind.values)}`;
    case 'text-or-list':
      return isText(value) || isTextList(value) ? undefined : 'must be a string or a list of strings';
    case 'hint':
      // `[scope: full|part]` is intended as text.
      return isText(value) || Array.isArray(value) ? undefined : 'must be a string';
    case 'map':
      return isMap(value) ? undefined : 'must be a mapping of names to values';
    case 'tools':
      return toolsProblem(value, clients === 'auto' || kind.list === true);
    case 'tool-list':
      return isTextList(value) ? undefined : 'must be a list of tool names';
    case 'any':
      return undefined;
  }
}

function textProblem(value: unknown, max: number | undefined): string | undefined {
  if (!isText(value)) return 'must be a string';
  if (max === undefined) return undefined;
  const { length } = [...value.trim()];
  if (length === 0) return 'must not be empty';
  return length > max ? `must have at most ${formatCount(max, 'character')} (has ${length})` : undefined;
}

function toolsProblem(value: unknown, list: boolean): string | undefined {
  if (isText(value)) return parenthesisProblem(value);
  if (list && isTextList(value)) return value.map(parenthesisProblem).find((wrong) => wrong !== undefined);
  return list ? 'must be a string or a list of strings' : 'must be a string with spaces between the tools';
}

/** Finds unbalanced parentheses: in `Bash(git status`, a client would treat the rest of the list as the argument. */
function parenthesisProblem(tools: string): string | undefined {
  let depth = 0;
  for (const character of tools) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    if (depth < 0) break;
  }
  if (depth === 0) return undefined;
  return depth > 0 ? 'must close every `(`' : 'must open every `)`';
}

/** Returns true if a comma is outside of parentheses, that is, the next parenthesis after it is not a closing one. */
function hasCommaOutside(value: string): boolean {
  let next = '';
  for (let at = value.length - 1; at >= 0; at--) {
    const character = value[at] ?? '';
    if (character === '(' || character === ')') next = character;
    else if (character === ',' && next !== ')') return true;
  }
  return false;
}

/**
 * Fields of custom agents, prompts and instructions (`*.agent.md`, `*.prompt.md`, `*.instructions.md`,
 * `.claude/agents/`). No client reads them in a skill, but they are not typos either. From VS Code's
 * `promptFileAttributes.ts` and code.claude.com/docs/en/sub-agents.
 */
export const FIELDS_OF_OTHER_FORMATS: ReadonlySet<string> = new Set(
  'agents applyTo disallowedTools handoffs infer isolation maxTurns mcp-servers mcpServers memory mode permissionMode skills target tools'.split(
    ' ',
  ),
);

/** Normalizes a field's name for typo detection: no letter case, hyphens, underscores or spaces. */
export const normalizeKey = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, '');

/** Returns the fix for a missing field that is present in another spelling, such as `Name`. */
export function respellFix(key: string, frontmatter: Frontmatter): Fix | undefined {
  if (frontmatter.kind !== 'valid') return undefined;
  const field = frontmatter.fields.find((one) => one.key !== key && normalizeKey(one.key) === normalizeKey(key));
  const edits = field && [{ range: field.keyRange, text: key }];
  return edits && { kind: 'edit', title: `Change to ${key}`, preferred: true, safe: true, edits };
}

/** Returns the problem with an entry of `metadata`; `loadsAnyway` if it only violates the specification. */
export function metadataProblem(
  key: string,
  value: unknown,
  clients: Clients,
): { readonly message: string; readonly loadsAnyway: boolean } | undefined {
  // Under `auto` only ADK's types count: ADK rejects the skill, contract statement 80.
  const readers: Clients = clients === 'auto' ? ['adk'] : clients;
  const typed = valuesOf('metadata', readers).flatMap((one) => (one.kind === 'map' && own(one.entries, key)) || []);
  if (typed.length > 0) {
    const message = typed.map((one) => problemWith(value, one, readers)).find(Boolean);
    return message === undefined ? undefined : { message, loadsAnyway: false };
  }
  if (isText(value) || !areAllOf(clients, 'spec')) return undefined;
  return { message: 'must be a string: put it in quotes', loadsAnyway: true };
}
