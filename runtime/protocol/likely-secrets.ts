/**
 * Redacts text that looks like a secret although it is not known to be one: keys of well-known shapes, and values after
 * words such as `Authorization` or `token=`. For logs and reports, where redacting too much does no harm. Pure.
 */

const MARK = '[redacted]';

/**
 * Well-known shapes of keys, passwords in addresses, and headers with credentials. The captured prefix is retained, to show
 * what was there. Repetitions are limited, because texts can be long and hostile.
 */
const SHAPES: readonly RegExp[] = [
  /\b(sk|pk|rk)-[\w-]{16,}/g,
  /\b(gh[pousr]|github_pat|glpat|xox[abprs]|hf|npm)[_-][\w-]{16,}/g,
  /\b(AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\b(AIza)[\w-]{30,}/g,
  /\b(eyJ)[\w-]{6,}\.[\w-]{6,}\.[\w-]*/g,
  /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // Not `$PASSWORD`, `{password}` or `<password>`.
  /(?<![a-z\d+.-])([a-z][a-z\d+.-]{0,20}:\/\/[^\s/:@"'<>]{0,100}:)[^\s/@"'<>{}$]{3,200}(?=@)/gi,
  /\b(authorization["'\\]{0,4}\s?[:=]\s?["'\\]{0,4}(?:bearer|basic|token)\s)[\w.~+/=-]{16,4096}/gi,
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

/** Replaces keys of well-known shapes in `text`; everything else, such as source code, is unchanged. */
export function redactKeyShapes(text: string): string {
  let out = text;
  for (const shape of SHAPES) out = out.replace(shape, (_, prefix: string) => `${prefix}…${MARK}`);
  return out;
}

/** Replaces everything in `text` that looks like a secret. */
export function redactLikelySecrets(text: string): string {
  return redactKeyShapes(text)
    .replace(ADDRESS, `$1${MARK}@`)
    .replace(QUERY, `$1${MARK}`)
    .replace(NAMED, (whole: string, before: string, scheme: string | undefined, value: string) =>
      /^(?:\d{1,7}|true|false|null|undefined|\[redacted.*)$/i.test(value) ||
      (/^[a-z]+$/i.test(value) && value.length < 12)
        ? whole
        : `${before}${scheme === undefined ? '' : `${scheme} `}${MARK}`,
    )
    .replace(SCHEME, `$1 ${MARK}`);
}
