/** Reads the names of skills in the frontmatter of an agent: `skills:`, a list or names separated by commas. */
import type { Range, SkillDocument } from '../model/model.ts';
import { defined } from '../text/defined.ts';

/** One name with its place. */
export interface AgentSkill {
  /** The text of `range`: without quotes. */
  readonly written: string;
  /** The plugin before the `:`, if there is one. */
  readonly plugin?: string;
  readonly name: string;
  readonly range: Range;
}

/** Maximum number of names. */
const MAX_NAMES = 200;
const NAME = /^(?:([\w.@-]+):)?([\p{L}\p{N}][\p{L}\p{N}._-]{0,63})$/u;

/** Returns the names in order. Paths, patterns and placeholders, which other programs accept there, are left out. */
export function agentSkills({ text, frontmatter }: Pick<SkillDocument, 'text' | 'frontmatter'>): readonly AgentSkill[] {
  if (frontmatter.kind !== 'valid') return [];
  const field = frontmatter.fields.find(({ key }) => key === 'skills');
  if (field === undefined) return [];
  const { value, valueRange } = field;
  const names = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  const found: AgentSkill[] = [];
  let from = valueRange.start;
  for (const one of names.slice(0, MAX_NAMES)) {
    const written = typeof one === 'string' ? one.trim() : '';
    const start = written === '' ? -1 : text.indexOf(written, from);
    if (start < 0 || start >= valueRange.end) continue;
    const range = { start, end: start + written.length };
    from = range.end;
    const [whole, plugin, name = ''] = NAME.exec(written) ?? [];
    if (whole !== undefined) found.push(defined({ written, plugin, name, range }));
  }
  return found;
}
