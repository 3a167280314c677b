/**
 * What a user says where a description says when its skill is for: "Use when the user asks for release notes" is "I need
 * release notes." Only what can be said of itself; a clause about anything else ("when a branch is ready") is left out.
 */
/* eslint-disable regexp/no-super-linear-backtracking, regexp/no-super-linear-move -- `askedFor` reads at most MAX_LENGTH units */
import { isTaskVerb } from './task-verbs.ts';

/** Of a description, in UTF-16 units; the specification allows 1,024. What comes after it is not read. */
export const MAX_LENGTH = 2_000;

/** Where such a part of a description begins; what comes after it is for. */
const BEGINS =
  /\b(?:used?|apply|activate|trigger|invoke)(?:\s+(?:this|the|it))?(?:\s+skill)?(?:\s+only)?(?:\s+proactively)?\s+(when(?:ever)?|if|for|to)\b:?\s*/gi;
/** The same as a label. */
const LABEL = /\b(WHEN|USE FOR)\b:?\s*/g;
/** And where it does not: "Do not use for". */
const DENIED = /\b(?:not|never|n't|don’t|avoid)\s*$/i;

/** `working with …`. */
const GERUND = /^(?!(?:during|something|anything|nothing|everything)\b)[a-z][a-z-]*ing\s+\S/i;
/** Says that something is so: no thing to ask for. */
const FINITE = /\b(?:is|are|was|were|\w+n['’]t|would|will|requires?|needs?|do|does|not|never|you|unsure)\b/i;

/** Longest part of a list that is one thing to ask for, in words. */
const LONGEST = 16;

/** The parts of a description that say when, as prompts, in its order. */
export function askedFor(description: string): readonly string[] {
  const text = description.slice(0, MAX_LENGTH).replaceAll(/\s*\([^()]*\)/g, '');
  const begins = [...text.matchAll(BEGINS), ...text.matchAll(LABEL)].sort((a, b) => a.index - b.index);
  return begins.flatMap((begin) => {
    if (DENIED.test(text.slice(0, begin.index))) return [];
    const clause = /^.*?(?=(?<!\b\p{Lu})\.(?:\s|$)|$)/su.exec(text.slice(begin.index + begin[0].length))?.[0] ?? '';
    const said = quotes(clause);
    if (said.length > 0) return said;
    const how = begin[1] ?? '';
    if (how === 'to') return task(clause) ?? [];
    return /^(?:when|whenever|if)$/i.test(how) && how !== 'WHEN' ? situations(clause) : listed(clause);
  });
}

/** What is written as somebody's own words: `asked to "scan a skill"`. A name in quotes (`a "what's new" page`) is none. */
function quotes(clause: string): string[] {
  const found = clause.matchAll(
    /(?:\b(?:to|for|says?|like|as|includ\w+|with|or|and|mentions?)|[:,]|^)\s*["“]([^"“”]{4,80})["”](?=\s*(?:[,.;:]|$|or\b|and\b))/g,
  );
  return [...found].flatMap(([, words = '']) => (/^\p{L}[^<>{}]* [^<>{}]*$/u.test(words) ? [sentence(words)] : []));
}

/** `when the user …, or wants …; when working with …` */
function situations(clause: string): string[] {
  const parts = clause.split(/;\s*(?:or\s+)?(?:when(?:ever)?\s+|if\s+)?|,?\s+(?:or\s+|and\s+)?(?:when(?:ever)?|if)\s+/);
  return parts.flatMap((part) => {
    const person =
      /^(?:(?:the|a|an|any)\s+)?(?:users?|someone|somebody|anyone|people|you|they)\s+(?:explicitly\s+|also\s+)?(?:is\s+|are\s+|[’']re\s+)?(.*)$/is;
    const said = person.exec(part)?.[1];
    if (said !== undefined) return said.split(OTHER_SAYING).flatMap(saying);
    if (/^asked\b/i.test(part)) return saying(part);
    return doing(part);
  });
}

/** Between two things that one person does: `has a file, or asks what is in it`. */
const OTHER_SAYING =
  /(?:,\s+|\s+(?=or\s|and\s))(?:or\s+|and\s+)?(?=(?:asks?|wants?|needs?|mentions?|has|have|requests?|provides?|says?|is\s+\w+ing)\b)/i;

/** What the person says who asks, wants, has or does something. */
function saying(predicate: string): string[] {
  const [, verb = '', rest = ''] =
    /^(asks?|asked|wants?|needs?|requests?|mentions?|reports?|has|have|provides?|shares?|uploads?|would like|looks?|tries|try)\s+(?:you\s+|claude\s+|the agent\s+|for\s+help\s+)?(.*)$/is.exec(
      predicate,
    ) ?? [];
  const kind = verb.toLowerCase().replace(/(?<=..)s$|ed$/, '');
  if (verb === '') return doing(predicate);
  const toDo = /^(?:to\s+(?:be able to\s+)?)(.*)$/is.exec(rest)?.[1];
  if (toDo !== undefined) return tasks(toDo);
  const about = /^(?:about|with|on)\s+(.*)$/is.exec(rest)?.[1];
  if (about !== undefined)
    return kind === 'ask' ? parts(about).map((one) => mine(`Tell me about ${one}`)) : help(about);
  if (kind === 'mention') return help(rest);
  if (/^(?:how|what|why|which|where|whether|who)\s/i.test(rest))
    return rest
      .split(/,\s*(?:or\s+)?(?=(?:how|what|why|which|where|whether|who)\s)/i)
      .map((one) => mine(`Tell me ${one}`));
  const things = parts(rest.replace(/^(?:for|help with)\s+/i, ''));
  if (/^(?:has|have|ha|provide|share|upload|report)$/.test(kind))
    return things.slice(0, 1).map((one) => `${mine(`I have ${one}`)} Can you help?`);
  return things.map((one) => (/^\w+ing\b/.test(one) ? mine(`Help me with ${one}`) : mine(`I need ${one}`)));
}

/** `working with tables, or merging files`: what somebody does who wants help with it. */
function doing(text: string): string[] {
  if (!GERUND.test(text)) return [];
  const whole = text.split(/,\s*(?:or\s+|and\s+)?(?=[a-z]+ing\b)|\s+or\s+(?=[a-z]+ing\b)/);
  return whole
    .filter((one) => GERUND.test(one) && isShort(one))
    .map((one) => `${mine(`I am ${one[0]?.toLowerCase()}${one.slice(1)}`)} Can you help?`);
}

/** `create, edit or merge files`: each that stands alone. */
function tasks(text: string): string[] {
  const each = text.split(/,\s*(?:or\s+|and\s+)?|\s+or\s+/);
  const alone = each.every((one) => one.includes(' ') && isTaskVerb(firstWord(one)));
  return (alone ? each : [text]).flatMap((one) => task(one) ?? []);
}

function task(text: string): string | undefined {
  return isTaskVerb(firstWord(text)) && isShort(text) ? mine(text) : undefined;
}

/** `USE FOR: deploy agent, hosted agent`: some are tasks, the others things. */
function listed(text: string): string[] {
  return text.split(/[,;]\s*(?:or\s+|and\s+)?/).flatMap((one) => {
    const clean = one.trim().replace(/^['‘](.*)['’]$/, '$1');
    if (/^asked\b/i.test(clean)) return saying(clean);
    if (!isShort(clean) || /^(?:when|if|the user)\b/i.test(clean)) return [];
    return isTaskVerb(firstWord(clean)) && clean.includes(' ') ? [mine(clean)] : help(clean);
  });
}

/** Where it can be a thing: a single word says too little. */
const help = (text: string): string[] =>
  parts(text)
    .filter((one) => /\s/.test(one) && !FINITE.test(one))
    .map((one) => mine(`Help me with ${one}`));

/** The things of a list, each short enough to be one. Without a comma there is none: "workflows in an Expo or EAS context". */
function parts(text: string): string[] {
  const each = text.includes(',') ? text.split(/,\s*(?:or\s+|and\s+)?|\s+or\s+/) : [text];
  return each.map((one) => one.trim()).filter((one) => /^["“'`]?[\p{L}\p{N}]/u.test(one) && isShort(one));
}

const firstWord = (text: string): string => text.split(/[\s,/]/, 1)[0] ?? '';

function isShort(text: string): boolean {
  const words = text.split(/\s+/).length;
  return words <= LONGEST && text.length >= 3 && text.length <= 140;
}

/** As the person says it who wants it: `improve their résumé` is theirs. */
function mine(text: string): string {
  const own = text
    .replaceAll(/\b(?:their|your|the user[’']s)\b/g, 'my')
    .replaceAll(/\b(?:they|the user) have\b/g, 'I have')
    .replace(/,? and you .*$/s, '');
  return sentence(own);
}

/** One sentence, from a capital to a full stop. */
export function sentence(text: string): string {
  const own = text.trim().replace(/[\s.,;:]+$/, '');
  const whole = (own[0]?.toUpperCase() ?? '') + own.slice(1);
  return /[?!]$/.test(whole) ? whole : `${whole}.`;
}
