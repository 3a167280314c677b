/** The nouns for bundled files, as sources of regular expressions, and the kind of file that each means. */
import type { MentionKind } from '../model/model.ts';

const TEMPLATES = 'templates?|skeletons?|boilerplate|scaffold';
const SCRIPTS = 'scripts?|helpers?|validator|verifier|generator|utilit(?:y|ies)';
const DOCUMENTS =
  'guides?|guidelines?|manual|handbook|cheat ?sheets?|references?|documentation|docs|playbooks?|runbooks?|checklists?|glossary|faq|rulebook|specifications?|spec|overview|tutorial|walkthrough|catalog|rubric';

/** Nouns that usually mean a file. */
export const SURE_NOUN = `${TEMPLATES}|${SCRIPTS}|${DOCUMENTS}`;
/** Nouns that mean a file only if the words around them say so. */
export const PLAIN_NOUN =
  'files?|documents?|patterns?|matrix|standards?|conventions?|notes|rules|polic(?:y|ies)|materials?|resources?|examples?|instructions';
export const NOUN = `${SURE_NOUN}|${PLAIN_NOUN}`;

const TEMPLATE = new RegExp(`\\b(?:${TEMPLATES})$`, 'i');
const SCRIPT = new RegExp(`\\b(?:${SCRIPTS})$`, 'i');

/** Returns the kind of file meant by a phrase that ends in one of the nouns. */
export function nounOf(phrase: string): MentionKind {
  return TEMPLATE.test(phrase) ? 'template' : SCRIPT.test(phrase) ? 'script' : 'document';
}
