/** The forms in which models, tools, scripts, servers and providers return a secret. */

/** A source of pseudorandom numbers in [0, 1), reproducible by its seed. */
export type Chance = () => number;

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function letters(chance: Chance, count: number): string {
  return Array.from({ length: count }, () => LETTERS[Math.floor(chance() * LETTERS.length)]).join('');
}

/**
 * Creates a secret: a token, one with characters that every encoding changes (valid in a header), or a password of
 * words.
 */
export function canary(chance: Chance, kind = Math.floor(chance() * 4)): string {
  if (kind === 0) return `sk-${letters(chance, 8)}-${letters(chance, 28)}7a`;
  if (kind === 1) return `${letters(chance, 12)}+/${letters(chance, 10)}==${letters(chance, 4)}9z`;
  if (kind === 2) return `k1"${letters(chance, 12)}\\${letters(chance, 8)}&ä§${letters(chance, 6)}`;
  return `${letters(chance, 9)}7 ${letters(chance, 8)} ${letters(chance, 8)}x`;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const chunks = (text: string, size: number): string[] => text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];

/** Texts that contain the secret. In some, truncation can split it: even then, less than a third of it may remain. */
export const FORMS: Readonly<Record<string, (secret: string, chance: Chance) => string>> = {
  plain: (secret) => `the key is ${secret}.`,
  twice: (secret) => `${secret}${secret}`,
  json: (secret) => JSON.stringify({ headers: { Authorization: `Bearer ${secret}` } }),
  jsonInJson: (secret) => JSON.stringify({ text: JSON.stringify({ key: secret }) }),
  percent: (secret) => `https://x.example/?key=${encodeURIComponent(secret)}&a=1`,
  percentTwice: (secret) => encodeURIComponent(encodeURIComponent(secret)),
  form: (secret) => new URLSearchParams({ key: secret }).toString(),
  base64: (secret) => base64(secret),
  basic: (secret) => `Basic ${base64(`ada:${secret}`)}`,
  base64InMore: (secret) => base64(JSON.stringify({ environment: { A: 'b', KEY: secret, Z: 'y' } })),
  base64Url: (secret) => Buffer.from(`x${secret}`).toString('base64url'),
  base64Lines: (secret) => chunks(base64(`KEY=${secret}\nHOME=/root\n`), 16).join('\n'),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  lines: (secret) => [...secret].join('\n'),
  linesOfEight: (secret) => chunks(secret, 8).join('\r\n'),
  list: (secret) => JSON.stringify(chunks(secret, 6)),
  cutAt200: (secret, chance) => `${'a '.repeat(100 - Math.ceil(chance() * 18))}${secret}${' b'.repeat(40)}`,
  cutAt1000: (secret, chance) => `${'a '.repeat(500 - Math.ceil(chance() * 18))}${secret}${' b'.repeat(400)}`,
  cutAt2000: (secret, chance) => `${'a '.repeat(1000 - Math.ceil(chance() * 18))}${secret}${' b'.repeat(400)}`,
  large: (secret) => `${'filler '.repeat(12_000)}${secret}`,
};

export const FORM_NAMES = Object.keys(FORMS);
