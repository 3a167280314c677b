/** Random values of secrets, for tests: of each alphabet, and with each first character. */

/** Alphabets of keys and tokens. */
export const ALPHABETS: Readonly<Record<string, string>> = {
  hex: '0123456789abcdef',
  'hex in capitals': '0123456789ABCDEF',
  base32: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  base36: '0123456789abcdefghijklmnopqrstuvwxyz',
  base58: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  base62: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  base64: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/',
  base64url: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_',
  // Digits are five times as frequent as each letter.
  'mostly digits': `${'0123456789'.repeat(5)}abcdefghijklmnopqrstuvwxyz`,
};

/** Returns a generator of numbers from 0 to `limit` - 1, the same ones for the same seed. */
export function seededRandom(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** A random value, and how it was made. */
export interface RandomSecret {
  readonly value: string;
  readonly alphabet: string;
  readonly first: string;
}

/** Returns `count` values for each alphabet and each first character, of 16 to 64 characters. */
export function randomSecrets(seed: number, count: number): readonly RandomSecret[] {
  const random = seededRandom(seed);
  return Object.entries(ALPHABETS).flatMap(([alphabet, characters]) =>
    [...new Set(characters)].flatMap((first) =>
      Array.from({ length: count }, () => {
        const length = [16, 20, 24, 32, 40, 64][random(6)] ?? 16;
        const rest = Array.from({ length: length - 1 }, () => characters[random(characters.length)]);
        return { value: first + rest.join(''), alphabet, first };
      }),
    ),
  );
}

/** Texts with random values in one place. */
export interface SecretPlace {
  readonly values: readonly RandomSecret[];
  readonly textOf: (value: string) => string;
}

/** Returns the share of redacted values: of all, by alphabet and by first character, and in each place. */
export function redactionRates(
  places: readonly SecretPlace[],
  redact: (text: string) => string,
): { readonly rates: ReadonlyMap<string, number>; readonly byPlace: readonly number[] } {
  const counts = new Map<string, { redacted: number; all: number }>();
  const byPlace = places.map(({ values, textOf }) => {
    let redacted = 0;
    for (const { value, alphabet, first } of values) {
      // A piece that remains is a leak, too.
      const isRedacted = !redact(textOf(value)).includes(value.slice(2, -3));
      if (isRedacted) redacted++;
      for (const group of ['all', alphabet, `first ${first}`]) {
        const count = counts.get(group) ?? { redacted: 0, all: 0 };
        count.all++;
        if (isRedacted) count.redacted++;
        counts.set(group, count);
      }
    }
    return redacted / values.length;
  });
  return { rates: new Map([...counts].map(([group, { redacted, all }]) => [group, redacted / all])), byPlace };
}
