/** Finds the shell commands in the body of a skill, and tells whether the body itself runs them. */
import { splitSections } from '../markdown/sections.ts';
import type { Range } from '../model/model.ts';
import { type ShellCommand, shellCommands } from './shell-commands.ts';

/**
 * The use of a command in a body: a client runs it while it loads the skill (`` !`…` ``), an instruction says to run it, or a
 * fence shows it.
 */
export type CommandUse = 'loading' | 'told' | 'shown';

export interface BodyCommand extends ShellCommand {
  readonly use: CommandUse;
  readonly inFence: boolean;
  /** The text from the first to the last word, as written. */
  readonly text: string;
}

const SHELLS: ReadonlySet<string> = new Set('bash sh shell zsh console terminal shell-session'.split(' '));
/** Maximum number of commands, of characters in a line of prose, and of characters that are searched for a line before a fence. */
const MAX_COMMANDS = 1000;
const MAX_LINE = 2000;
const MAX_BEFORE = 400;

const AT_LOADING = /(?<=^|\s)!`([^`\n]{1,1000})`/g;
/** The beginning of a line or an item, up to its first word. What comes later in it often depends on what it says before. */
const START = String.raw`^[ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?:\[[ x]\][ \t]+)?(?:\*\*[^*\n]{1,60}\*\*:?[ \t]*(?:[-–—:][ \t]*)?)?`;
const ADVERB = String.raw`(?:(?:then|first|next|now|finally|always|also|immediately),?[ \t]+)?`;
/** An imperative: "Run `npm test`", "Then execute: `npm test`". */
const RUN = new RegExp(`${START}${ADVERB}(?:re-?run|run|execute):?[ \\t]+\`([^\`\\n]{1,400})\``, 'gi');
/** A line that introduces a fence: "Run the checks:", with the character after the verb. */
const INTRODUCES = new RegExp(`${START}${ADVERB}(?:re-?run|run|execute)(?:[ \\t]*(\\S))[^.!?\\n]{0,120}$`, 'i');
/** A line about what others do, or what must not be done. */
const NOT_OWN =
  /\b(?:never|not|don't|user|you may|optional(?:ly)?|if|unless|instead|e\.g\.|example|manually|either)\b/i;
/** Sections whose commands a person runs once, or that show other commands. */
const OTHER_SECTION =
  /\b(?:install\w*|prerequisites?|requirements?|requires|set-?up|troubleshooting|examples?|contribut\w+|anti-?patterns?|mistakes?|development|dependencies)\b/i;

/** Returns the commands of a body in order. */
export function bodyCommands(text: string, bodyStart: number): readonly BodyCommand[] {
  const found: BodyCommand[] = [];
  const add = (source: string, at: number, use: CommandUse, inFence: boolean): void => {
    for (const { words, range } of shellCommands(source)) {
      if (found.length >= MAX_COMMANDS) return;
      const [start, end] = [at + range.start, at + range.end];
      found.push({ words, range: { start, end }, use, inFence, text: text.slice(start, end) });
    }
  };
  let isOther = false;
  for (const section of splitSections(text, bodyStart)) {
    const heading = /^#{1,6}[ \t]+([^\n]{0,200})/.exec(text.slice(section.start, section.start + 220));
    // What a subsection does not say, the section above does.
    if (heading !== null) isOther = OTHER_SECTION.test(heading[1] ?? '') || (isOther && /^#{3,6}/.test(heading[0]));
    for (const { start, content, language } of section.fences) {
      const source = text.slice(content.start, content.end);
      if (language.startsWith('!')) add(source, content.start, 'loading', true);
      else if (SHELLS.has(language)) {
        const isTold = !isOther && isIntroduced(text, section.start, start);
        for (const part of typedParts(source))
          add(part.text, content.start + part.start, isTold ? 'told' : 'shown', true);
      }
    }
    for (const { start, line } of proseLines(text, section.start, section.end, section.fences)) {
      if (line.includes('!`'))
        for (const match of line.matchAll(AT_LOADING)) add(match[1] ?? '', start + match.index + 2, 'loading', false);
      if (isOther || !/run|execute/i.test(line)) continue;
      for (const match of line.matchAll(RUN)) {
        const rest = line.slice(match.index + match[0].length).split(/[.!?](?:\s|$)/, 1)[0] ?? '';
        const code = match[1] ?? '';
        if (NOT_OWN.test(match[0].slice(0, -code.length - 1)) || /\b(?:if|or|unless|optional)\b/i.test(rest)) continue;
        add(code, start + match.index + match[0].length - code.length - 1, 'told', false);
      }
    }
  }
  return found.sort((a, b) => a.range.start - b.range.start);
}

/** True if the last line before a fence tells to run what is in it. */
function isIntroduced(text: string, from: number, fence: number): boolean {
  const before = text.slice(Math.max(from, fence - MAX_BEFORE), fence).trimEnd();
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const next = INTRODUCES.exec(line)?.[1];
  // "Run NAME as a server:" says what the fence is about.
  return next !== undefined && !/[A-Z]/.test(next) && /:\**$/.test(line) && !NOT_OWN.test(line);
}

/** Yields the parts of a fence that a person types: the lines after `$ ` if it has such, and else all of it. */
function* typedParts(source: string): Iterable<{ readonly text: string; readonly start: number }> {
  if (!/^[ \t]*\$ /m.test(source)) return yield { text: source, start: 0 };
  for (const match of source.matchAll(/^[ \t]*\$ ([^\n]*)$/gm))
    yield { text: match[1] ?? '', start: match.index + match[0].length - (match[1] ?? '').length };
}

/** Yields the lines of a section outside of its fences and comments. */
function* proseLines(
  text: string,
  from: number,
  to: number,
  fences: readonly Range[],
): Iterable<{ readonly start: number; readonly line: string }> {
  let next = 0;
  let inComment = false;
  for (let start = from; start < to; ) {
    while ((fences[next]?.end ?? to) <= start && next < fences.length) next++;
    const fence = fences[next];
    if (fence !== undefined && fence.start <= start) {
      start = fence.end;
      continue;
    }
    const newline = text.indexOf('\n', start);
    const end = newline < 0 || newline >= to ? to : newline;
    const line = text.slice(start, Math.min(end, start + MAX_LINE));
    const opens = line.lastIndexOf('<!--');
    if (!inComment && opens < 0) yield { start, line };
    else inComment = Math.max(opens, inComment ? 0 : -1) >= 0 && line.indexOf('-->', Math.max(0, opens)) < 0;
    start = end + 1;
  }
}
