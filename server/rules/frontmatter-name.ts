import type { FrontmatterField, SkillDocument } from '../../skill/model.ts';
import { hasNameForm, MAX_NAME as MAX } from '../../skill/naming.ts';
import type { Fix, Problem, Rule, RuleInput } from './rule.ts';

const isValid = (name: string): boolean => hasNameForm(name) && name.length <= MAX;

/** The name as clients take it. Where they warn and load the skill anyway, so does this rule. */
export const frontmatterName: Rule = {
  code: 'frontmatter.name',
  title: 'The name is missing, has a wrong form, or differs from the folder',
  severity: 'error',
  *check(input) {
    const { document, isManifest } = input;
    if (!isManifest || document.frontmatter.kind !== 'valid') return;
    const field = document.frontmatter.fields.find(({ key }) => key === 'name');
    const problem = field === undefined ? missing(input) : wrong(field, input);
    if (problem) yield problem;
  },
};

function missing({ document, folder, profile }: RuleInput): Problem | undefined {
  // Claude Code takes the folder's name then.
  if (profile === 'claude' || document.frontmatter.kind !== 'valid') return undefined;
  const { start } = document.frontmatter.range;
  const eol = document.text.indexOf('\n', start) + 1;
  return {
    range: { start, end: start + 3 },
    aspect: 'missing',
    message:
      'The frontmatter has no `name`. A model calls a skill by its name, and most clients skip a skill without one.',
    suggestions: [folder],
    fixes: eol > 0 && isValid(folder) ? [adding(folder, eol, document)] : [],
  };
}

/** A line at the beginning of the frontmatter. `at`: where its first line begins. */
function adding(folder: string, at: number, { text, frontmatter }: SkillDocument): Fix {
  const eol = text[at - 2] === '\r' ? '\r\n' : '\n';
  // Without quotes YAML takes some words for something else than text.
  const name =
    /^[a-z]/.test(folder) && !/^(?:true|false|null|yes|no|on|off|y|n)$/.test(folder) ? folder : `"${folder}"`;
  const first = frontmatter.kind === 'valid' ? frontmatter.fields[0]?.keyRange.start : undefined;
  // Fields in braces, or deeper than at the margin, take no line before them.
  const safe = first !== undefined && text[first - 1] === '\n';
  return { ...edit(`Add the name ${folder}`, at, at, `name: ${name}${eol}`), ...(safe ? { safe } : {}) };
}

function wrong({ value, valueRange, keyRange }: FrontmatterField, { folder }: RuleInput): Problem | undefined {
  const range = valueRange.end > valueRange.start ? valueRange : keyRange;
  const name = typeof value === 'string' ? value.trim() : '';
  const good = isValid(folder) ? folder : slug(name || folder);
  const fixes =
    isValid(good) && valueRange.end > valueRange.start
      ? [edit(`Change the name to ${good}`, valueRange.start, valueRange.end, good)]
      : [];
  const problem = (aspect: string, message: string, severity: 'error' | 'warning'): Problem => ({
    range,
    aspect,
    message,
    severity,
    suggestions: isValid(good) ? [good] : [],
    fixes,
  });
  if (typeof value !== 'string' && value !== null)
    return problem('type', '`name` must be text. Put it in quotes.', 'error');
  if (name === '') return problem('empty', '`name` is empty. A model calls a skill by its name.', 'error');
  if (!hasNameForm(name)) {
    return problem(
      'characters',
      `The name \`${name}\` must be lowercase letters and digits with single hyphens between them. Clients skip a skill whose name has another form.`,
      'error',
    );
  }
  if (name.length > MAX) {
    return problem(
      'length',
      `The name has ${name.length} characters; at most ${MAX} are allowed. Clients warn, and load it anyway.`,
      'warning',
    );
  }
  if (name !== folder) {
    return problem(
      'folder',
      `The name \`${name}\` differs from its folder \`${folder}\`. Clients warn and load it anyway, but a model that meets both names may call the one that is not there.`,
      'warning',
    );
  }
  return undefined;
}

function edit(title: string, start: number, end: number, text: string): Extract<Fix, { kind: 'edit' }> {
  return { kind: 'edit', title, preferred: true, edits: [{ range: { start, end }, text }] };
}

/** `Weekly_Report v2` → `weekly-report-v2`. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{Nd}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX)
    .replace(/-+$/, '');
}
