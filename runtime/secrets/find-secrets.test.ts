import { describe, expect, test } from 'vitest';
import { redactSecrets, secretFinder } from './find-secrets.ts';

const TOKEN = 'sk-c4n4ry-7Hq2Zr9Lw0Xb5Tn8Vd3K';
const clean = (text: string, ...secrets: string[]): string => redactSecrets(text, secretFinder(secrets));
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('finds a token', () => {
  test.each([
    ['verbatim', `key ${TOKEN}.`, 'key [redacted].'],
    ['in a URL', `?k=${encodeURIComponent(`${TOKEN}/+`)}`, '?k=[redacted]%2F%2B'],
    ['with one character per line', `a\n${[...TOKEN].join('\n')}\nb`, 'a\n[redacted]\nb'],
    ['split across lines', `${TOKEN.slice(0, 9)}\r\n  ${TOKEN.slice(9)}`, '[redacted]'],
    ['as a list within a text', JSON.stringify([TOKEN.slice(0, 9), TOKEN.slice(9)]), '["[redacted]"]'],
    ['with line ends escaped as in JSON', `{"out":"${TOKEN.slice(0, 9)}\\n${TOKEN.slice(9)}"}`, '{"out":"[redacted]"}'],
    ['in hexadecimal', Buffer.from(TOKEN).toString('hex'), '[redacted]'],
    ['truncated at its end', `${'x'.repeat(50)} ${TOKEN.slice(0, 20)}...`, `${'x'.repeat(50)} [redacted]...`],
    ['truncated at its start', `…${TOKEN.slice(12)} said`, '…[redacted] said'],
    [
      'with numbers before its lines',
      `1: ${TOKEN.slice(0, 12)}\n2: ${TOKEN.slice(12)}`,
      '1: [redacted]\n2: [redacted]',
    ],
  ])('%s', (_, text, expected) => {
    expect(clean(text, TOKEN)).toBe(expected);
  });

  test.each([0, 1, 2, 3, 4])('in base64 after %i other characters, and with line ends', (before) => {
    const text = base64(`${'u'.repeat(before)}${TOKEN}:and more of it, to make the text longer`);
    const lines = text.replace(/.{16}/g, '$&\n');
    for (const one of [text, lines, text.replaceAll('+', '-').replaceAll('/', '_')]) {
      expect(Buffer.from(clean(one, TOKEN).replace('[redacted]', ''), 'base64').toString()).not.toMatch(/c4n4|Vd3/);
      expect(clean(one, TOKEN)).toContain('[redacted]');
    }
  });
});

const BYTES = [...Buffer.from(TOKEN)].map((byte) => byte.toString(16).padStart(2, '0'));
const percent = (text: string): string =>
  Buffer.from(text)
    .toString('hex')
    .replace(/../g, (byte) => `%${byte}`);
const everySecond = (escaped: readonly string[]): string =>
  [...TOKEN].map((one, index) => (index % 2 === 0 ? one : escaped[index])).join('');
const escapedBy = (escaped: (code: number, hex: string) => string): readonly string[] =>
  [...TOKEN].map((one, index) => escaped(one.charCodeAt(0), BYTES[index] ?? ''));

describe('finds a token of which all or some characters are escaped', () => {
  test.each([
    ['percent-encoded', escapedBy((_, hex) => `%${hex}`)],
    ['percent-encoded in upper case', escapedBy((_, hex) => `%${hex.toUpperCase()}`)],
    ['percent-encoded twice', escapedBy((_, hex) => `%25${hex}`)],
    ['percent-encoded in part twice', escapedBy((_, hex) => `%25%3${hex[0]}${hex[1]}`)],
    ['JSON', escapedBy((_, hex) => `\\u00${hex.toUpperCase()}`)],
    ['JSON in JSON', escapedBy((_, hex) => `\\\\\\\\u00${hex}`)],
    ['a code point', escapedBy((_, hex) => `\\u{${hex}}`)],
    ['JavaScript', escapedBy((_, hex) => `\\x${hex}`)],
    ['HTML, decimal', escapedBy((code) => `&#${code};`)],
    ['HTML, with zeros', escapedBy((code) => `&#00${code};`)],
    ['HTML, hexadecimal', escapedBy((_, hex) => `&#x${hex};`)],
    ['HTML in a URL', escapedBy((code) => `%26%23${code}%3B`)],
  ])('%s', (_, escaped) => {
    expect(clean(`a ${escaped.join('')} b`, TOKEN)).toBe('a [redacted] b');
    expect(clean(`a ${everySecond(escaped)} b`, TOKEN)).toBe('a [redacted] b');
    expect(clean(`50 % ${'x%20y '.repeat(500)}${escaped.join('')}${' x%20y'.repeat(500)}`, TOKEN)).not.toContain(
      escaped.slice(10).join(''),
    );
    expect(clean(`"${escaped.slice(0, 12).join('')}",\n"${escaped.slice(12).join('')}"`, TOKEN)).toBe('"[redacted]"');
  });

  test('in JSON of the text', () => {
    const text = JSON.stringify({ out: escapedBy((_, hex) => `\\u00${hex}`).join('') });
    expect(clean(text, TOKEN)).toBe('{"out":"[redacted]"}');
  });

  test('not in ASCII', () => {
    expect(clean(`a ${percent('p')}ä${percent('ssw')}%C3%B6rd b`, 'pässwörd')).toBe('a [redacted] b');
    expect(clean('a p%C3%A4ssw\\u00f6rd b', 'pässwörd')).toBe('a [redacted] b');
    expect(clean('a p&#228;ssw&#xF6;rd b', 'pässwörd')).toBe('a [redacted] b');
    expect(clean('key%F0%9F%94%91%73', 'key🔑s')).toBe('[redacted]');
  });

  test('words, and a short password', () => {
    expect(clean('say corr%65ct%20horse battery&#32;staple now', 'correct horse battery staple')).toBe(
      'say [redacted] now',
    );
    expect(clean('a %68unter2 b', 'hunter2')).toBe('a [redacted] b');
  });
});

describe('finds a token in hexadecimal with separators', () => {
  test.each([...':-_.;|/ +=#~x', ', ', ',\n', '\\x', ', 0x', ',0x', ' 0x', '\n\t'])('%j', (separator) => {
    const text = BYTES.join(separator);
    for (const one of [text, text.toUpperCase().replaceAll('X', 'x')])
      expect(clean(`a ${one} b`, TOKEN)).toMatch(/^a \[redacted\]\s?b$/);
    const others = Buffer.from('more before and after').toString('hex').match(/../g)?.join(separator);
    expect(clean([others, text, others].join(separator), TOKEN)).not.toContain(text.slice(9, -9));
  });

  test('after a zero, and with a prefix', () => {
    expect(clean([...Buffer.from('password0')].map((byte) => `0x${byte.toString(16)}`).join(), 'password0')).toBe(
      '0x[redacted]',
    );
    expect(clean([...Buffer.from('password0')].map((byte) => byte.toString(16)).join('x'), 'password0')).toBe(
      '[redacted]',
    );
  });
});

describe('leaves other text unchanged', () => {
  test.each([
    ['a short fragment of a token', `the key ${TOKEN.slice(0, 8)}… of mine`, TOKEN],
    ['a fragment of a path', 'look into /home/ada/projects/other', '/home/ada/projects/skills-of-mine'],
    ['a fragment of a URL', 'https://api.example.com/v2', 'https://api.example.com/v1/chat/7'],
    ['a fragment of a phrase', 'the horse battery', 'correct horse battery staple'],
    ['letters in sequence', 'a sec ret', 'secret'],
    ['other escapes', 'a%20b%2Fc\\\\u0073\\n &#38;&amp;&#9999999999; 100 %zz %c3%28 \\u{110000} \\u{}', TOKEN],
    ['other bytes', '12:34:56:78:9a:bc:de:f0:12 0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc 2025-11-28', TOKEN],
    ['a secret below the minimum length', 'abcdef', 'abc'],
  ])('%s', (_, text, secret) => {
    expect(clean(text, secret)).toBe(text);
  });
});

test('finds complete passphrases, short passwords and non-ASCII passwords', () => {
  expect(clean('say correct horse\nbattery staple now', 'correct horse battery staple')).toBe('say [redacted] now');
  expect(clean('hunter2!', 'hunter2')).toBe('[redacted]!');
  expect(clean('p\\u00e4ssw\\u00f6rd and pässwörd', 'pässwörd')).toBe('[redacted] and [redacted]');
});

test('finds several secrets, even if one is a prefix of another', () => {
  expect(clean(`${TOKEN}${TOKEN}9 and ${TOKEN}9`, TOKEN, `${TOKEN}9`)).toBe('[redacted] and [redacted]');
});

test('searches for a hundred secrets in little more time than for one', () => {
  const secrets = Array.from({ length: 100 }, (_, n) => `${TOKEN}${n}${base64(String(n * 7919))}`);
  const text = 'An ordinary result of a tool, of about the length that results have. '.repeat(2000);
  const find = secretFinder(secrets);
  const started = process.threadCpuUsage().user;
  expect(find?.(text)).toEqual([]);
  expect((process.threadCpuUsage().user - started) / 1000, 'milliseconds of processor time').toBeLessThan(500);
});
