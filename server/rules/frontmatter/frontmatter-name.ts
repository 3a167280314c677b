import type { FrontmatterField, SkillDocument } from '../../../skill/index.ts';
import { formatCount, hasNameForm, MAX_NAME as MAX } from '../../../skill/index.ts';
import { areAllOf, type Clients, isChosen } from '../../clients.ts';
import type { ChosenClient, Severity } from '../../protocol.ts';
import { clientName, requiresField } from '../rule/client-names.ts';
import type { Fix, Problem, Rule, RuleInput } from '../rule/rule.ts';
import { isReadAlone, isRuledByUnknown, isTemplate, rulingClients } from '../rule/ruling-clients.ts';
import { respellFix } from './fields.ts';

const isValid = (name: string): boolean => hasNameForm(name) && [...name].length <= MAX;

/** Reports names that clients reject. It is a warning if clients warn but load the skill. */
export const frontmatterName: Rule = {
  code: 'frontmatter.name',
  title: 'The name is missing, malformed, or differs from the folder',
  severity: 'error',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { document } = input;
    if (document.frontmatter.kind !== 'valid' || isTemplate(input)) return;
    const field = document.frontmatter.fields.find(({ key }) => key === 'name');
    const problem = field === undefined ? missingNameProblem(input) : checkName(field, input);
    if (problem) yield isRuledByUnknown(input) ? { ...problem, severity: 'information' } : problem;
  },
};

function missingNameProblem(input: RuleInput): Problem | undefined {
  const { document, place } = input;
  const { folder } = place;
  const clients = rulingClients(input);
  // Claude Code falls back to the folder's name.
  if (areAllOf(clients, 'claude-code') || document.frontmatter.kind !== 'valid') return undefined;
  const other = respellFix('name', document.frontmatter);
  const { start } = document.frontmatter.range;
  const eol = document.text.indexOf('\n', start) + 1;
  return {
    range: { start, end: start + 3 },
    aspect: 'missing',
    // Codex and others fall back to the folder's name too, although their documentation requires a name.
    severity: requiresField(clients, 'name') ? 'error' : 'warning',
    message:
      'The frontmatter has no `name`: a model calls a skill by its name, and most clients skip one without it. Add one.',
    suggestions: [folder],
    fixes: other ? [other] : eol > 0 && isValid(folder) ? [addNameFix(folder, eol, document)] : [],
  };
}

/** Inserts the field as the first line of the frontmatter, whose offset is `at`. */
function addNameFix(folder: string, at: number, { text, frontmatter }: SkillDocument): Fix {
  const eol = text[at - 2] === '\r' ? '\r\n' : '\n';
  const first = frontmatter.kind === 'valid' ? frontmatter.fields[0]?.keyRange.start : undefined;
  // Fields in braces or with indentation allow no line before them.
  const safe = first !== undefined && text[first - 1] === '\n';
  const fix = edit(`Add the name ${folder}`, at, at, `name: ${yamlName(folder)}${eol}`);
  return safe ? { ...fix, safe } : fix;
}

/** Returns a name as YAML, in quotes if a parser might not read it as a string. */
const yamlName = (name: string): string =>
  /^[\p{L}-]/u.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/.test(name) ? name : `"${name}"`;

type Violation = 'form' | 'length' | 'folder';

/** Clients whose reaction is the specification's. */
const USUAL: readonly ChosenClient[] = ['spec', 'vscode', 'cursor', 'pi'];

/** The names that Qwen Code accepts (`validateSkillName`). */
const QWEN_NAME = /^[\p{L}\p{N}_:.-]+$/u;

/** A client's reaction to a name that violates the specification. */
type Reaction = 'rejects' | 'warns' | 'accepts';

/**
 * Returns how a client reacts to a name: agentskills.io/specification; ADK rejects all other names, and one that differs
 * from its folder's (`models.py`, `_load_skill_from_dir`); Claude Code displays any name and calls the skill by its folder
 * (code.claude.com/docs/en/skills#how-a-skill-gets-its-command-name); Codex checks only the length (`loader.rs`).
 */
function reactionOf(what: Violation, client: ChosenClient, name: string): Reaction {
  switch (client) {
    case 'adk':
      return 'rejects';
    case 'claude-code':
    case 'gemini-cli':
    case 'opencode':
      return 'accepts';
    case 'qwen-code':
      return what === 'form' && !QWEN_NAME.test(name) ? 'rejects' : 'accepts';
    case 'codex':
    case 'copilot-cli':
      return what === 'length' ? 'rejects' : 'accepts';
    case 'pi':
      // Since 1.6 it neither requires nor recommends the folder's name (`docs/skills.md`).
      return what === 'folder' ? 'accepts' : 'warns';
    default:
      return what === 'form' ? 'rejects' : 'warns';
  }
}

/** Returns the strongest reaction of the chosen clients, and a client that has it; none if that is the usual reaction. */
function strongestReaction(
  what: Violation,
  clients: Clients,
  name: string,
): { readonly reaction: Reaction; readonly client?: ChosenClient } {
  if (clients === 'auto') return { reaction: reactionOf(what, 'spec', name) };
  const reactions = clients.map((client) => ({ client, reaction: reactionOf(what, client, name) }));
  for (const reaction of ['rejects', 'warns', 'accepts'] as const) {
    const found = reactions.filter((one) => one.reaction === reaction);
    const special = found.find(({ client }) => !USUAL.includes(client)) ?? found[0];
    if (special !== undefined) return USUAL.includes(special.client) ? { reaction } : special;
  }
  return { reaction: 'accepts' };
}

const SEVERITIES = { rejects: 'error', warns: 'warning', accepts: 'information' } as const;

/** Returns the consequence as a clause; `usual` is that of clients in general. */
function consequence({ reaction, client }: ReturnType<typeof strongestReaction>, usual: string): string {
  if (client === undefined) return usual;
  const name = clientName(client);
  return reaction === 'rejects' ? `${name} rejects the skill.` : `${name} accepts it, but other clients do not.`;
}

function checkName({ value, valueRange, keyRange }: FrontmatterField, input: RuleInput): Problem | undefined {
  const clients = rulingClients(input);
  // Claude Code calls a skill by its folder, whatever its name is: nothing can be wrong with it.
  if (isReadAlone(input) && areAllOf(clients, 'claude-code')) return undefined;
  const folder = input.place.folder.normalize('NFKC');
  const range = valueRange.end > valueRange.start ? valueRange : keyRange;
  const name = typeof value === 'string' ? value.trim().normalize('NFKC') : '';
  const isFolderValid = isValid(folder);
  const suggestion = isFolderValid ? folder : slug(name || folder);
  const isNew = isValid(suggestion) && suggestion !== name;
  const fixes =
    isNew && valueRange.end > valueRange.start
      ? [edit(`Change the name to ${suggestion}`, valueRange.start, valueRange.end, yamlName(suggestion))]
      : [];
  const problem = (aspect: string, message: string, severity: Severity): Problem => ({
    range,
    aspect,
    message,
    severity,
    suggestions: isNew ? [suggestion] : [],
    fixes,
  });
  const violation = (
    what: Violation,
    aspect: string,
    fact: string,
    usual: string,
    remedy: string,
  ): Problem | undefined => {
    const strongest = strongestReaction(what, clients, name);
    const { reaction } = strongest;
    if (reaction === 'accepts' && isReadAlone(input)) return undefined;
    // The folder's own name is not a valid skill name.
    const rename =
      isFolderValid || reaction === 'accepts' ? '' : ` Rename the folder${isNew ? ' too' : ` to \`${suggestion}\``}.`;
    return problem(aspect, `${fact}: ${consequence(strongest, usual)} ${remedy}${rename}`, SEVERITIES[reaction]);
  };
  if (typeof value !== 'string' && value !== null)
    return problem(
      'type',
      typeof value === 'object'
        ? '`name` is a list or mapping. Write it as a string.'
        : '`name` is not a string. Put it in quotes.',
      'error',
    );
  if (name === '') {
    const takesFolder = !requiresField(clients, 'name');
    return problem(
      'empty',
      '`name` is empty, and a model calls a skill by its name. Fill it in.',
      takesFolder ? 'warning' : 'error',
    );
  }
  if (!hasNameForm(name) || (isChosen(clients, 'adk') && !/^[a-z0-9-]+$/.test(name))) {
    return violation(
      'form',
      'characters',
      'The name has more than lowercase letters, digits and single hyphens',
      'clients skip the skill.',
      'Use only these.',
    );
  }
  const { length } = [...name];
  if (length > MAX) {
    return violation(
      'length',
      'length',
      `The name has ${formatCount(length, 'character')} (maximum ${MAX})`,
      'clients warn, but load it anyway.',
      'Shorten it.',
    );
  }
  if (name !== folder) {
    return violation(
      'folder',
      'folder',
      `The name differs from the folder \`${folder}\``,
      'clients warn, and a model may call a name that does not exist.',
      'Make them equal.',
    );
  }
  return isReserved(input, name)
    ? problem(
        'reserved',
        `Claude Code reserves the name \`${name}\` for skills from claude.ai, and does not load this one. Choose another name.`,
        'error',
      )
    : undefined;
}

/** From code.claude.com/docs/en/skills#where-skills-live, "Reserved name". Other clients do not reserve names. */
function isReserved({ clients, skill }: RuleInput, name: string): boolean {
  const isForClaude =
    isChosen(clients, 'claude-code') || (clients === 'auto' && /\/\.claude\/skills\/[^/]+$/.test(skill.root));
  return isForClaude && /^(?:synced|anthropic-skills)$/i.test(name);
}

function edit(title: string, start: number, end: number, text: string): Extract<Fix, { kind: 'edit' }> {
  return { kind: 'edit', title, preferred: true, edits: [{ range: { start, end }, text }] };
}

/** `Weekly_Report v2` → `weekly-report-v2`. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{Nd}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX)
    .replace(/-$/, '');
}
