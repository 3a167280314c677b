/** Determines the owner of a path if the prose names another skill. */
import { anyOf } from '../text/any-of.ts';
import type { PathContext } from './path-context.ts';

const WORD = '[a-z][a-z0-9]*';
const NAME = `${WORD}(?:-[a-z0-9]+)*`;
const HYPHENATED = `${WORD}(?:-[a-z0-9]+)+`;
const OWNS = ['its', 'owns', 'covers', 'holds', 'has'];
const ELSEWHERE = ['community', 'external', 'third[- ]party', 'separate'];
/** A name with markup or a hyphen. */
const MARKED = anyOf([`\`\\/?(${WORD}(?:[-:][a-z0-9]+)*)\``, `\\*\\*\`?(${NAME})\`?\\*\\*`, `\\b(${HYPHENATED})`]);
/** Text after a name that makes it an owner: "'s", " skill", " — its". */
const OWNER = anyOf([
  "(?:'|’)s?(?=\\s|$)",
  "\\s+(?:[Ss]kill|SKILL|plugin)\\b(?:(?:'|’)s)?",
  `\\s+[—–:-]+\\s+${anyOf(OWNS)}\\b`,
]);
/** The name after the word: "skill `billing-tools`". */
const AFTER_WORD = anyOf([`\`(${NAME})\``, `\\*\\*(${NAME})\\*\\*`, `(${HYPHENATED})(?=[\\s,.:'’])`]);
/**
 * Another skill, named with markup or a hyphen: "the `billing-tools` skill", "**billing-tools**'s", "`billing-tools` —
 * its".
 */
const NAMED = new RegExp(
  anyOf([
    `${MARKED}[*_]*${OWNER}`,
    `\`(${NAME}-skills?)\``,
    `\`(${HYPHENATED})\`\\s+\\(${anyOf(ELSEWHERE)}\\)`,
    `\\b[Ss]kill\\s+${AFTER_WORD}`,
  ]),
  'g',
);

/** A hyphenated name right before a path: "`billing-tools` → `references/x.md`", "`billing-tools` `scripts/x.py`". */
const NAMED_BEFORE = /`\/?([a-z][a-z0-9]*(?:-[a-z0-9]+)+)`(?:\*\*)?\s*(?:(?:→|->|⇒)\s*)?`$/;

/** A name in plain words: "the tax planner skill's `…`". */
const NAMED_PLAINLY = /\b(?:the|from|in|per|an?)\s+((?:[a-z][\w-]*\s+){1,3})skill(?:'|’)s\s+(?:own\s+)?[*_"'(]*`?$/i;
const THIS = ['this', 'same', 'main', 'own', 'current', 'whole', 'entire', 'parent', 'outer', 'inner'];
const ANOTHER = ['other', 'another', 'agent', 'each', 'every', 'new', 'existing', 'installed', 'given', 'target'];
const ANY_SKILL = new RegExp(`\\b${anyOf([...THIS, ...ANOTHER, 'first', 'second', 'last'])}\\b`, 'i');
const NAMED_AFTER =
  /^[`*_)]*\s+(?:of|in|from)\s+(?:the\s+)?(?:`([a-z0-9-]+)`|\*\*([a-z0-9-]+)\*\*|([a-z0-9]+(?:-[a-z0-9]+)+))\s+skill\b/;

/** Returns the last other skill named before a path, or right after it ("… of the `x` skill"). */
export function otherSkillNear({ prior, before, after, path }: PathContext): string | undefined {
  const near = `${prior}\n${before}`.slice(-400);
  const next = NAMED_BEFORE.exec(before)?.[1];
  // "`tax-rules` → `references/tax-rules.md`" is a table of topics and files.
  if (next !== undefined && !path.includes(next)) return next;
  const plain = NAMED_PLAINLY.exec(before)?.[1]?.trim();
  if (plain !== undefined && !ANY_SKILL.test(plain)) return plain.toLowerCase().replace(/\s+/g, '-');
  const hit = [...near.matchAll(NAMED)].at(-1);
  const since = hit ? near.slice(hit.index + hit[0].length) : '';
  // A path in a new sentence is this skill's, unless the sentence refers back to the other skill.
  const last =
    (hit && (!/[.!?]\s/.test(since) || /\b(?:its|there|that skill)\b/i.test(since) ? hit : undefined)) ??
    NAMED_AFTER.exec(after);
  const name = last?.slice(1).find((group) => group !== undefined);
  return name === undefined || /^(?:agent|this|other|another|parent|sub|cross|multi)(?:-|$)/.test(name)
    ? undefined
    : name.split(':').at(-1);
}
