/** The topics of words near a path, and the words of each topic. */

/** A topic is one bit. */
export const SHOWS = 1 << 0;
export const FUTURE = 1 << 1;
export const MADE = 1 << 2;
export const PROJECT = 1 << 3;
export const PLACED = 1 << 4;
export const BUNDLED = 1 << 5;
export const SENDS = 1 << 6;
export const LISTING = 1 << 7;
export const LAYOUT = 1 << 8;
export const ARROW = 1 << 9;
/** Two consecutive characters of a script other than Latin. */
export const OTHER_SCRIPT = 1 << 10;
/** A colon between two words, or the word skill. Without one of them, no other skill is named. */
export const MAY_NAME_SKILL = 1 << 11;
/** Two positions that may be the `/` or the extension of a path. */
export const MAY_NAME_PATHS = 1 << 12;

/** Words by topic. Each must start with three literal characters at the start of a word, and end at the end of one. */
export const WORDS: readonly (readonly [topic: number, end: string, words: readonly string[]])[] = [
  [
    SHOWS,
    '(?![\\w-])',
    [
      'examples?',
      'e\\.g\\.',
      'such as',
      'for instance',
      'samples?',
      'illustrat\\w+',
      'hypothetical',
      'anti-?patterns?',
      'bad',
      'good',
      'wrong',
      'invalid',
      'before:',
      'after:',
      'instead of',
      'rather than',
      'imagine',
      'suppose',
    ],
  ],
  [
    FUTURE,
    '\\b',
    [
      'future',
      'planned',
      'todo',
      'not yet',
      'coming soon',
      'possible additions?',
      'roadmap',
      'candidates?',
      'optional(?:ly)?',
      'if (?:it )?(?:exists?|present|available)',
      'when present',
      'removed',
      'deleted',
      'deprecated',
      'archived',
      'legacy',
      'retired',
      'superseded',
      'previously',
      'formerly',
      'not (?:included|shipped|bundled|implemented)',
      'missing',
      'if any',
    ],
  ],
  [
    MADE,
    '\\b',
    [
      'creat(?:e[sd]?|ing)',
      'writ(?:e[sn]?|ing)',
      'sav(?:e[sd]?|ing)',
      'generat(?:e[sd]?|ing)',
      'outputs?',
      'produc(?:e[sd]?|ing)',
      'log(?:s|ged)?',
      'export(?:s|ed)?',
      'persist(?:s|ed)?',
      'scaffold(?:s|ed|ing)?',
      'append(?:s|ed)?',
      'stor(?:e[sd]?|ing)',
      'record(?:s|ed)?',
    ],
  ],
  [
    PROJECT,
    '\\b',
    [
      'your',
      "user['’]?s?",
      'projects?',
      'repo(?:sitory|sitories)?',
      'codebase',
      'workspace',
      'app(?:lication)?',
      'vault',
      'target',
      'CI',
    ],
  ],
  [
    PLACED,
    '\\b',
    [
      'cop(?:y|ies|ied|ying)',
      'install(?:s|ed|ing)?',
      'deploy(?:s|ed)?',
      'download(?:s|ed)?',
      'clon(?:e[sd]?|ing)',
      'symlink(?:s|ed)?',
      'sync(?:s|ed)?',
      'mirror(?:s|ed)?',
    ],
  ],
  [
    BUNDLED,
    '\\b',
    [
      'this skill',
      "the skill['’]?s?",
      'bundled',
      'skill director(?:y|ies)',
      'skill folder',
      'included',
      'provided',
      'ships?',
      'shipped',
    ],
  ],
  [
    SENDS,
    '\\b',
    [
      'read',
      'load',
      'see',
      'open',
      'consult',
      'follow',
      'refer to',
      'review',
      'check',
      'use',
      'using',
      'run',
      'execute',
      'details?',
      'documented',
      'described',
      'defined',
      'full',
      'complete',
      'more',
    ],
  ],
  [
    LISTING,
    '\\b',
    [
      'references?',
      'resources?',
      'related',
      'see also',
      'further reading',
      'bundled',
      'files?',
      'links?',
      'documentation',
      'contents?',
      'index',
      'scripts?',
      'assets?',
      'templates?',
      'next steps',
    ],
  ],
  [
    LAYOUT,
    '\\b',
    [
      'structure',
      'layout',
      'tree',
      'director(?:y|ies)',
      'outputs?',
      'artifacts?',
      'examples?',
      'architecture',
      'organization',
      'anatomy',
    ],
  ],
  [MAY_NAME_SKILL, '\\b', ['skills?']],
];
