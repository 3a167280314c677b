/**
 * What may be a secret, by where it stands. Nothing is sent because of this: it is only kept out of what is written, so
 * that a guess too many costs a word in a journal.
 */
import { secretsIn } from './redact.ts';

const TELLING =
  /(?:^|[^a-z])(?:api_?-?key|access_?-?key|secret|key|token|password|passwd|passphrase|pat|credentials?|auth|authorization|cookie)(?:$|[^a-z])/i;
/** Names that are given to secrets alone: whatever stands there is one, words too. */
const SURE = /passw|passphrase|secret|token|credential|(?:api|access|private)_?-?key/i;

/**
 * Secrets of an environment: values of variables whose name says so, and passwords in addresses (a proxy's, a database's).
 */
export function secretsOfEnvironment(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => [
    ...(isSecretValue(name, value) ? [value.trim()] : []),
    ...(value.includes('@') ? passwordIn(value) : []),
  ]);
}

/** Secrets of an MCP server as its file has it, every variable filled in: of its environment, arguments, address and headers. */
export function secretsOfServer(server: {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly url?: URL;
  readonly headers?: Readonly<Record<string, string>>;
}): readonly string[] {
  const { env = {}, args = [], url, headers = {} } = server;
  return [
    ...secretsOfEnvironment(env),
    ...args.flatMap((arg, place) => argumentSecrets(arg, args[place - 1] ?? '')),
    ...(url === undefined ? [] : secretsIn(url.href)),
    ...Object.values(headers).flatMap(headerSecrets),
  ];
}

/** `--api-key=VALUE`, `--token VALUE`, `KEY=VALUE` after `-e`. */
function argumentSecrets(arg: string, before: string): readonly string[] {
  const [, name, value] = /^-{0,2}([\w-]+)=(.*)$/s.exec(arg) ?? [];
  if (name !== undefined && value !== undefined && isSecretValue(name, value)) return [value];
  const named = before.startsWith('-') && !arg.startsWith('-') && isSecretValue(before, arg);
  return [...(named ? [arg] : []), ...(arg.includes('@') ? passwordIn(arg) : [])];
}

/** Whatever a header says, with and without its scheme; of `Basic` what it encodes. */
function headerSecrets(value: string): readonly string[] {
  const token = value.replace(/^\S+ /, '');
  if (!/^basic /i.test(value)) return [value, token];
  const decoded = Buffer.from(token, 'base64').toString('utf8');
  return [value, token, decoded, decoded.replace(/^[^:]*:/, '')];
}

/** The password alone: the name beside it is often an ordinary word. */
function passwordIn(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const url = new URL(address);
  url.username = '';
  url.search = '';
  return secretsIn(url.href);
}

/** No path, no plain word and no number: such a value under a telling name is a secret. */
function isSecretValue(name: string, value: string): boolean {
  // `accessToken` as `access_token`.
  if (!TELLING.test(name.replace(/([a-z\d])([A-Z])/g, '$1_$2'))) return false;
  const text = value.trim();
  if (text.length < 8 || /^(?:[./~\\]|[a-z]:[\\/]|\w+:\/\/)/i.test(text)) return false;
  if (SURE.test(name)) return !/^[\d.,]+$|^[a-z]+$/.test(text);
  return text.length >= 20 ? !/\s/.test(text) : /\d/.test(text) && /[a-z]/i.test(text);
}
