/** The words that say that something is written to a path, and their patterns, for the clues of `output-context.ts`. */
import { anyOf } from '../text/any-of.ts';
import { lastSentence } from './path-context.ts';

const WRITES = [
  'save[sd]?',
  'saving',
  'writ(?:e|es|ing|ten)',
  'output(?:s|ting)?',
  'export(?:s|ed|ing)?',
  'generat(?:e|es|ed|ing)',
  'creat(?:e|es|ed|ing)',
  'stor(?:e|es|ed|ing)',
  'add',
  'put',
  'plac(?:e|ed|ing)',
  'emit(?:s|ted)?',
  'dump(?:s|ed)?',
  'produc(?:e|es|ed|ing)',
  'preserve(?:s|d)? (?:(?:it|them|this|that)(?=\\s+(?:to|in|under)\\b)|[^.!?`,]{1,60}(?=\\bas\\b))',
  'append(?:s|ed|ing)?',
  'record(?:s|ed|ing)?',
  'mov(?:e|ed|ing)',
  'extract(?:ed|s)?',
  'renam(?:e|ed|ing)',
  'download(?:s|ed)?',
  'cop(?:y|ies|ied) (?:[^.!?]|\\.\\w){1,60}(?=\\b(?:to|into|as)\\b)',
];
const PLACES = ['to', 'in', 'into', 'as', 'at', 'under', 'inside'];
const DETERMINERS = ['a', 'an', 'the', 'new'];
const FILE_NOUNS = ['files?', 'folder', 'directory', 'path', 'location', 'report', 'results?'];
const CALLED = ['called', 'named', 'such as', 'like'];

const END = '[\\s*_"\'(]*`?$';
const NOUNS = `(?:\\s+${anyOf([...DETERMINERS, ...FILE_NOUNS, ...CALLED])})`;
const WITHIN = '(?:[^.!?:`]|\\.\\w|`[^`]*`){0,60}?';
const OUTPUT = new RegExp(
  `\\b${anyOf(WRITES)}\\b${WITHIN}(?:\\b${anyOf(PLACES)}\\b|→|->|=>)?${NOUNS}{0,3}:?${END}`,
  'i',
);
/** A stricter pattern for folders of documents: "Writing tests: …" says where to read. */
const WRITTEN_DOCUMENT = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
  `\\b${anyOf(WRITES)}\\b${anyOf([
    `(?:\\s+[\\w-]+){0,2}${END}`,
    `${NOUNS}{0,3}(?:\\s+(?:to|as|in))?:${END}`,
    `${WITHIN}\\b${anyOf(PLACES)}${NOUNS}{0,3}:?${END}`,
  ])}`,
  'i',
);

const READING = ['using', 'with', 'via', 'by', 'per', 'through', 'following', 'run', 'running', 'use', 'from', 'see'];
const ABOUT = ['for', 'on', 'of', 'about', 'against'];
const APPLYING = [
  'using',
  'with',
  'via',
  'following',
  'use',
  'per',
  'from',
  'against',
  'apply(?:ing)?',
  'adapt(?:ing)?',
];
const MATCHING = ['matching', 'according to', 'based on', 'as in'];
const DESCRIBED = ['described', 'listed', 'defined', 'documented', 'explained', 'shown', 'specified', 'outlined'];
const FOUND = ['given', 'found', 'provided', 'covered', 'detailed', 'available'];
const LIES = ['lives?', 'lies?', 'resides?', 'sits?'];
/** Text right before a path that is read, run or merely mentioned, so nothing is written there. */
const READ = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
  `${anyOf([
    `\\b${anyOf([...READING, ...ABOUT])}`,
    `\\b${anyOf([...APPLYING, 'like'])}\\s+(?:the|an?|its|our|these)\\s+(?:[\\w-]+\\s+){1,4}(?:in|at|from)`,
    `\\b${anyOf(MATCHING)}\\s+(?:[\\w-]+\\s+){0,5}(?:in|at|from)?`,
    `\\b${anyOf([...DESCRIBED, ...FOUND, ...LIES])}\\s+(?:in|at|by|under)`,
  ])}\\s+[*_"'(]*\`?(?:(?:python3?|node|bash|sh)\\s+)?$`,
  'i',
);

const OPENING = ['read', 'load', 'consult', 'open', 'see', 'follow', 'check'];
const DOCUMENT = ['it', 'this', 'that', 'the (?:file|guide|reference|document)'];
/** An instruction to read the file next, so it exists: "… Read it when". */
export const READ_NEXT = new RegExp(
  `^[\`*_)"']*[.,;:—–-]*\\s*(?:and\\s+|then\\s+)?${anyOf(OPENING)}\\s+${anyOf(DOCUMENT)}\\b`,
  'i',
);

/** "Have been moved to …", "Examples moved to …": already done, so the file exists. */
const DONE = /\b(?:has|have)(?: already| now)? been\s+(?:\w+ly\s+)?$/i;
const MOVED = /^(?:moved|extracted)\b/i;
const ONGOING = /\b(?:is|are|be|being|gets?)\s+(?:\w+ly\s+)?$/i;

/** Verbs after the path, as in Japanese and Chinese: "`…` を作成". */
const CREATED_VERBS = ['作成', '生成', '保存', '出力', '書き込', '创建', '写入', '保存到'];
export const CREATED = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
  `^[\`*_)"'」』]*\\s*(?:を|に|へ)?\\s*[^\\s。、，,\`]{0,4}?${anyOf(CREATED_VERBS)}`,
);

const SEQUENCE = ['then', 'next', 'now', 'first', 'also'];
const CREATE = ['create', 'generate', 'scaffold', 'produce', 'write', 'add'];
const CREATES = ['creates', 'generates', 'scaffolds', 'produces', 'writes'];
const BASED_ON = ['read', 'see', 'using', 'consult', 'load', 'follow', 'based on'];
const CREATING_NOUNS = ['script', 'command', 'tool', 'generator', 'skill', 'workflow', 'plugin', 'agent', 'process'];
const MORE_CREATING_NOUNS = ['scaffold(?:er|ing)?', 'wizard', 'installer', 'setup', 'step', 'phase', 'run', 'template'];
const CREATORS = [
  'it',
  'this',
  `(?:the|this|each|every)\\s+(?:[\\w-]+\\s+)?${anyOf([...CREATING_NOUNS, ...MORE_CREATING_NOUNS])}`,
  'which',
];
/** "Create these files:". */
const CREATE_THESE = `^[\\s>*_#\\d.)-]*(?:${anyOf(SEQUENCE)},?\\s+)?${anyOf(CREATE)}\\b(?![^:]*\\b${anyOf(BASED_ON)}\\b)[^:]{0,80}`;
/** "Files to create:". */
const FILES_TO_CREATE = `\\b(?:files?|folders?|artifacts?)\\s+${anyOf([
  'to\\s+(?:create|generate|write|add)',
  '(?:that are|it)\\s+(?:created|generated|creates|generates)',
  '(?:that\\s+)?(?:are|will be|get)\\s+(?:created|generated|written|added|scaffolded)',
])}\\b[^:]{0,40}`;
/** "Generated files:". */
const CREATED_FILES =
  '^[\\s>*_#\\d.)-]*(?:the\\s+)?(?:created|generated|scaffolded)\\s+(?:files?|folders?|artifacts?|scripts?)\\b[^:]{0,40}';
/** "It generates:". */
const IT_CREATES = `^[\\s>*_-]*${anyOf(CREATORS)}\\s+(?:${anyOf(CREATES)}|will\\s+(?:then\\s+|also\\s+)?${anyOf(CREATE)})\\b[^:.]{0,60}`;
/** The line that introduces a list of files to be created. */
export const LIST_TO_CREATE = new RegExp(
  `${anyOf([CREATE_THESE, FILES_TO_CREATE, CREATED_FILES, IT_CREATES])}:[*_\\s]*$`,
  'i',
);

const MADE = ['created', 'generated', 'written', 'produced', 'downloaded', 'installed', 'fetched', 'cloned', 'built'];
const MADE_WHEN = ['by', 'when', 'on', 'at', 'during', 'after', 'if', 'automatically'];
const BUILT_IN = ['merged', 'assembled', 'overlaid', 'injected', 'filled in'];
/** "Is generated by …", "is copied here when …", "is merged in at build time". */
const IS_CREATED = `(?:is|are|gets?|will be)\\s+(?:then\\s+|auto(?:matically)?[- ]?)?${anyOf([
  `${anyOf(MADE)}\\s+${anyOf([...MADE_WHEN, 'from the (?:internet|network|web)'])}\\b`,
  'copied\\s+(?:here|there|in(?:to place)?)\\s*(?:by|when|on|at|during|from)\\b',
  `${anyOf(BUILT_IN)}\\b[^.;|]{0,40}\\b(?:at|during|by)\\s+(?:the\\s+)?build\\b`,
])}`;
/** "(generated by …)". */
const IN_PARENTHESES = '\\((?:auto-?)?(?:generated|created|downloaded|written|installed)\\b[^)]{0,60}\\)';
/**
 * Text right after a path that says how and when it is created. "Is copied to …" does not count: the original exists.
 */
export const CREATED_LATER = new RegExp(`^[\`*_)"']*\\s+${anyOf([IS_CREATED, IN_PARENTHESES])}`, 'i');

export const OUTPUT_HEADING = /^#{1,6}[^\n]*\b(?:outputs?|artifacts?|deliverables|generated files)\b/i;

/** Returns true if the words before a path say that something is to be written there. */
export function isWritten(clause: string, path: string): boolean {
  const verb = (/^references?\//.test(path) ? WRITTEN_DOCUMENT : OUTPUT).exec(clause);
  if (verb === null) return false;
  const ahead = clause.slice(0, verb.index);
  return !DONE.test(ahead) && !(MOVED.test(verb[0]) && !ONGOING.test(ahead));
}

/** Returns the part of a sentence that refers to the path: "for exporting tables, consult `…`" writes nothing there. */
export function lastClause(before: string): string {
  const sentence = lastSentence(before.slice(before.lastIndexOf('|') + 1));
  if (READ.test(sentence)) return '';
  const read = [...sentence.matchAll(/\b(?:consult|see|read|refer to|follow)\b/gi)].at(-1);
  return read ? sentence.slice(read.index) : sentence;
}
