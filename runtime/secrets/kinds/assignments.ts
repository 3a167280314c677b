/** Finds values after the name of a secret, in the syntaxes of shells, languages, configuration files and messages. Pure. */
import { secretName } from './names.ts';
import { type Certainty, isPlaceholder, isSecretValue } from './values.ts';

/** A secret in a text, in UTF-16 units. */
export interface FoundSecret {
  readonly start: number;
  readonly end: number;
  /** Id of the kind or syntax that found it. */
  readonly kind: string;
}

/** A name in a text. */
interface Place {
  readonly text: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A way to write a name and its value. */
export interface AssignmentSyntax {
  readonly id: string;
  /** Sticky: what is between the name and the value, without the value's quote. */
  readonly between: RegExp;
  /** Returns false if the text around the name is not of this syntax. */
  readonly accepts?: (place: Place) => boolean;
  /** True if the value must be quoted. */
  readonly isQuoted?: boolean;
  /** Returns the certainty that a value without quotes, after the name of a secret, is one. */
  readonly bare: (place: Place, between: string) => Certainty;
  /** True if the syntax occurs in lists and prose, so that short values are none. */
  readonly isWeak?: boolean;
  /** The same for a value in quotes; by default `certain`. */
  readonly quoted?: Certainty;
  /** Texts with `VALUE`, and with `NAME` if any name of a secret can be there. */
  readonly examples: readonly string[];
}

const isCapitals = (name: string): boolean => /^[A-Z][A-Z\d_]{2,}$/.test(name);

/** Commands that set a variable or option without a sign between its name and its value. */
const SETTERS =
  /(?:\b(?:setx|setenv|configure set|config(?: --?\w+){0,3}(?: set)?|secrets?:? (?:set|put|create|add)|env add|variables? set)|(?:^|\n|\\n)[ \t]{0,8}ENV)[ \t]+(?:[\w./:-]{1,80}[.:])?$/;

/** All syntaxes; the first that matches counts. A quote may be escaped several times, as in JSON within JSON. */
export const SYNTAXES: readonly AssignmentSyntax[] = [
  {
    id: 'pair',
    between:
      /(?:\\{0,8}["'`])?(?:,|\r?\n|\\n|[ \t]){1,3}[ \t]{0,40}(?:\\{0,8}["'])?[Vv]alue(?:\\{0,8}["'])?[ \t]{0,3}[:=][ \t]{0,3}/y,
    accepts: ({ text, start }) => /(?:name|key)\W{1,12}$/i.test(text.slice(Math.max(0, start - 20), start)),
    bare: () => 'likely',
    examples: [
      '{"name": "NAME", "value": "VALUE"}',
      '- name: NAME\n  value: VALUE',
      '<add key="NAME" value="VALUE"/>',
      '<input name="NAME" value="VALUE">',
    ],
  },
  {
    id: 'default',
    between: /(?::-|[ \t]{0,3}(?:\|\||\?\?))[ \t]{0,3}/y,
    bare: () => 'likely',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of shells
    examples: ['url=${NAME:-VALUE}', "const a = process.env.NAME ?? 'VALUE'"],
  },
  {
    id: 'assignment',
    between:
      /(?:\\{0,8}["'`])?[\])]?(?:[ \t]{0,3}:[ \t]{0,3}[A-Za-z][\w.<>| ]{0,30}?[ \t]=[ \t]|[ \t]{0,3}(?:[:?+]{0,2}=(?![=~>])|=>)[ \t]{0,3})(?:\r?\n[ \t]{0,40}(?=["']))?/y,
    bare: ({ name }, between) =>
      name.startsWith('-') || (isCapitals(name) && !/\s/.test(between)) ? 'certain' : 'likely',
    examples: [
      'NAME=VALUE',
      'export NAME=VALUE',
      'NAME="VALUE"',
      "NAME = 'VALUE'",
      'set NAME=VALUE',
      '$env:NAME = "VALUE"',
      'docker run -e NAME=VALUE image',
      'docker build --build-arg NAME=VALUE .',
      "os.environ['NAME'] = 'VALUE'",
      'os.environ[\\"NAME\\"] = \\"VALUE\\"',
      'name: str = "VALUE"'.replace('name', 'NAME'),
      "'NAME' => 'VALUE',",
      'curl -d "a=b&NAME=VALUE&c=d" h',
      '[auth]\nNAME = VALUE\n',
      '{"command": "export NAME=VALUE\\nls"}',
      'kubectl create secret generic x --from-literal=NAME=VALUE',
    ],
  },
  {
    id: 'field',
    between: /(?:\\{0,8}["'`])?\]?\*{0,2}[ \t]{0,3}:(?![:=])\*{0,2}[ \t]{0,8}(?:\r?\n[ \t]{0,40}(?=["']))?/y,
    // The user of an address.
    accepts: ({ text, start }) => !text.startsWith('//', start - 2),
    bare: () => 'likely',
    examples: [
      'NAME: VALUE',
      '{"NAME": "VALUE"}',
      "{'NAME': 'VALUE'}",
      '{\\"NAME\\": \\"VALUE\\"}',
      '{\\\\\\"NAME\\\\\\":\\\\\\"VALUE\\\\\\"}',
      '{ NAME: `VALUE` }',
      'a:\n  NAME: "VALUE"\n',
      'a:\n  NAME: VALUE # of the test system\n',
      'NAME: >-\n  VALUE\nb: c',
      'NAME: |\n    VALUE\n',
      '**NAME**: `VALUE`',
    ],
  },
  {
    id: 'argument',
    between: /\\{0,8}["'`](?:,\s{0,20}|\)\s{0,3},\s{0,20})/y,
    accepts: ({ text, start }) => /["'`]$/.test(text.slice(Math.max(0, start - 1), start)),
    isQuoted: true,
    bare: () => 'unsure',
    // Lists have names of fields one after another.
    quoted: 'unsure',
    isWeak: true,
    examples: ["define('NAME', 'VALUE');", 'os.Setenv("NAME", "VALUE")', "headers.set('NAME', 'VALUE')"],
  },
  {
    id: 'option',
    between: /(?:(?:\\{0,8}["'])?,\s{0,20}|(?:[ \t]|\\\r?\n|\\\\n){1,20})/y,
    accepts: ({ name }) => name.startsWith('-'),
    bare: () => 'likely',
    examples: [
      'app --password VALUE --x',
      'app --api-key "VALUE"',
      'app -Password VALUE',
      '["app", "--auth-token", "VALUE"]',
      'app --client-secret \\\n  VALUE',
      "app --db-password 'VALUE'",
    ],
  },
  {
    id: 'command',
    between: /[ \t]{1,3}/y,
    accepts: ({ text, start }) => SETTERS.test(text.slice(Math.max(0, start - 120), start)),
    bare: () => 'likely',
    examples: [
      'setx NAME VALUE',
      'setenv NAME "VALUE"',
      'aws configure set aws_secret_access_key VALUE',
      'git config --global github.token VALUE',
      'npm config set //npm.example.com/:_authToken VALUE',
      'ENV NAME VALUE\n',
    ],
  },
  {
    id: 'netrc',
    between: /(?:\s|\\n){1,8}/y,
    accepts: ({ text, name, start }) =>
      name === 'password' &&
      /\blogin(?:\s|\\n){1,8}[^\s\\]{1,80}(?:\s|\\n){1,8}$/.test(text.slice(Math.max(0, start - 100), start)),
    bare: () => 'certain',
    examples: ['machine h login ada password VALUE', 'machine h\n  login ada\n  password VALUE\n'],
  },
  {
    id: 'table',
    between: /[`*]{0,3}[ \t]{0,30}\|[ \t]{0,30}/y,
    accepts: ({ name }) => name !== 'PASS',
    bare: () => 'unsure',
    quoted: 'unsure',
    isWeak: true,
    examples: ['| NAME | VALUE |', '| `NAME` | `VALUE` |'],
  },
  {
    id: 'sentence',
    between: /(?:\\{0,8}["'`])? (?:is|was):? /y,
    bare: () => 'unsure',
    quoted: 'unsure',
    isWeak: true,
    examples: ['The NAME is VALUE.', 'The NAME is: `VALUE`'],
  },
  {
    id: 'element',
    between: />/y,
    accepts: ({ text, start, end }) =>
      text[start - 1] === '<' && /^>[^\s<>]{6,1024}<\//.test(text.slice(end, end + 1040)),
    bare: () => 'certain',
    examples: ['<password>VALUE</password>', '<ns><apiKey>VALUE</apiKey></ns>'],
  },
];

const OPENING = /(?:[$@]|[bfrBFRu]{1,2})?(\\{0,8})(["'`])|[|>][+-]?\d?[ \t]{0,3}\r?\n[ \t]{1,40}|/y;
/**
 * Values in quotes, by the quote. An escaped quote ends a value, because the whole may be within a string. Values are read
 * in pieces, so that a long one that is no secret costs little.
 */
const QUOTED: ReadonlyMap<string, RegExp> = new Map([
  ['"', /(?:[^\s"\\]|\\[^\s"nrtu\\]){1,256}/y],
  ["'", /(?:[^\s'\\]|\\[^\s'"nrtu\\]){1,256}/y],
  ['`', /[^\s`\\]{1,256}/y],
]);
const BARE = /[^\s"'`\\,;&|<>()[\]{}]{1,256}/y;
/** In a line of a file with variables, signs belong to the value. */
const LINE = /[^\s"'`\\]{1,256}/y;
/** A password of a Google app. */
const GROUPS = /[a-z]{4}(?: [a-z]{4}){3}(?=["'\\])/y;
const MAX_PIECES = 16;

const NAMES = /pass|pwd|secret|token|key|auth|cred|jwt|psk|bearer|cookie|pw\b|_pat\b/gi;
const MAX_NAME = 80;
/** Names of two words, in prose and headings. */
const FIRST_OF_TWO = /\b(?:api|access|secret|private|auth|account|master|license|encryption|signing|client) $/i;

/** True for the characters of names: letters, digits, `_` and `-`. */
function isNameCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45
  );
}

/** Adds the values after names of secrets. */
export function findAssignments(text: string, found: FoundSecret[]): void {
  NAMES.lastIndex = 0;
  while (NAMES.test(text)) {
    const place = placeAround(text, NAMES.lastIndex - 1);
    // A name is not searched twice: the next one begins after its end.
    NAMES.lastIndex = place.end;
    const certainty = place.name === '' ? undefined : secretName(place.name);
    if (certainty === undefined) continue;
    const secret = valueAfter(place, certainty);
    if (secret === undefined) continue;
    found.push(secret);
    NAMES.lastIndex = secret.end;
  }
}

/** Returns the name around an index; an empty one if it is too long for a name. */
function placeAround(text: string, index: number): Place {
  let start = index;
  while (start > 0 && index - start <= MAX_NAME && isNameCode(text.charCodeAt(start - 1))) start--;
  let end = index;
  while (end < text.length && end - index <= MAX_NAME && isNameCode(text.charCodeAt(end))) end++;
  if (index - start > MAX_NAME || end - index > MAX_NAME) return { text, name: '', start, end };
  // `\npassword` in a string, and `%0Apassword` in a form.
  if (text[start - 1] === '\\' && /[nrtbf]/.test(text[start] ?? '') && start < index) start++;
  else if (text[start - 1] === '%' && index - start > 1) start += 2;
  const name = text.slice(start, end);
  if (text[start - 1] !== ' ' || !/^(?:keys?|tokens?|access)/i.test(name)) return { text, name, start, end };
  const first = FIRST_OF_TWO.exec(text.slice(Math.max(0, start - 12), start));
  return { text, name: (first?.[0] ?? '') + name, start, end };
}

function valueAfter(place: Place, nameCertainty: 'certain' | 'unsure'): FoundSecret | undefined {
  const { text } = place;
  for (const { id, between, accepts, isQuoted = false, isWeak = false, bare, quoted = 'certain' } of SYNTAXES) {
    between.lastIndex = place.end;
    const sign = between.exec(text);
    if (sign === null || accepts?.(place) === false) continue;
    OPENING.lastIndex = place.end + sign[0].length;
    const opening = OPENING.exec(text);
    const [whole = '', , quote] = opening ?? [];
    if (quote === undefined && isQuoted) continue;
    const from = place.end + sign[0].length + whole.length;
    const pattern = patternOf(place, from, quote, sign[0]);
    const piece = matchAt(pattern, text, from);
    const value = quote === undefined ? withoutSigns(piece) : piece;
    const inPlace = quote === undefined ? bare(place, sign[0]) : quoted;
    if (piece.includes('...') && isPlaceholder(piece)) return undefined;
    const next = text[from + piece.length] ?? '';
    if (quote === undefined && next === '(') return undefined;
    // Words, and parts of an expression.
    const isPart = quote === undefined ? /[["'`]/.test(next) : /[ \t]/.test(next);
    const certainty = nameCertainty === 'unsure' || isPart ? 'unsure' : inPlace;
    if (pattern !== GROUPS && (!isSecretValue(value, certainty) || isSameName(place.name, value))) return undefined;
    if (isWeak && value.length < 16) return undefined;
    if ((id === 'option' || id === 'command') && /^[\w.-]{2,}=[^=]/.test(value)) return undefined;
    const end = piece === value ? endOfValue(pattern, text, from + value.length) : from + value.length;
    return { start: from, end: endOfBlock(text, end, whole), kind: id };
  }
  return undefined;
}

/** True for `ForgotPassword: 'forgot-password'`. */
function isSameName(name: string, value: string): boolean {
  const letters = (text: string): string => text.replace(/[^a-z\d]/gi, '').toLowerCase();
  return letters(name).endsWith(letters(value));
}

/** Returns the pattern of the value at an index. */
function patternOf({ text, start }: Place, from: number, quote: string | undefined, sign: string): RegExp {
  if (quote !== undefined) return matchAt(GROUPS, text, from) === '' ? (QUOTED.get(quote) ?? BARE) : GROUPS;
  return sign === '=' && /(?:^|\n)(?:export )?$/.test(text.slice(Math.max(0, start - 8), start)) ? LINE : BARE;
}

function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? '';
}

/** Removes the signs of a sentence after a value. */
function withoutSigns(value: string): string {
  return value.replace(/[.,:;!?*]{1,3}$/, '');
}

function endOfValue(pattern: RegExp, text: string, index: number): number {
  let end = index;
  for (let pieces = 1; pieces < MAX_PIECES; pieces++) {
    const { length } = matchAt(pattern, text, end);
    if (length === 0) break;
    end += length;
  }
  return end;
}

/** Returns the end of a value in a block of YAML: its further lines with data. */
function endOfBlock(text: string, end: number, opening: string): number {
  if (!/^[|>]/.test(opening)) return end;
  const indent = opening.slice(opening.lastIndexOf('\n') + 1);
  let last = end;
  for (let lines = 0; lines < 200; lines++) {
    const next = text.startsWith('\r\n', last) ? last + 2 : last + 1;
    if (text[next - 1] !== '\n' || !text.startsWith(indent, next)) return last;
    const { length } = matchAt(LINE, text, next + indent.length);
    if (length === 0) return last;
    last = next + indent.length + length;
  }
  return last;
}
