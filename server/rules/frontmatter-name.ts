import type { FrontmatterField, SkillDocument } from '../../skill/index.ts';
import { hasNameForm, MAX_NAME as MAX } from '../../skill/index.ts';
import type { Profile, Severity } from '../protocol.ts';
import { otherSpelling } from './fields.ts';
import type { Fix, Problem, Rule, RuleInput } from './rule.ts';

const isValid = (name: string): boolean => hasNameForm(name) && [...name].length <= MAX;

/** The name as clients take it. Where they warn and load the skill anyway, so does this rule. */
export const frontmatterName: Rule = {
  code: 'frontmatter.name',
  title: 'The name is missing, has a wrong form, or differs from the folder',
  severity: 'error',
  manifestOnly: true,
  *check(input) {
    const { document } = input;
    if (document.frontmatter.kind !== 'valid') return;
    const field = document.frontmatter.fields.find(({ key }) => key === 'name');
    const problem = field === undefined ? missing(input) : wrong(field, input);
    if (problem) yield problem;
  },
};

function missing({ document, folder, profile }: RuleInput): Problem | undefined {
  // Claude Code takes the folder's name then.
  if (profile === 'claude' || document.frontmatter.kind !== 'valid') return undefined;
  const other = otherSpelling('name', document.frontmatter);
  const { start } = document.frontmatter.range;
  const eol = document.text.indexOf('\n', start) + 1;
  return {
    range: { start, end: start + 3 },
    aspect: 'missing',
    // Codex takes the folder's, too, though its documentation asks for a name.
    severity: profile === 'codex' ? 'warning' : 'error',
    message:
      'The frontmatter has no `name`. A model calls a skill by its name, and most clients skip a skill without one.',
    suggestions: [folder],
    fixes: other ? [other] : eol > 0 && isValid(folder) ? [adding(folder, eol, document)] : [],
  };
}

/** A line at the beginning of the frontmatter. `at`: where its first line begins. */
function adding(folder: string, at: number, { text, frontmatter }: SkillDocument): Fix {
  const eol = text[at - 2] === '\r' ? '\r\n' : '\n';
  const first = frontmatter.kind === 'valid' ? frontmatter.fields[0]?.keyRange.start : undefined;
  // Fields in braces, or deeper than at the margin, take no line before them.
  const safe = first !== undefined && text[first - 1] === '\n';
  return { ...edit(`Add the name ${folder}`, at, at, `name: ${written(folder)}${eol}`), ...(safe ? { safe } : {}) };
}

/** A name as it stands in YAML: in quotes where some reader would take it for something else than text. */
const written = (name: string): string =>
  /^[\p{L}-]/u.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/.test(name) ? name : `"${name}"`;

/** What a client does with a name that breaks the specification. */
type Reaction = 'refuses' | 'warns' | 'takes it';

/**
 * Which names a client loads: agentskills.io/specification; ADK refuses all others, and one that is not its folder's
 * (`models.py`, `_load_skill_from_dir`); Claude Code shows any name and calls the skill by its folder
 * (code.claude.com/docs/en/skills#how-a-skill-gets-its-command-name); Codex minds the length alone (`loader.rs`).
 */
function reactionOf(what: 'form' | 'length' | 'folder', profile: Profile): Reaction {
  if (profile === 'adk') return 'refuses';
  if (profile === 'claude') return 'takes it';
  if (profile === 'codex') return what === 'length' ? 'refuses' : 'takes it';
  return what === 'form' ? 'refuses' : 'warns';
}

const SEVERITIES = { refuses: 'error', warns: 'warning', 'takes it': 'information' } as const;
const CLIENTS: Readonly<Partial<Record<Profile, string>>> = { adk: 'ADK', claude: 'Claude Code', codex: 'Codex' };

/** What follows, in a sentence; `usual` for clients at large. */
function consequence(reaction: Reaction, profile: Profile, usual: string): string {
  const client = CLIENTS[profile];
  if (client === undefined) return usual;
  return reaction === 'refuses' ? `${client} refuses the skill.` : `${client} takes it; other clients do not.`;
}

function wrong({ value, valueRange, keyRange }: FrontmatterField, input: RuleInput): Problem | undefined {
  const { profile } = input;
  const folder = input.folder.normalize('NFKC');
  const range = valueRange.end > valueRange.start ? valueRange : keyRange;
  const name = typeof value === 'string' ? value.trim().normalize('NFKC') : '';
  const proper = isValid(folder);
  const good = proper ? folder : slug(name || folder);
  const isNew = isValid(good) && good !== name;
  const fixes =
    isNew && valueRange.end > valueRange.start
      ? [edit(`Change the name to ${good}`, valueRange.start, valueRange.end, written(good))]
      : [];
  const problem = (aspect: string, message: string, severity: Severity): Problem => ({
    range,
    aspect,
    message,
    severity,
    suggestions: isNew ? [good] : [],
    fixes,
  });
  const against = (what: 'form' | 'length' | 'folder', aspect: string, says: string, usual: string): Problem => {
    const reaction = reactionOf(what, profile);
    // The folder's own name could be no skill's.
    const rename = proper || reaction === 'takes it' ? '' : ` Rename the folder${isNew ? ', too' : ` to \`${good}\``}.`;
    return problem(aspect, `${says} ${consequence(reaction, profile, usual)}${rename}`, SEVERITIES[reaction]);
  };
  if (typeof value !== 'string' && value !== null)
    return problem('type', '`name` must be text. Put it in quotes.', 'error');
  if (name === '') {
    const takesFolder = profile === 'claude' || profile === 'codex';
    return problem('empty', '`name` is empty. A model calls a skill by its name.', takesFolder ? 'warning' : 'error');
  }
  if (!hasNameForm(name) || (profile === 'adk' && !/^[a-z0-9-]+$/.test(name))) {
    return against(
      'form',
      'characters',
      `The name \`${name}\` must be lowercase letters and digits with single hyphens between them.`,
      'Clients skip a skill whose name has another form.',
    );
  }
  const { length } = [...name];
  if (length > MAX) {
    return against(
      'length',
      'length',
      `The name has ${length} characters; at most ${MAX} are allowed.`,
      'Clients warn, and load it anyway.',
    );
  }
  if (name !== folder) {
    return against(
      'folder',
      'folder',
      `The name \`${name}\` differs from its folder \`${folder}\`.`,
      'Clients warn and load it anyway, but a model that meets both names may call the one that is not there.',
    );
  }
  return isReserved(input, name)
    ? problem(
        'reserved',
        `Claude Code keeps the name \`${name}\` for skills that come from claude.ai, and does not load a skill of this folder. Choose another.`,
        'error',
      )
    : undefined;
}

/** code.claude.com/docs/en/skills#where-skills-live, "Reserved name". Other clients know nothing of it. */
function isReserved({ profile, skill }: RuleInput, name: string): boolean {
  const isClaudes = profile === 'claude' || (profile === 'auto' && /\/\.claude\/skills\/[^/]+$/.test(skill.root));
  return isClaudes && /^(?:synced|anthropic-skills)$/i.test(name);
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
