import type { Skill } from '../../skill/index.ts';
import { MAX_DESCRIPTION_LENGTH, promptsInDescription, toSentence } from './description-prompts.ts';
import { isTaskVerb, taskVerb } from './task-verbs.ts';

/** Maximum number of prompts derived from a skill. */
const MAX_PROMPTS = 6;
/** Number of prompts from the description above which headings are ignored. */
const ENOUGH = 2;
/** Maximum length of a sentence of the description, in characters. */
const MAX_LENGTH = 160;

/**
 * Returns prompts that a user of this skill might write, derived from its purpose and the situations that its description
 * names and, if these are few, from headings that describe a task. Falls back to its name, so there is always one.
 */
export function defaultPromptsFor(skill: Skill): readonly string[] {
  const description = oneLine(skill.description).slice(0, MAX_DESCRIPTION_LENGTH);
  const purpose = purposeOf(description);
  const prompts = [...new Set([...(purpose === undefined ? [] : [purpose]), ...promptsInDescription(description)])];
  const more = prompts.length < ENOUGH ? tasksOf(skill) : [];
  const all = [...new Set([...prompts, ...more])];
  return all.length > 0 ? all.slice(0, MAX_PROMPTS) : [`Help me with ${skill.name.replaceAll(/[-_]+/g, ' ')}.`];
}

/** Converts the first sentence that states the skill's purpose to a request: `Writes notes.` becomes `Write notes.` */
function purposeOf(description: string): string | undefined {
  const sentences = description
    // eslint-disable-next-line regexp/no-super-linear-move -- reads at most MAX_DESCRIPTION_LENGTH units
    .replaceAll(/\s*\([^()]*\)/g, '')
    .split(/(?<=[.!?])(?<!\b\p{Lu}\.)\s+/u)
    .slice(0, 3);
  for (const text of sentences) {
    const [word = ''] = text.split(/[\s,]/, 1);
    const verb = taskVerb(word);
    // The text after a second punctuation mark is a list or a detail.
    const predicate =
      text
        .slice(word.length)
        .split(
          /[:;—–]|\s-\s|, (?:includ|support|us|with|cover)\w*|,\s+(?:and\s+)?(?=\p{L}+s\s+(?:the|an?|its?|them|each|all|against|with|to|from|into)\b)/u,
          1,
        )[0] ?? '';
    if (verb !== undefined && /^[\s,]/.test(predicate) && predicate.length < MAX_LENGTH)
      return toSentence(`${verb}${plainVerbs(predicate)}`);
  }
  return undefined;
}

/** Converts further verbs like the first one: `, edits and merges files`. */
function plainVerbs(text: string): string {
  const [whole = '', before = '', word = ''] = /^(,?\s+(?:and\s+)?)(\p{L}+s)(?=[,\s])/u.exec(text) ?? [];
  const verb = taskVerb(word);
  return verb === undefined ? text : before + verb + plainVerbs(text.slice(whole.length));
}

/** Returns headings that describe a task (`Merge two files`), but not numbered steps or names (`Report Format`). */
function tasksOf({ manifest }: Skill): readonly string[] {
  const texts = manifest.headings.filter(({ depth }) => depth > 1).map(({ text }) => oneLine(text));
  return texts
    .filter((text) => isTaskVerb(text.split(' ', 1)[0] ?? '') && /^\p{Lu}\S+ \p{Ll}[^:→()]*$/u.test(text))
    .map(toSentence);
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
