/** Decides by its name whether a variable, field, option or header contains a secret. Pure. */

/** The certainty that something of a name is a secret: `certain` for `DB_PASSWORD`, `unsure` for `token`. */
export type SecretName = 'certain' | 'unsure';

/** The part of a name that says what it is, each with an example. The words of a name are joined by `_` before. */
const KINDS: readonly (readonly [kind: SecretName, end: RegExp, example: string])[] = [
  ['certain', /pass(?:word|wd|wort|phrase|code)s?$/, 'dbPassword'],
  ['certain', /(?:^|_)(?:\w{0,12}_)?(?:pass|pwd|pw)$/, 'MYSQL_PASS'],
  ['certain', /(?:store|key|user|db|my|ftp|smtp|http|root|admin|sudo|become|bind|pg|ldap)(?:pass|pwd|pw)$/, 'bindpw'],
  ['certain', /(?:^|_)[a-z]{0,20}_?secret$/, 'client_secret'],
  ['certain', /secret_(?:access_)?key$/, 'aws_secret_access_key'],
  [
    'certain',
    /(?:api|access|secret|private|auth|account|encryption|encrypt|decryption|signing|master|license|licence|shared|subscription|admin|ingestion|security|hmac|preshared|unseal|psk|service_role)_?key$/,
    'x-api-key',
  ],
  [
    'certain',
    /(?:access|auth|api|bearer|refresh|id|secret|security|bot|personal|private|deploy|oauth|registration|runner|github|gitlab|vault|gh|hf|npm|pypi|slack|admin|service)_?token$/,
    'GITHUB_TOKEN',
  ],
  // Names of variables may have any word before: `STRIPE_KEY`, `TWILIO_TOKEN`. Bare ones occur in code and prose.
  [
    'unsure',
    /(?:token|(?:^|_)(?:tokens|credentials?|creds|jwt|psk|key)|(?:api_?|access_?|secret_?|private_?)keys|(?:^|_)secrets)$/,
    'token',
  ],
  ['unsure', /(?:^|_)secret_id$/, 'VAULT_SECRET_ID'],
  ['unsure', /(?:^|_)(?:auth|authorization|pat|bearer|cookie|sas|signature|sig)$/, '_auth'],
];

/** Matches what each of the kinds contains. Most names have none of it, and the others cost a hundred times as much. */
const ANY_KIND = /pass|pwd|pw|secret|key|token|cred|jwt|psk|auth|pat|bearer|cookie|sas|sig/;

/** Words before `token` and `key` with which it is none. */
const OTHER_TOKENS =
  /(?:^|_)(?:next|page|prev|previous|continuation|cursor|sync|pad|eos|bos|unk|mask|sep|cls|stop|special|design|max|min|input|output|total|cached?|prompt|completion|reasoning|thinking|num|number|per|used|budget|colou?r|css|start|end|first|last|cancel|cancellation|resume|watch|chunk|text|image|audio|lex|parser|syntax|sub|idempotency|scroll|pagination|fence|lock|revision|change|etag|of|in|out|new|context|avg|average)_tokens?$/;
const OTHER_KEYS =
  /(?:^|_)(?:public|primary|foreign|partition|sort|cache|object|s3|map|dict|json|i18n|translation|locale|issue|hash|index|hot|short_?cut|row|group|composite|unique|natural|surrogate|storage_object|lookup|config|settings?|inchi|std_inchi|idempotency|dedupe|dedup|routing|range|column|parent|child|data|query|state|sorted|order|field|property|message|metric|event|label|tag|feature|flag|host|known|pub|publishable|answer|any|each|this|the|a|arrow|enter|escape|tab|modifier|registry|reg|context|by|per|sub|top|nested|item|entry|option|param|env|header|attr|attribute|dataset|file|path|url|id|name|type|value|meta|frontmatter|yaml|toml|plugin|skill|tool|session_cache|cache_session)_?keys?$/;

/** Words after which a name is that of a secret: an environment, a number, an encoding. Others say what about it is meant. */
const ENDS =
  /_(?:prod|production|dev|development|test|testing|staging|stage|live|sandbox|local|base64|b64|value|val|old|new|current|previous|backup|secondary|default|main|root|admin|ro|rw|eu|us|uk|ci|v?\d{1,3})$/;
/** Words of what belongs to a secret, but is none: `TOKEN_URL`, `key_id`, `password_field`. */
const ABOUT =
  /^on_|_(?:uses?|values|down|up|press|names?|ids?|counts?|fields?|files?|paths?|dir|urls?|uris?|limits?|length|len|types?|size|budget|ttl|expiry|expires|expiration|exp|age|policy|ref|refs|arn|envs?|vars?|hints?|prompts?|labels?|headers?|usage|format|version|regex|pattern|min|max|rotation|endpoint|manager|store|storage|provider|index|position|rate|price|cost|required|enabled|set|status|state|info|input|placeholder|message|error|errors|reset|strength|validation|rules?|algorithm|alg|hash_algorithm|scopes?|audience|issuer|command|cmd|source|location|mode|method|class|kind|schema|column|list|map|at|in|by|for|is|from|to|per|used|uses|count_total|details?|prefix|suffix|length_min|generator|service|server|client|handler|helper|util|utils|func|fn|service_name)$/;

const MAX_KNOWN = 4000;
const known = new Map<string, SecretName | undefined>();

/** Returns how sure it is that something of this name is a secret; undefined if it is none. */
export function secretName(name: string): SecretName | undefined {
  if (known.has(name)) return known.get(name);
  const found = ANY_KIND.test(name.toLowerCase()) ? kindOf(name) : undefined;
  // Names repeat in a session; a hostile text has ever new ones.
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, found);
  return found;
}

function kindOf(name: string): SecretName | undefined {
  // Everything has a key: entries of caches, objects in storage, rows.
  if (/^-*keys?$/i.test(name) && name !== 'KEY') return undefined;
  // The working directory of a shell.
  if (/^(?:OLD)?PWD$/.test(name)) return undefined;
  // Also the result of a test, or the texts for it.
  if (/^-*pass$/i.test(name)) return 'unsure';
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[-\s_.]+/g, '_')
    .replace(/^_|_$/g, '');
  const end =
    KINDS.find(([, pattern]) => pattern.test(words)) === undefined ? words.replace(ENDS, '').replace(ENDS, '') : words;
  if (OTHER_TOKENS.test(end) || OTHER_KEYS.test(end)) return undefined;
  const found = KINDS.find(([, pattern]) => pattern.test(end));
  if (found !== undefined) return found[0];
  if (ABOUT.test(end)) return undefined;
  // `API_KEY_ACME`: an unknown word follows.
  const shorter = end.replace(/_[a-z\d]{1,12}$/, '');
  return shorter !== end && KINDS.some(([, pattern]) => pattern.test(shorter)) && !OTHER_TOKENS.test(shorter)
    ? 'unsure'
    : undefined;
}

/** Examples of each kind of name, for the tests. */
export const NAME_EXAMPLES: readonly (readonly [kind: SecretName, name: string])[] = KINDS.map(
  ([kind, , example]) => [kind, example] as const,
);
