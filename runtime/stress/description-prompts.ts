/**
 * Derives prompts from the part of a description that says when to use the skill: "Use when the user asks for release
 * notes" becomes "I need release notes." Only requests of a user are converted; conditions about anything else ("when a
 * branch is ready") are ignored.
 */
/* eslint-disable regexp/no-super-linear-backtracking, regexp/no-super-linear-move -- at most MAX_DESCRIPTION_LENGTH units are read */
import { isTaskVerb } from './task-verbs.ts';

/** Maximum length of a description to read, in UTF-16 units; the specification allows 1,024. */
export const MAX_DESCRIPTION_LENGTH = 2_000;

/** Start of a clause that says when to use the skill. */
const CLAUSE_START =
  /\b(?:used?|apply|activate|trigger|invoke)(?:\s+(?:this|the|it))?(?:\s+skill)?(?:\s+only)?(?:\s+proactively)?\s+(when(?:ever)?|if|for|to)\b:?\s*/gi;
/** Start of such a clause in the form of a label. */
const LABEL = /\b(WHEN|USE FOR)\b:?\s*/g;
/** Negation before such a clause: "Do not use for". */
const NEGATION = /\b(?:not|never|n't|don’t|avoid)\s*$/i;

/** `working with …`. */
const GERUND = /^(?!(?:during|something|anything|nothing|everything)\b)[a-z][a-z-]*ing\s+\S/i;
/** Words that mark a statement, which cannot be converted to a request. */
const FINITE = /\b(?:is|are|was|were|\w+n['’]t|would|will|requires?|needs?|do|does|not|never|you|unsure)\b/i;

/** Maximum length of one item of a list, in words. */
const MAX_WORDS = 16;

/** Returns the prompts for the clauses of a description that say when to use the skill, in order. */
export function promptsInDescription(description: string): readonly string[] {
  const text = description.slice(0, MAX_DESCRIPTION_LENGTH).replaceAll(/\s*\([^()]*\)/g, '');
  const begins = [...text.matchAll(CLAUSE_START), ...text.matchAll(LABEL)].sort((a, b) => a.index - b.index);
  return begins.flatMap((begin) => {
    if (NEGATION.test(text.slice(0, begin.index))) return [];
    const clause = /^.*?(?=(?<!\b\p{Lu})\.(?:\s|$)|$)/su.exec(text.slice(begin.index + begin[0].length))?.[0] ?? '';
    const quoted = quotedRequests(clause);
    if (quoted.length > 0) return quoted;
    const how = begin[1] ?? '';
    if (how === 'to') return task(clause) ?? [];
    return /^(?:when|whenever|if)$/i.test(how) && how !== 'WHEN' ? situations(clause) : labeledItems(clause);
  });
}

/** Returns quoted requests: `asked to "scan a skill"`, but not quoted names (`a "what's new" page`). */
function quotedRequests(clause: string): string[] {
  const found = clause.matchAll(
    /(?:\b(?:to|for|says?|like|as|includ\w+|with|or|and|mentions?)|[:,]|^)\s*["“]([^"“”]{4,80})["”](?=\s*(?:[,.;:]|$|or\b|and\b))/g,
  );
  return [...found].flatMap(([, words = '']) => (/^\p{L}[^<>{}]* [^<>{}]*$/u.test(words) ? [toSentence(words)] : []));
}

/** Converts `when the user …, or wants …; when working with …`. */
function situations(clause: string): string[] {
  const parts = clause.split(/;\s*(?:or\s+)?(?:when(?:ever)?\s+|if\s+)?|,?\s+(?:or\s+|and\s+)?(?:when(?:ever)?|if)\s+/);
  return parts.flatMap((part) => {
    const person =
      /^(?:(?:the|a|an|any)\s+)?(?:users?|someone|somebody|anyone|people|you|they)\s+(?:explicitly\s+|also\s+)?(?:is\s+|are\s+|[’']re\s+)?(.*)$/is;
    const predicate = person.exec(part)?.[1];
    if (predicate !== undefined) return predicate.split(ACTION_SEPARATOR).flatMap(requestsOf);
    if (/^asked\b/i.test(part)) return requestsOf(part);
    return activities(part);
  });
}

/** Separator between two actions of one person: `has a file, or asks what is in it`. */
const ACTION_SEPARATOR =
  /(?:,\s+|\s+(?=or\s|and\s))(?:or\s+|and\s+)?(?=(?:asks?|wants?|needs?|mentions?|has|have|requests?|provides?|says?|is\s+\w+ing)\b)/i;

/** Converts what a person asks, wants, has or does to what they would write. */
function requestsOf(predicate: string): string[] {
  const [, verb = '', rest = ''] =
    /^(asks?|asked|wants?|needs?|requests?|mentions?|reports?|has|have|provides?|shares?|uploads?|would like|looks?|tries|try)\s+(?:you\s+|claude\s+|the agent\s+|for\s+help\s+)?(.*)$/is.exec(
      predicate,
    ) ?? [];
  const kind = verb.toLowerCase().replace(/(?<=..)s$|ed$/, '');
  if (verb === '') return activities(predicate);
  const toDo = /^(?:to\s+(?:be able to\s+)?)(.*)$/is.exec(rest)?.[1];
  if (toDo !== undefined) return tasks(toDo);
  const about = /^(?:about|with|on)\s+(.*)$/is.exec(rest)?.[1];
  if (about !== undefined)
    return kind === 'ask' ? parts(about).map((one) => inFirstPerson(`Tell me about ${one}`)) : helpRequests(about);
  if (kind === 'mention') return helpRequests(rest);
  if (/^(?:how|what|why|which|where|whether|who)\s/i.test(rest))
    return rest
      .split(/,\s*(?:or\s+)?(?=(?:how|what|why|which|where|whether|who)\s)/i)
      .map((one) => inFirstPerson(`Tell me ${one}`));
  const things = parts(rest.replace(/^(?:for|help with)\s+/i, ''));
  if (/^(?:has|have|ha|provide|share|upload|report)$/.test(kind))
    return things.slice(0, 1).map((one) => `${inFirstPerson(`I have ${one}`)} Can you help?`);
  return things.map((one) =>
    /^\w+ing\b/.test(one) ? inFirstPerson(`Help me with ${one}`) : inFirstPerson(`I need ${one}`),
  );
}

/** Converts `working with tables, or merging files` to requests for help. */
function activities(text: string): string[] {
  if (!GERUND.test(text)) return [];
  const items = text.split(/,\s*(?:or\s+|and\s+)?(?=[a-z]+ing\b)|\s+or\s+(?=[a-z]+ing\b)/);
  return items
    .filter((one) => GERUND.test(one) && isShort(one))
    .map((one) => `${inFirstPerson(`I am ${one[0]?.toLowerCase()}${one.slice(1)}`)} Can you help?`);
}

/** Converts `create, edit or merge files`, item by item if each is a complete task. */
function tasks(text: string): string[] {
  const each = text.split(/,\s*(?:or\s+|and\s+)?|\s+or\s+/);
  const alone = each.every((one) => one.includes(' ') && isTaskVerb(firstWord(one)));
  return (alone ? each : [text]).flatMap((one) => task(one) ?? []);
}

function task(text: string): string | undefined {
  return isTaskVerb(firstWord(text)) && isShort(text) ? inFirstPerson(text) : undefined;
}

/** Converts `USE FOR: deploy agent, hosted agent`, whose items are tasks or topics. */
function labeledItems(text: string): string[] {
  return text.split(/[,;]\s*(?:or\s+|and\s+)?/).flatMap((one) => {
    const clean = one.trim().replace(/^['‘](.*)['’]$/, '$1');
    if (/^asked\b/i.test(clean)) return requestsOf(clean);
    if (!isShort(clean) || /^(?:when|if|the user)\b/i.test(clean)) return [];
    return isTaskVerb(firstWord(clean)) && clean.includes(' ') ? [inFirstPerson(clean)] : helpRequests(clean);
  });
}

/** Converts topics of at least two words; a single word is too vague. */
const helpRequests = (text: string): string[] =>
  parts(text)
    .filter((one) => /\s/.test(one) && !FINITE.test(one))
    .map((one) => inFirstPerson(`Help me with ${one}`));

/**
 * Returns the items of a list that are short enough. Without a comma it is one item: "workflows in an Expo or EAS
 * context".
 */
function parts(text: string): string[] {
  const each = text.includes(',') ? text.split(/,\s*(?:or\s+|and\s+)?|\s+or\s+/) : [text];
  return each.map((one) => one.trim()).filter((one) => /^["“'`]?[\p{L}\p{N}]/u.test(one) && isShort(one));
}

const firstWord = (text: string): string => text.split(/[\s,/]/, 1)[0] ?? '';

function isShort(text: string): boolean {
  const words = text.split(/\s+/).length;
  return words <= MAX_WORDS && text.length >= 3 && text.length <= 140;
}

/** Converts a request to the first person: `improve their résumé` becomes `Improve my résumé.` */
function inFirstPerson(text: string): string {
  const converted = text
    .replaceAll(/\b(?:their|your|the user[’']s)\b/g, 'my')
    .replaceAll(/\b(?:they|the user) have\b/g, 'I have')
    .replace(/,? and you .*$/s, '');
  return toSentence(converted);
}

/** Returns a sentence with an initial capital and a final period. */
export function toSentence(text: string): string {
  const trimmed = text.trim().replace(/[\s.,;:]+$/, '');
  const capitalized = (trimmed[0]?.toUpperCase() ?? '') + trimmed.slice(1);
  return /[?!]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}
