/** Finds the other skills that a body tells the model to use. */
import { distinct, type Need } from './need.ts';

/** A skill that a text names. */
export interface NamedSkill extends Need {
  readonly kind: 'skill';
  /** True if the text tells to use it, so that it is meant even if no skill has the name. */
  readonly isTold: boolean;
}

const NAME = '[a-z0-9][a-z0-9-]{0,62}[a-z0-9](?::[a-z0-9][a-z0-9-]{0,62}[a-z0-9])?';
/** Patterns that name a skill; the first group is the name. */
const NAMED: readonly RegExp[] = [
  // The `tax-rules` skill.
  new RegExp(`\`(${NAME})\`\\*{0,2}[ \\t]{1,4}skill\\b(?![ \\t]sets?\\b)`, 'g'),
  // The skill `tax-rules`.
  new RegExp(`\\bskill:?[ \\t]{1,4}\\*{0,2}\`(${NAME})\``, 'gi'),
  // Skill(tax-rules), Skill(skill="tax-rules")
  new RegExp(`(?<!")\\bSkill\\((?:skill(?:_name)?[ \\t]*[=:][ \\t]*)?["'\`]?(${NAME})["'\`]?[,)]`, 'g'),
];
/** Maximum distance of an instruction to its skill. */
const BEFORE = 60;
const TELLS =
  /\b(?:use|using|invoke|invoking|load|loading|run|running|activate|call|calling|apply|follow|consult|delegate to|hand(?:ing)? off to|chain to|switch to|dispatch|trigger|read)\b(?:[ \t]+(?:the|both|its|and|or|also|first|sibling|companion|local|existing)|[ \t]+`[^`\n]{1,60}`|[,*_])*[ \t]*$/i;
/** Words by which a sentence is no instruction. */
const NOT_TOLD = /\b(?:not|never|don't|instead of|e\.g\.|example|such as|like|if|when|would|could|might|may)\b/i;
const PLACEHOLDER =
  /^(?:skill|name|skill-name|plugin:skill|(?:your|my|some|other|example|foo|the|new|this|that|existing|target|given|x|sample|demo|test)(?:-.*)?|plugin-name:.*|.*-name|foo|bar|xxx?)$/;

/** Returns the skills that a body names, except itself, in its order. */
export function namedSkills(body: string, at: number, own: readonly string[]): readonly NamedSkill[] {
  if (!/\bskill\b/i.test(body)) return [];
  const found: NamedSkill[] = [];
  for (const pattern of NAMED)
    for (const match of body.matchAll(pattern)) {
      const name = match[1] ?? '';
      if (own.includes(name) || own.includes(plainName(name)) || PLACEHOLDER.test(name)) continue;
      const start = match.index + match[0].lastIndexOf(name);
      const line = body.slice(Math.max(body.lastIndexOf('\n', match.index) + 1, match.index - BEFORE), match.index);
      const isTold = TELLS.test(line) && !NOT_TOLD.test(line);
      found.push({ kind: 'skill', name, isTold, range: { start: at + start, end: at + start + name.length } });
    }
  // Where a text tells to use it is where it matters.
  const told = new Set(found.filter(({ isTold }) => isTold).map(({ name }) => name));
  return distinct(found).map((one) => ({ ...one, kind: 'skill', isTold: told.has(one.name) }));
}

/** Returns the name of a skill without that of its plugin. */
export const plainName = (name: string): string => name.slice(name.indexOf(':') + 1);
