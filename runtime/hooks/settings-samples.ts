/** Settings files of clients for tests, with the peculiarities that a change must keep. */

const theirs = '{"matcher":"Bash","hooks":[{"type":"command","command":"echo hi"}]}';

/** Settings as users have them, by what is special about them. */
export const SETTINGS: Readonly<Record<string, string>> = {
  'an empty file': '',
  'blanks only': ' \n\n',
  'an empty object': '{}',
  'an empty object over lines': '{\n}\n',
  'an object with a comment alone': '{ /* none */ }',
  'one line': '{"model":"x"}',
  'no newline at the end': '{\n  "model": "x"\n}',
  tabs: '{\n\t"model": "x",\n\t"env": {\n\t\t"A": "b"\n\t}\n}\n',
  'four blanks': '{\n    "model": "x"\n}\n',
  'Windows line ends': '{\r\n  "model": "x"\r\n}\r\n',
  'a byte order mark': '\uFEFF{\n  "model": "x"\n}\n',
  comments: '{\n  // mine\n  "model": "x", // why\n  /* all */ "a": [1, 2]\n}\n',
  'a comment at the end': '{\n  "model": "x" // last\n}\n// end',
  'a trailing comma': '{\n  "model": "x",\n}\n',
  'an empty hooks object': '{\n  "hooks": {}\n}\n',
  'an empty list': '{\n  "hooks": { "PreToolUse": [] }\n}\n',
  'hooks of others': `{\n  "hooks": {\n    "PreToolUse": [${theirs}],\n    "Notification": [${theirs}]\n  },\n  "z": 1\n}\n`,
  'hooks of others, trailing commas': `{\n  "hooks": {\n    "PreToolUse": [\n      ${theirs}, // keep\n    ],\n  },\n}\n`,
  'a key twice': '{"a": 1, "a": 2}',
  'letters of other languages': '{"名前": "茶", "emoji": "🍵"}',
};
