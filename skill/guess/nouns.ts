/** The nouns for bundled files, as sources of regular expressions, and the kind of file that each means. */
import type { MentionKind } from '../model/model.ts';
import { anyOf } from '../text/any-of.ts';

const TEMPLATES = ['templates?', 'skeletons?', 'boilerplate', 'scaffold'];
const SCRIPTS = ['scripts?', 'helpers?', 'validator', 'verifier', 'generator', 'utilit(?:y|ies)'];
const GUIDES = [
  'guides?',
  'guidelines?',
  'manual',
  'handbook',
  'cheat ?sheets?',
  'references?',
  'documentation',
  'docs',
];
const LISTS = ['playbooks?', 'runbooks?', 'checklists?', 'glossary', 'faq', 'rulebook'];
const TEXTS = ['specifications?', 'spec', 'overview', 'tutorial', 'walkthrough', 'catalog', 'rubric'];
const FILES = ['files?', 'documents?', 'patterns?', 'matrix', 'standards?', 'conventions?', 'notes', 'rules'];
const CONTENTS = ['polic(?:y|ies)', 'materials?', 'resources?', 'examples?', 'instructions'];

/** Nouns that usually mean a file. */
export const SURE_NOUN = anyOf([...TEMPLATES, ...SCRIPTS, ...GUIDES, ...LISTS, ...TEXTS]);
/** Nouns that mean a file only if the words around them say so. */
export const PLAIN_NOUN = anyOf([...FILES, ...CONTENTS]);
export const NOUN = anyOf([SURE_NOUN, PLAIN_NOUN]);

const TEMPLATE = new RegExp(`\\b${anyOf(TEMPLATES)}$`, 'i');
const SCRIPT = new RegExp(`\\b${anyOf(SCRIPTS)}$`, 'i');

/** Returns the kind of file meant by a phrase that ends in one of the nouns. */
export function nounOf(phrase: string): MentionKind {
  return TEMPLATE.test(phrase) ? 'template' : SCRIPT.test(phrase) ? 'script' : 'document';
}
