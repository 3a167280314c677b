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

describe('leaves other text unchanged', () => {
  test.each([
    ['a short fragment of a token', `the key ${TOKEN.slice(0, 8)}… of mine`, TOKEN],
    ['a fragment of a path', 'look into /home/ada/projects/other', '/home/ada/projects/skills-of-mine'],
    ['a fragment of a URL', 'https://api.example.com/v2', 'https://api.example.com/v1/chat/7'],
    ['a fragment of a phrase', 'the horse battery', 'correct horse battery staple'],
    ['letters in sequence', 'a sec ret', 'secret'],
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
