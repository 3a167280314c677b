/** Decides whether a value is a secret: random text, not words, a placeholder, a reference or a path. Pure. */

/** Maximum number of characters that are judged; longer values are judged by their beginning. */
const MAX_JUDGED = 64;

/** The most frequent pairs of letters in English text and names: 87 % of the pairs there, 24 % in random letters. */
// cspell:disable
const PAIRS =
  're on er at ti in es en te or nt st se io co th al an de le ro me ra ta it ar ng ed ri he ce nd et ic li ns ' +
  'ct ec pr ge ea ne tr ma ve si ur ac as om lo pe fo ou fi is ch el il la us na ca nc pl ts pa mp po to ut di ' +
  'am im da ex ll ss ol em un ie ag ap ul ho ad rt ot od ty ha id rs vi va cr mo su mi ue sc ep ef ai ig qu so ' +
  'no ab op tu bl ni lu ry os fe ev lt ck ba oc ow cl ci gr pt ly wi ke rc ia cu sh pp be ls ir sp ru hi if do ' +
  'um ip iv rm tt fr rn ui au ee gi pu fa up sk iz';
// cspell:enable
const A = 97;
const isFrequent = new Uint8Array(26 * 26);
for (const pair of PAIRS.split(' ')) isFrequent[(pair.charCodeAt(0) - A) * 26 + pair.charCodeAt(1) - A] = 1;

/** Returns the letter's number, from 0; -1 for a digit, -2 for any other character. */
function letterOf(code: number): number {
  if (code >= 48 && code <= 57) return -1;
  const lower = code | 32;
  return lower >= A && lower < A + 26 && code < 128 ? lower - A : -2;
}

/** A date, a version, or small words with separators. */
const LANGUAGE =
  /^(?:\d{4}-\d\d-\d\d(?:T|$)|[~^v=><]{0,2}\d{1,9}(?:\.\d{1,9}){1,20}$|[a-z]{1,12}(?:[_./~+:-][a-z]{1,12}){1,20}$)/;

/** Returns the share of language in random text, at most: names rarely have capitals and digits, or no separators. */
function maxWordsOf(text: string): number {
  if (text.length < 16) return 0.5;
  if (!/[^A-Z\d]/.test(text)) return 0.75;
  return /[\d+]/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text) ? 0.65 : 0.5;
}

/**
 * Returns true if the text is random, not words: hexadecimal, base64, a password of a generator. Its pairs of neighbors are
 * counted: letters that rarely follow each other, and letters next to digits, are random; the rest is language, up to the
 * share `maxWords`.
 */
export function isRandom(text: string, minLength = 8, maxWords = maxWordsOf(text)): boolean {
  const length = Math.min(text.length, MAX_JUDGED);
  if (length < minLength || LANGUAGE.test(text)) return false;
  let pairs = 0;
  let words = 0;
  let changes = 0;
  let humps = 0;
  let before = -2;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    const letter = letterOf(code);
    const isPair = letter !== -2 && before !== -2 && (letter !== -1 || before !== -1);
    if (isPair) {
      const isMixed = letter === -1 || before === -1;
      if (isMixed) changes++;
      // `aB` in `camelCase` is the beginning of a word.
      const isHump = !isMixed && code < A && text.charCodeAt(i - 1) >= A;
      if (isHump) humps++;
      else {
        pairs++;
        if (!isMixed && isFrequent[before * 26 + letter] === 1) words++;
      }
    }
    before = letter;
  }
  if (pairs < Math.max(2, length / 10)) return false;
  // A short name such as `sha256` or `mp3` has one number.
  if (length < 12) return words < pairs * maxWords && changes > 2;
  // Letters and digits, or small and capital letters, alternate in no name.
  return words < pairs * maxWords || changes >= Math.max(4, length / 8) || humps >= Math.max(5, length / 5);
}

/** Words of placeholders and of code, of which a secret does not consist. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'the some my our their this that enter fill put paste masked removed secret secrets password passwords passwd pass ' +
    'passphrase pwd token tokens key keys api apikey access auth bearer basic authorization client user username id name ' +
    'value string str text null nil none true false undefined void any unknown object number int bool boolean optional ' +
    'required default empty tbd foo bar baz process env environ os config settings options opts args params req request res ' +
    'response self props state data body headers header input output field values var variable file path from to in of with ' +
    'and or not is real actual valid invalid new old long random generated secure strong hash hashed encrypted encoded ' +
    'credential credentials account private public service app application server db database session cookie cookies jwt ' +
    'openai anthropic google github gitlab aws azure slack stripe sk pk ghp type types generate signing shared test testing ' +
    'prod production dev development staging webhook root oauth refresh csrf login get set read write sha md bcrypt argon ' +
    'uint array buffer hmac aes rsa utf base hex hard guess coded reset forgot change confirm'
  ).split(' '),
);
/** Words of placeholders, whatever else is there: `sk-or-v1-your-key-here`, `AKIAIOSFODNN7EXAMPLE`. */
const MARKERS =
  /^(?:your|here|examples?|placeholder|changeme|change|dummy|fake|sample|insert|replace|redacted|hidden|hardcoded|todo|xxx+)$/;
/** A name of a secret in the place of its value: `SendGridApiKey`, `external_app_password`. */
const NAME_OF_SECRET = /api[_-]?key|token|[_-](?:password|secret|key)$|^(?:your|my)(?:[_-]|password)/i;

const SEQUENCE = /^(?:[a-z]{2,5}[-_])?(?:12345\d{0,5}|abc-?123|0x[\da-f]{1,8})$|abcdefghijklmnopqrstuvwxyz/i;

/** References to a value that is elsewhere, and expressions: `$NAME`, `${…}`, `<name>`, `{{ name }}`, `%NAME%`, `!Ref`. */
const REFERENCE =
  /^(?:\$\{.*|\$\(.*|\$[\w:]+|\$\w+[[.(].*|<.*|\{.*\}?|%[\w-]+%|%[sdrvq]|%\(.*|!\w+|@[\w./~:-]+|@Microsoft.*|[*•.…x_-]+|\[.*|…?\[redacted.*|-----.*)$/is;
/** The same, whatever random text is within. */
const CERTAIN_REFERENCE =
  /^(?:\$[{(]|\[[A-Za-z\\^]|<|\{\{|%\(|…|-----|@Microsoft|(?:[\w-]+=)?(?:secretref|keyvaultref|vault|env|file|arn|ssm|ref):|(?:process|os|env|self|this|config|settings|var|vars|secrets|inputs|steps|local|module|data|req|request|ctx|props|params|args|options|state|import\.meta)\.[a-z_])/i;
const ADDRESS = /^[a-z][a-z\d+.-]{1,20}:\/\//i;
const PATH = /^(?:~|\.{1,2})?[/\\]|^[a-z]:[\\/]/i;
/** A path of several names, one of them with a character that base64 has not: random names occur in it, too. */
const FILE_PATH = /^(?=[^._-]*[._-])(?:~|\.{1,2}|[a-z]:)?[/\\](?:[\w.@-]+[/\\])+[\w.@-]*$/i;
/** An expression in code: a name with members. */
const MEMBERS = /^[a-z_$][\w$]*(?:(?:\.|::|->|\?\.)[a-z_$][\w$]*)+$/i;
/** The name of a variable of the environment. */
const VARIABLE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

/** True for a path such as `/tmp/build-Xk3vQ9/out`; false for base64 that begins with `/`. */
export function isFilePath(text: string): boolean {
  return FILE_PATH.test(text);
}

/** True if a value in the place of a secret is none: a placeholder, a reference, an expression, a path or an address. */
export function isPlaceholder(value: string): boolean {
  const text = value.slice(0, MAX_JUDGED);
  if (ADDRESS.test(text) || CERTAIN_REFERENCE.test(text) || isFilePath(text) || isRepeated(text)) return true;
  // A value that is cut short shows nothing, unless much of it is there.
  if (/\.{3}|…/.test(text)) return !isRandom(text.replace(/\.{3}|…/g, ''), 24);
  if (REFERENCE.test(text) && !isRandom(text, 16)) return true;
  const words = (text.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((word) => word.toLowerCase());
  const others = words.filter((word) => !MARKERS.test(word));
  if (others.length < words.length && !isRandom(text.replace(/[^\d]/g, '') + others.join(''), 20)) return true;
  const isLetters = words.join('').length > text.length * 0.6;
  if (isLetters && others.every((word) => WORDS.has(word))) return true;
  if (SEQUENCE.test(text)) return true;
  if (isRandom(text, 12)) return false;
  if (PATH.test(text) || MEMBERS.test(text)) return true;
  return isLetters && (NAME_OF_SECRET.test(text) || VARIABLE.test(text));
}

/** True for `xxxxxxxx` and `sk-000000`: one character is most of the text. */
function isRepeated(text: string): boolean {
  const counts = new Map<string, number>();
  for (const one of text) counts.set(one, (counts.get(one) ?? 0) + 1);
  return Math.max(0, ...counts.values()) > text.length * 0.55;
}

/** The certainty that a value in a place is a secret, by its name and syntax. */
export type Certainty = 'certain' | 'likely' | 'unsure';

/**
 * True if the value is a secret. In a certain place every value is one, even a word; in a likely place, where code and prose
 * occur, too, one with letters and digits; in an unsure place random text.
 */
export function isSecretValue(value: string, certainty: Certainty): boolean {
  if (value.length < 6) return false;
  const isLikely =
    certainty === 'certain'
      ? /^\d{8,}$/.test(value) || !/^[~^v=><]{0,2}[\d.,:/-]{1,24}$/.test(value)
      : isRandom(value) || (certainty === 'likely' && /\d/.test(value) && /[a-z]/i.test(value));
  return isLikely && !isPlaceholder(value);
}
