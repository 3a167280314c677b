/**
 * Redacts text that looks like a secret although it is not known to be one: keys of well-known shapes, and values after
 * words such as `Authorization` or `token=`. For logs and reports, where redacting too much does no harm. Pure.
 */

const MARK = '[redacted]';

/** A shape of secrets. */
interface Shape {
  /** Quickly excludes texts without such a secret. */
  readonly hint: RegExp;
  /** Its first group is retained, to show what was there. Repetitions are limited: texts can be long and hostile. */
  readonly shape: RegExp;
}

/** A name that only secrets have, in a variable of the environment. */
const VARIABLE = `[A-Z][A-Z0-9_]{0,60}?(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|SECRET_?KEY)(?:_[A-Z0-9]{1,12}){0,2}`;
/** The name of a field that contains a secret. */
const FIELD = String.raw`(?:[\w-]{0,40}[_-])?(?:password|passwd|passphrase|client_?secret|secret_?key|secret|api_?key|access_?key|access_?token|auth_?token|bearer_?token|refresh_?token|id_?token|private_?key|x-api-key)`;
/** Not a placeholder, a reference to a variable, a call, a path or a URL. */
const REAL = String.raw`(?![$<{%(*.~/]|(?:your|my|the|some|an|a|test|example|sample|dummy|fake|change_?me|placeholder|xxx|null|none|true|false|undefined|string|required|optional|hidden|secret|password|process|os|env|\[?redacted)(?:[^a-z\d]|$)|[a-z][a-z\d+.-]{0,20}:\/\/)`;

/** Well-known shapes of keys, passwords in addresses and variables, and headers with credentials. */
const SHAPES: readonly Shape[] = [
  { hint: /(?:sk|pk|rk)-/, shape: /\b(sk|pk|rk)-[\w-]{16,}/g },
  { hint: /[srp]k_(?:live|test)_|whsec_/, shape: /\b((?:sk|rk|pk)_(?:live|test)|whsec)_[\w+/=]{10,}/g },
  {
    hint: /gh[pousr][_-]|github_pat|glpat|xox[a-z]|xapp|hf[_-]|npm[_-]|dop_v1|shpat/,
    shape: /\b(gh[pousr]|github_pat|glpat|xox[a-z]|xapp|hf|npm|dop_v1|shpat)[_-][\w-]{16,}/g,
  },
  { hint: /hooks\.slack\.com/, shape: /(hooks\.slack\.com\/(?:services|workflows)\/)[\w/-]{16,200}/g },
  { hint: /AKIA|ASIA/, shape: /\b(AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { hint: /AIza/, shape: /\b(AIza)[\w-]{30,}/g },
  { hint: /ya29\.|GOCSPX-/, shape: /\b(ya29\.|GOCSPX-)[\w-]{20,}/g },
  { hint: /\bSG\./, shape: /\b(SG)\.[\w-]{16,80}\.[\w-]{16,80}/g },
  { hint: /eyJ/, shape: /\b(eyJ)[\w-]{6,}\.[\w-]{6,}\.[\w-]*/g },
  {
    hint: /PRIVATE KEY/,
    shape: /(-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----)[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  {
    hint: /:\/\/[^\s/:@]{0,100}:[^\s/@]{3,200}@/,
    // Not `$PASSWORD`, `{password}` or `<password>`.
    shape: /(?<![a-z\d+.-])([a-z][a-z\d+.-]{0,20}:\/\/[^\s/:@"'<>]{0,100}:)[^\s/@"'<>{}$]{3,200}(?=@)/gi,
  },
  {
    hint: /authorization/i,
    shape: /\b(authorization["'\\]{0,4}\s?[:=]\s?["'\\]{0,4}(?:bearer|basic|token)\s)[\w.~+/=-]{16,4096}/gi,
  },
  {
    hint: /x-[\w-]{0,20}(?:key|token)|cookie/i,
    shape:
      /\b((?:x-(?:[\w-]{1,20}-)?(?:api-key|token)|(?:set-)?cookie)["'\\]{0,4}:\s?["'\\]{0,4})(?![$<{]|\[redacted)[^\s"'\\]{12,4096}/gi,
  },
  {
    hint: /[?&](?:access_?token|api_?key|sig|signature|x-amz-signature|client_secret|token|auth)=/i,
    shape:
      /([?&](?:access_?token|api_?key|sig|signature|x-amz-signature|client_secret|token|auth)=)(?![$<{]|\[redacted)[^&\s"'<>\\)]{8,2048}/gi,
  },
  {
    hint: /(?:Account|SharedAccess)Key=/,
    shape: /\b((?:Account|SharedAccess)Key=)[\w+/=]{16,200}/g,
  },
  {
    hint: /(?:PASSW|PASSPHRASE|SECRET|TOKEN|KEY)[A-Z0-9_]{0,40}\s{0,3}=/,
    shape: new RegExp(
      String.raw`((?<![\w.$-])${VARIABLE}\s{0,3}=\s{0,3}(?:\\?["'])?)(?!\d{1,7}(?:\D|$))${REAL}[^\s"'\\;&|()[\]{},]{6,4096}`,
      'g',
    ),
  },
  {
    hint: /["'](?:[\w-]{0,40}[_-])?(?:pass|client|secret|api|access|auth|bearer|refresh|id|private|x-api)[\w-]{0,20}\\?["']\s{0,3}:/i,
    shape: new RegExp(
      String.raw`((?:"|\\"|')${FIELD}(?:"|\\"|')\s{0,3}:\s{0,3}(?:"|\\"|'))(?!\d{1,7}["'\\])${REAL}[^\s"'\\]{6,4096}(?=\\?["'])`,
      'gi',
    ),
  },
];

const NAME = String.raw`[\w-]*(?:api[_-]?key|access[_-]?key|secret|token|password|passwd|passphrase|credential|authorization|cookie)s?`;
/** Matches `name: value` and `"name": "value"`, as in headers, JSON and objects. Numbers and plain words are retained. */
const NAMED = new RegExp(
  String.raw`(\b${NAME}\\?["']?\s*[:=]\s*\\?["']?)(?:(bearer|basic|digest)\s+)?([^\s"'\\,;&}\])]{6,})`,
  'gi',
);
const SCHEME = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi;
const ADDRESS = /\b([a-z][a-z\d+.-]*:\/\/)[^\s/@"'<>]+@/gi;
const QUERY = /([?&](?:key|sig|signature|code|auth)=)[^&\s"'<>]+/gi;

/** Quickly exclude most texts: one without keys, and without names of secrets, of which few are followed by a value. */
const KEYS =
  /(?:sk|pk|rk)[-_]|gh[pousr][_-]|github_pat|glpat|xox[a-z]|xapp|hf[_-]|npm[_-]|dop_v1|shpat|whsec_|hooks\.slack|AKIA|ASIA|AIza|ya29\.|GOCSPX-|SG\.|eyJ|PRIVATE KEY|:\/\/[^\s/:@]{0,100}:[^\s/@]{3,200}@/;
const NAMES =
  /uthorization|UTHORIZATION|ookie|OOKIE|PASS|SECRET|TOKEN|KEY|ass[wp]|ecret|oken|[eE]y\\?["'=:]|ig(?:nature)?=|uth=/;
const NAMED_VALUES =
  /uthorization|UTHORIZATION|(?:ookie|OOKIE|[Kk]ey|KEY|[Tt]oken|TOKEN|assword|asswd|assphrase|PASSWORD|PASSWD|PASSPHRASE|[Ss]ecret|SECRET|[Ss]ig|[Ss]ignature|auth)(?:[A-Z0-9_]{0,40}|\\?["'])\s{0,3}[:=]/;

const FIELD_HINT = /pass|secret|key|token/i;
const NAMED_FIELD = new RegExp(`^${FIELD}$`, 'i');
const REAL_VALUE = new RegExp(`^(?!\\d{1,7}$)${REAL}\\S{6,}$`, 'i');

/** True if a field of this name with this value contains a secret. `accessToken` is treated like `access_token`. */
export function isSecretField(name: string, value: string): boolean {
  return (
    FIELD_HINT.test(name) && NAMED_FIELD.test(name.replace(/([a-z\d])([A-Z])/g, '$1_$2')) && REAL_VALUE.test(value)
  );
}

/** Replaces keys of well-known shapes in `text`; everything else, such as source code, is unchanged. */
export function redactKeyShapes(text: string): string {
  if (!KEYS.test(text) && !(NAMES.test(text) && NAMED_VALUES.test(text))) return text;
  let out = text;
  for (const { hint, shape } of SHAPES)
    if (hint.test(out)) out = out.replace(shape, (_, prefix: string) => `${prefix}…${MARK}`);
  return out;
}

/** Replaces everything in `text` that looks like a secret. */
export function redactLikelySecrets(text: string): string {
  const named = text
    .replace(ADDRESS, `$1${MARK}@`)
    .replace(QUERY, `$1${MARK}`)
    .replace(NAMED, (whole: string, before: string, scheme: string | undefined, value: string) =>
      /^(?:\d{1,7}|true|false|null|undefined|\[redacted.*)$/i.test(value) ||
      (/^[a-z]+$/i.test(value) && value.length < 12)
        ? whole
        : `${before}${scheme === undefined ? '' : `${scheme} `}${MARK}`,
    )
    .replace(SCHEME, `$1 ${MARK}`);
  return redactKeyShapes(named);
}
