/** The nouns for bundled files, the kind of file that each means, and how surely it means one. */
import type { MentionKind } from '../model/model.ts';
import { anyOf } from '../text/any-of.ts';

export interface FileNoun {
  /** Source of a regular expression. */
  readonly noun: string;
  readonly what: Extract<MentionKind, 'document' | 'script' | 'template'>;
  /**
   * `sure`: usually a file. `plain`: a file only if the words around it say so. `faint`: only if the words with it are
   * exactly the name of a file.
   */
  readonly strength: 'sure' | 'plain' | 'faint';
  /** True if it means a file to read or run, whatever the subject. Outside SKILL.md, only these count. */
  readonly isText?: true;
  /** The clue of the judge that it belongs to: a text to read, or a word that rarely means a file. */
  readonly clue?: 'guide' | 'rules';
  /** Words that end in it, its test. */
  readonly example: string;
}

export const FILE_NOUNS: readonly FileNoun[] = [
  { noun: 'templates?', what: 'template', strength: 'sure', isText: true, example: 'the report template' },
  { noun: 'skeletons?', what: 'template', strength: 'sure', example: 'the report skeleton' },
  { noun: 'boilerplate', what: 'template', strength: 'sure', example: 'the report boilerplate' },
  { noun: 'scaffold', what: 'template', strength: 'sure', example: 'the report scaffold' },
  { noun: 'scripts?', what: 'script', strength: 'sure', isText: true, example: 'the setup script' },
  { noun: 'helpers?', what: 'script', strength: 'sure', example: 'the setup helper' },
  { noun: 'validator', what: 'script', strength: 'sure', example: 'the form validator' },
  { noun: 'verifier', what: 'script', strength: 'sure', example: 'the form verifier' },
  { noun: 'generator', what: 'script', strength: 'sure', example: 'the form generator' },
  { noun: 'utilit(?:y|ies)', what: 'script', strength: 'sure', example: 'the setup utility' },
  { noun: 'guides?', what: 'document', strength: 'sure', isText: true, clue: 'guide', example: 'the user guide' },
  {
    noun: 'guidelines?',
    what: 'document',
    strength: 'sure',
    isText: true,
    clue: 'rules',
    example: 'the tone guidelines',
  },
  { noun: 'manuals?', what: 'document', strength: 'sure', isText: true, clue: 'guide', example: 'the user manual' },
  {
    noun: 'handbooks?',
    what: 'document',
    strength: 'sure',
    isText: true,
    clue: 'guide',
    example: 'the staff handbook',
  },
  {
    noun: 'cheat ?sheets?',
    what: 'document',
    strength: 'sure',
    isText: true,
    clue: 'guide',
    example: 'the SQL cheat sheet',
  },
  { noun: 'references?', what: 'document', strength: 'sure', clue: 'guide', example: 'the field reference' },
  { noun: 'documentation', what: 'document', strength: 'sure', example: 'the field documentation' },
  { noun: 'docs', what: 'document', strength: 'sure', example: 'the field docs' },
  {
    noun: 'playbooks?',
    what: 'document',
    strength: 'sure',
    isText: true,
    clue: 'guide',
    example: 'the incident playbook',
  },
  {
    noun: 'runbooks?',
    what: 'document',
    strength: 'sure',
    isText: true,
    clue: 'guide',
    example: 'the incident runbook',
  },
  {
    noun: 'checklists?',
    what: 'document',
    strength: 'sure',
    isText: true,
    clue: 'guide',
    example: 'the release checklist',
  },
  { noun: 'glossary', what: 'document', strength: 'sure', example: 'the billing glossary' },
  { noun: 'faq', what: 'document', strength: 'sure', example: 'the billing FAQ' },
  { noun: 'rulebook', what: 'document', strength: 'sure', example: 'the billing rulebook' },
  { noun: 'specifications?', what: 'document', strength: 'sure', clue: 'rules', example: 'the field specification' },
  { noun: 'spec', what: 'document', strength: 'sure', clue: 'rules', example: 'the field spec' },
  { noun: 'overview', what: 'document', strength: 'sure', example: 'the field overview' },
  {
    noun: 'tutorials?',
    what: 'document',
    strength: 'sure',
    isText: true,
    clue: 'guide',
    example: 'the setup tutorial',
  },
  { noun: 'walkthroughs?', what: 'document', strength: 'sure', isText: true, example: 'the setup walkthrough' },
  { noun: 'catalog', what: 'document', strength: 'sure', example: 'the signal catalog' },
  { noun: 'rubric', what: 'document', strength: 'sure', example: 'the grading rubric' },
  { noun: 'files?', what: 'document', strength: 'plain', clue: 'rules', example: 'the rates file' },
  { noun: 'documents?', what: 'document', strength: 'plain', clue: 'rules', example: 'the rates document' },
  { noun: 'patterns?', what: 'document', strength: 'plain', clue: 'rules', example: 'the retry patterns' },
  { noun: 'matrix', what: 'document', strength: 'plain', clue: 'rules', example: 'the version matrix' },
  { noun: 'standards?', what: 'document', strength: 'plain', clue: 'rules', example: 'the naming standards' },
  { noun: 'conventions?', what: 'document', strength: 'plain', clue: 'rules', example: 'the naming conventions' },
  { noun: 'notes', what: 'document', strength: 'plain', clue: 'rules', example: 'the rounding notes' },
  { noun: 'rules', what: 'document', strength: 'plain', clue: 'rules', example: 'the billing rules' },
  { noun: 'polic(?:y|ies)', what: 'document', strength: 'plain', clue: 'rules', example: 'the access policy' },
  { noun: 'materials?', what: 'document', strength: 'plain', example: 'the training materials' },
  { noun: 'resources?', what: 'document', strength: 'plain', example: 'the training resources' },
  { noun: 'examples?', what: 'document', strength: 'plain', example: 'the query examples' },
  { noun: 'instructions', what: 'document', strength: 'plain', example: 'the setup instructions' },
  { noun: 'sheet', what: 'document', strength: 'faint', example: 'our yearly rates sheet' },
  { noun: 'page', what: 'document', strength: 'faint', example: 'the yearly rates page' },
  { noun: 'appendi(?:x|ces)', what: 'document', strength: 'faint', example: 'the yearly rates appendix' },
  { noun: 'table', what: 'document', strength: 'faint', example: 'the yearly rates table' },
  { noun: 'list', what: 'document', strength: 'faint', example: 'the yearly rates list' },
  { noun: 'primer', what: 'document', strength: 'faint', example: 'the yearly rates primer' },
  { noun: 'cookbook', what: 'document', strength: 'faint', example: 'the yearly rates cookbook' },
  { noun: 'article', what: 'document', strength: 'faint', example: 'the yearly rates article' },
  { noun: 'schema', what: 'document', strength: 'faint', example: 'the yearly rates schema' },
  { noun: 'tool', what: 'script', strength: 'faint', example: 'the form check tool' },
  { noun: 'program', what: 'script', strength: 'faint', example: 'the form check program' },
  { noun: 'checker', what: 'script', strength: 'faint', example: 'the form field checker' },
  { noun: 'form', what: 'template', strength: 'faint', example: 'the travel costs form' },
  { noun: 'sample', what: 'template', strength: 'faint', example: 'the travel costs sample' },
  { noun: 'layout', what: 'template', strength: 'faint', example: 'the travel costs layout' },
  { noun: 'starter', what: 'template', strength: 'faint', example: 'the travel costs starter' },
];

const sourceOf = (chosen: (noun: FileNoun) => boolean): string =>
  anyOf(FILE_NOUNS.filter(chosen).map(({ noun }) => noun));

/** Nouns that usually mean a file. */
export const SURE_NOUN = sourceOf(({ strength }) => strength === 'sure');
/** Nouns that mean a file only if the words around them say so. */
export const PLAIN_NOUN = sourceOf(({ strength }) => strength === 'plain');
/** Nouns that mean a file only with exactly the words of its name. */
export const FAINT_NOUN = sourceOf(({ strength }) => strength === 'faint');
export const NOUN = anyOf([SURE_NOUN, PLAIN_NOUN]);
/** Nouns that mean a file to read or run, whatever the subject. Outside SKILL.md, only these count. */
export const TEXT_NOUN = new RegExp(`\\b${sourceOf(({ isText }) => isText === true)}\\b`, 'i');

/** Returns a pattern for phrases that end in a noun of one clue. */
export const endsInNounOf = (clue: 'guide' | 'rules'): RegExp =>
  new RegExp(`\\b${sourceOf((one) => one.clue === clue)}$`, 'i');

const KINDS = (['template', 'script'] as const).map((what) => ({
  what,
  pattern: new RegExp(`\\b${sourceOf((one) => one.what === what)}$`, 'i'),
}));

/** Returns the kind of file meant by a phrase that ends in one of the nouns. */
export const nounOf = (phrase: string): FileNoun['what'] =>
  KINDS.find(({ pattern }) => pattern.test(phrase))?.what ?? 'document';

const FAINT = new RegExp(`\\b${FAINT_NOUN}$`, 'i');

/** Returns true if a phrase ends in a noun that means a file only with exactly the words of its name. */
export const isFaint = (phrase: string): boolean => FAINT.test(phrase);
