import type { Skill } from '../../skill/index.ts';
import { askedFor, MAX_LENGTH, sentence } from './asked-for.ts';
import { isTaskVerb, taskVerb } from './task-verbs.ts';

/** Prompts that are made from a skill, at most. */
const MOST = 6;
/** With so many of the description the headings are left alone. */
const ENOUGH = 2;
/** Characters of a sentence of the description. */
const LONGEST = 160;

/**
 * What a user of this skill might write: what it says that it does, when it says that it is for, and, where that is little,
 * those of its headings that are a task. Its name where there is nothing of the kind, so that there is always one.
 */
export function promptsFor(skill: Skill): readonly string[] {
  const description = oneLine(skill.description).slice(0, MAX_LENGTH);
  const does = whatItDoes(description);
  const made = [...new Set([...(does === undefined ? [] : [does]), ...askedFor(description)])];
  const more = made.length < ENOUGH ? tasksOf(skill) : [];
  const all = [...new Set([...made, ...more])];
  return all.length > 0 ? all.slice(0, MOST) : [`Help me with ${skill.name.replaceAll(/[-_]+/g, ' ')}.`];
}

/** The first sentence that tells what the skill does, as a user asks for it: `Writes notes.` becomes `Write notes.` */
function whatItDoes(description: string): string | undefined {
  const sentences = description
    // eslint-disable-next-line regexp/no-super-linear-move -- reads at most MAX_LENGTH units
    .replaceAll(/\s*\([^()]*\)/g, '')
    .split(/(?<=[.!?])(?<!\b\p{Lu}\.)\s+/u)
    .slice(0, 3);
  for (const whole of sentences) {
    const [word = ''] = whole.split(/[\s,]/, 1);
    const verb = taskVerb(word);
    // What stands behind a second mark is a list, or says how.
    const told =
      whole
        .slice(word.length)
        .split(
          /[:;—–]|\s-\s|, (?:includ|support|us|with|cover)\w*|,\s+(?:and\s+)?(?=\p{L}+s\s+(?:the|an?|its?|them|each|all|against|with|to|from|into)\b)/u,
          1,
        )[0] ?? '';
    if (verb !== undefined && /^[\s,]/.test(told) && told.length < LONGEST)
      return sentence(`${verb}${plainVerbs(told)}`);
  }
  return undefined;
}

/** `, edits and merges files` goes on as the first verb does, as far as the verbs go. */
function plainVerbs(text: string): string {
  const [whole = '', before = '', word = ''] = /^(,?\s+(?:and\s+)?)(\p{L}+s)(?=[,\s])/u.exec(text) ?? [];
  const verb = taskVerb(word);
  return verb === undefined ? text : before + verb + plainVerbs(text.slice(whole.length));
}

/**
 * Headings that are a task: `Merge two files`. Not the steps of a way to work, which are numbered, nor names of things
 * (`Report Format`).
 */
function tasksOf({ manifest }: Skill): readonly string[] {
  const texts = manifest.headings.filter(({ depth }) => depth > 1).map(({ text }) => oneLine(text));
  return texts
    .filter((text) => isTaskVerb(text.split(' ', 1)[0] ?? '') && /^\p{Lu}\S+ \p{Ll}[^:→()]*$/u.test(text))
    .map(sentence);
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
