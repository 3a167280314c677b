/**
 * Guesses secrets by their names or positions. The result is only used for redaction, so that a wrong guess costs no more
 * than a word in a journal.
 */
import { secretName } from '../secrets/kinds/names.ts';
import { isFilePath, isRandom } from '../secrets/kinds/values.ts';
import { secretsInUrl } from './redact.ts';

const SECRET_NAME =
  /(?:^|[^a-z])(?:api_?-?key|access_?-?key|secret|key|token|password|passwd|passphrase|pat|credentials?|auth|authorization|cookie)(?:$|[^a-z])/i;
/** Names that only secrets have: any value is one, even an ordinary word. */
const CERTAIN_NAME = /passw|passphrase|secret|token|credential|(?:api|access|private)_?-?key/i;

/** Variables with headers, `name=value,name=value` with percent-encoded values, as OpenTelemetry specifies them. */
const HEADERS_NAME = /^OTEL_EXPORTER_OTLP_(?:TRACES_)?HEADERS$/;

/**
 * Returns the secrets of an environment: values of variables whose names suggest a secret, headers for OpenTelemetry, and passwords
 * in URLs (of a proxy or database).
 */
export function secretsOfEnvironment(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => [
    ...(isSecretValue(name, value) ? [value.trim()] : []),
    ...(value.includes('@') ? passwordIn(value) : []),
    ...(HEADERS_NAME.test(name) ? headersIn(value) : []),
  ]);
}

/** Returns the values of headers in a variable, as written and decoded. */
function headersIn(text: string): readonly string[] {
  return text.split(',').flatMap((pair) => {
    const value = pair.slice(pair.indexOf('=') + 1).trim();
    try {
      return [value, ...headerSecrets(decodeURIComponent(value))];
    } catch {
      return [value];
    }
  });
}

/** Returns the secrets in the configuration of an MCP server, after variable substitution. */
export function secretsOfServer(server: {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly url?: URL;
  readonly headers?: Readonly<Record<string, string>>;
}): readonly string[] {
  const { env = {}, args = [], url, headers = {} } = server;
  return [
    ...secretsOfEnvironment(env),
    ...args.flatMap((arg, index) => argumentSecrets(arg, args[index - 1] ?? '')),
    ...(url === undefined ? [] : secretsInUrl(url.href)),
    ...Object.values(headers).flatMap(headerSecrets),
  ];
}

/** Matches `--api-key=VALUE`, `--token VALUE`, and `KEY=VALUE` after `-e`. */
function argumentSecrets(arg: string, before: string): readonly string[] {
  const [, name, value] = /^-{0,2}([\w-]+)=(.*)$/s.exec(arg) ?? [];
  if (name !== undefined && value !== undefined && isSecretValue(name, value)) return [value];
  const isNamed = before.startsWith('-') && !arg.startsWith('-') && isSecretValue(before, arg);
  return [...(isNamed ? [arg] : []), ...(arg.includes('@') ? passwordIn(arg) : [])];
}

/** Returns a header's value with and without its scheme, and the decoded credentials of `Basic`. */
function headerSecrets(value: string): readonly string[] {
  const token = value.replace(/^\S+ /, '');
  if (!/^basic /i.test(value)) return [value, token];
  const decoded = Buffer.from(token, 'base64').toString('utf8');
  return [value, token, decoded, decoded.replace(/^[^:]*:/, '')];
}

/** Returns only the password: the user name is often an ordinary word. */
function passwordIn(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const url = new URL(address);
  url.username = '';
  url.search = '';
  return secretsInUrl(url.href);
}

/** True if the name suggests a secret, and the value is not a path, a plain word or a number. */
function isSecretValue(name: string, value: string): boolean {
  // Treats `accessToken` like `access_token`.
  if (!SECRET_NAME.test(name.replace(/([a-z\d])([A-Z])/g, '$1_$2')) && secretName(name) === undefined) return false;
  const text = value.trim();
  if (text.length < 8 || /^(?:[.~\\]|[a-z]:[\\/]|\w+:\/\/)/i.test(text)) return false;
  // Base64 can begin like a path.
  if (text.startsWith('/') && (isFilePath(text) || !isRandom(text, 16))) return false;
  if (CERTAIN_NAME.test(name)) return !/^[\d.,]+$|^[a-z]+$/.test(text);
  return text.length >= 20 ? !/\s/.test(text) : /\d/.test(text) && /[a-z]/i.test(text);
}
