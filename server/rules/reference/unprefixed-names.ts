/** Calls of another skill of the same plugin by a name that is not the one that clients offer it with. */
import { basename, defined } from '../../../skill/index.ts';
import type { Problem, RuleInput } from '../rule/rule.ts';
import { meantClients, messageFor, missesInAllChosen } from './base-sentence.ts';

/**
 * An instruction to call a skill, up to its name: `Skill(name)`, `skill: "name"`, or "invoke the `name` skill". "Use the `name`
 * skill" is left out: it may be followed without a call, and models take the name from their list.
 */
const CALL =
  /\bSkill\(\s{0,4}["'`]?(?=[a-z])|\bskill:\s{0,4}["'](?=[a-z])|\b(?:invoke|call|load|activate)\s{1,4}(?:the\s{1,4})?\*{0,2}`(?=[a-z][\w-]{0,80}`\*{0,2}\s{1,4}skill\b)/gi;
const NAME = /^[a-z0-9][\w-]{0,80}(?![\w:-])/i;

/** Reports such calls for the clients that offer the skills of a plugin with its name. */
export function* unprefixedNameProblems(input: RuleInput): Iterable<Problem> {
  const { document, bundled, place } = input;
  const plugin = place.pluginName;
  if (plugin === undefined) return;
  const { text, bodyStart } = document;
  const calls = [...text.slice(bodyStart).matchAll(CALL)];
  if (calls.length === 0) return;
  const missing = meantClients(input).filter(({ prefixesPluginSkills }) => prefixesPluginSkills === true);
  if (missing.length === 0) return;
  const others = new Set([...bundled.siblings().keys()].map((root) => basename(root)));
  for (const { 0: call, index } of calls) {
    const start = bodyStart + index + call.length;
    const name = NAME.exec(text.slice(start, start + 82))?.[0];
    if (name === undefined || name === place.folder || !others.has(name) || text.includes(`${plugin}:${name}`))
      continue;
    const end = start + name.length;
    const isAll = missesInAllChosen(input, missing);
    // Other clients know the skill by the name alone, so that both names stay.
    const after = call.endsWith('`') && text[end] === '`' ? text.indexOf('skill', end) + 'skill'.length : undefined;
    const edit = isAll
      ? { range: { start, end: start }, text: `${plugin}:` }
      : after && {
          range: { start: after, end: after },
          text: ` (\`${plugin}:${name}\` in ${messageFor(missing, (names) => names)})`,
        };
    yield defined({
      range: { start, end },
      target: name,
      cause: 'names',
      severity: isAll ? ('warning' as const) : undefined,
      message: messageFor(
        missing,
        (names) => `\`${name}\` is offered as \`${plugin}:${name}\` in ${names}. Also name it so.`,
      ),
      fixes: edit
        ? [{ kind: 'edit' as const, title: `Name the plugin before the skill`, preferred: true, edits: [edit] }]
        : [],
    });
  }
}
