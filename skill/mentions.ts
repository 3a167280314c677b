/** Prose that names a bundled thing without its path. */
import type { ParsedBlock } from './blocks.ts';
import { guessPaths } from './guess-paths.ts';
import type { Mention, MentionKind } from './model.ts';

const DOCUMENT =
  'guides?|manual|handbook|cheat ?sheets?|references?|documentation|docs|playbook|runbook|checklists?|glossary|faq|policy|policies|rules|instructions|specification|schema|examples?';
const TEMPLATE = 'templates?|skeletons?|boilerplate|starter|scaffold';
const SCRIPT = 'scripts?|helper|utility|validator|verifier|checker|generator|tool';
const VERB =
  'see|read|consult|follow|check|open|load|review|refer to|use|using|run|running|execute|invoke|call|apply|copy|start from|fill in|pick|choose|look at|study';
const IMPERATIVE = new RegExp(
  `\\b(?:${VERB})\\s+((?:the|this|our|its|your|matching|relevant|provided|included|bundled|appropriate)\\s+(?:[\\w-]+\\s+){0,3}?(${DOCUMENT}|${TEMPLATE}|${SCRIPT}))\\b`,
  'gi',
);
const SIGN = new RegExp(`\\b(?:${DOCUMENT}|${TEMPLATE}|${SCRIPT})\\b`, 'i');

/** The mentions of a block; `prose` is its text with link targets, HTML and fences blanked out, `offset` where it stands. */
export function findMentions(prose: string, offset: number, _parsed: ParsedBlock): readonly Mention[] {
  if (!SIGN.test(prose)) return [];
  const mentions: Mention[] = [];
  for (const match of prose.matchAll(IMPERATIVE)) {
    const words = match[1] ?? '';
    const noun = match[2] ?? '';
    const start = offset + match.index + match[0].length - words.length;
    const what: MentionKind = new RegExp(`^(?:${TEMPLATE})$`, 'i').test(noun)
      ? 'template'
      : new RegExp(`^(?:${SCRIPT})$`, 'i').test(noun)
        ? 'script'
        : 'document';
    const text = words;
    mentions.push({
      kind: 'mention',
      what,
      range: { start, end: start + words.length },
      text,
      guesses: guessPaths(what, words),
    });
  }
  return mentions;
}
