/** One entry of the word list: a pattern, and a sentence before and after. Both sentences are the entry's test. */
export interface AvoidedWord {
  /** Matches in comments, strings, identifiers and Markdown, ignoring case. */
  readonly pattern: RegExp;
  /** What to write instead, for the error message. */
  readonly instead: string;
  readonly wrong: string;
  readonly right: string;
}

/** Words and phrases that sound translated, archaic or ambiguous, with the conventional alternative. */
export const AVOIDED_WORDS: readonly AvoidedWord[] = [
  {
    pattern: /\/\*\*\s*(?:\*\s*)?(?:Whether|What|Which|Where|Who|How|As|So that|Those|Nothing)\b/g,
    instead: '"Returns …", "Reads …", "True if …" or a noun phrase at the start of a doc comment',
    wrong: '/** Whether the file exists. */',
    right: '/** Returns true if the file exists. */',
  },
  {
    pattern: /\b(?:anew|afresh)\b/gi,
    instead: 'again, from scratch',
    wrong: 'The index is built anew.',
    right: 'The index is rebuilt from scratch.',
  },
  {
    pattern: /\b(?:whoever|whosoever)\b/gi,
    instead: 'the caller, the reader, anyone who',
    wrong: 'Whoever calls it closes the stream.',
    right: 'The caller closes the stream.',
  },
  {
    pattern: /\b(?:whence|thereby|therein|thereof|hereby)\b/gi,
    instead: 'from which, so, in it, of it',
    wrong: 'The file whence it came.',
    right: 'The file from which it came.',
  },
  {
    pattern: /\bwherever\b/gi,
    instead: 'if, whenever, in every place where',
    wrong: 'Wherever a name is too long, it is cut.',
    right: 'If a name is too long, it is truncated.',
  },
  {
    // `ViewColumn.Beside` is a value of VS Code's API.
    pattern: /(?<!\bViewColumn\.)\bbeside\b/gi,
    instead: 'next to, alongside, in addition to, compared with',
    wrong: 'The cost of a run beside that of a check.',
    right: 'The cost of a run compared with that of a check.',
  },
  {
    pattern:
      /\b(?:stands?|stood|standing) (?:there|in|under|at|on|behind|before|between|above|below|twice|first|last)\b/gi,
    instead: 'is, appears, is listed, is stored',
    wrong: 'The field stands there twice.',
    right: 'The field appears twice.',
  },
  {
    pattern: /\b(?:lies?|lay) (?:in|under|at|outside|there|beneath|between|above|below|behind)\b/gi,
    instead: 'is, is in, is located in',
    wrong: 'The file lies in another folder.',
    right: 'The file is in another folder.',
  },
  {
    pattern:
      /\b(?:told (?:from|by|apart|that|of|how|what|where|when|to)|(?:is|are|was|were|be|been|being|gets?) told)\b/gi,
    instead: 'notified, reported, configured, distinguished, determined',
    wrong: 'The page is told of each change.',
    right: 'The page is notified of each change.',
  },
  {
    pattern: /\b(?:go|goes|going|went|gone) on\b/gi,
    instead: 'continue, proceed, resume',
    wrong: 'The run goes on after the answer.',
    right: 'The run continues after the answer.',
  },
  {
    pattern: /\b(?:nobody|somebody)\b/gi,
    instead: 'no one, a user, nothing else',
    wrong: 'A file that nobody reads.',
    right: 'A file that nothing reads.',
  },
  {
    pattern: /\bat once\b/gi,
    instead: 'immediately, simultaneously, in one step',
    wrong: 'The process ends at once.',
    right: 'The process exits immediately.',
  },
  {
    pattern: /\bbegun\b/gi,
    instead: 'started',
    wrong: 'A run that was begun.',
    right: 'A run that was started.',
  },
  {
    pattern: /\b(?:hears?|heard)\b/gi,
    instead: 'receives, is notified, records',
    wrong: 'The server hears of the change.',
    right: 'The server is notified of the change.',
  },
  {
    pattern: /\b(?:in vain|by heart|for ever|for evermore)\b/gi,
    instead: 'without success, cached, forever',
    wrong: 'The model asks for ever.',
    right: 'The model retries forever.',
  },
  {
    pattern: /\b(?:dearest|dearer)\b/gi,
    instead: 'most expensive, more expensive',
    wrong: 'The dearest call comes first.',
    right: 'The most expensive call comes first.',
  },
  {
    pattern: /\b(?:lets? go|letting go)\b/gi,
    instead: 'release, drop',
    wrong: 'The lock is let go.',
    right: 'The lock is released.',
  },
  {
    pattern: /\b(?:heed|heeds|heeded|heedless)\b/gi,
    instead: 'follow, obey, ignore',
    wrong: 'A model that never heeds the error.',
    right: 'A model that ignores the error.',
  },
  {
    pattern: /\bhand(?:s|ed|ing)? (?:over|on)\b/gi,
    instead: 'pass, forward',
    wrong: 'The key is handed over to the process.',
    right: 'The key is passed to the process.',
  },
  {
    pattern: /\b(?:puts?|putting) (?:right|aside)\b/gi,
    instead: 'fix, skip, defer',
    wrong: 'The cause was put right.',
    right: 'The cause was fixed.',
  },
  {
    pattern: /\b(?:seldom|aught|naught|lest|albeit|nay)\b/gi,
    instead: 'rarely, anything, nothing, so that … not, although',
    wrong: 'The cache is seldom cold.',
    right: 'The cache is rarely cold.',
  },
];
