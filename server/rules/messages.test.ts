/** Checks the form of all messages, with inputs that make them long: at most 160 characters, in full sentences. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findingsByPath, PROVOKING } from '../../test/equipment/server/provoking.ts';
import { MAX_MESSAGE_LENGTH } from './rule/message.ts';
import type { Finding } from './rule/rule.ts';

const findingsOf = (one: Parameters<typeof findingsByPath>[0]): readonly Finding[] =>
  [...findingsByPath(one).values()].flat();

const found = PROVOKING.flatMap(findingsOf);

const messages = (findings: readonly Finding[]): readonly string[] => [
  ...new Set(
    findings.flatMap(({ message, related = [] }) => [message, ...related.flatMap((one) => one.message ?? [])]),
  ),
];

it('has at most 160 characters in full sentences', () => {
  expect(messages(found).filter((one) => one.length > MAX_MESSAGE_LENGTH)).toEqual([]);
  expect(messages(found).filter((one) => !/^[\p{Lu}`“]/u.test(one) || !/[.?]$/.test(one))).toEqual([]);
});

it('has at most 160 characters in the examples', () => {
  const folder = join(import.meta.dirname, '../../examples');
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const files = Object.fromEntries(
    paths.map((one) => {
      const path = join(one.parentPath, one.name);
      return [`/work${path.slice(folder.length).replaceAll('\\', '/')}`, readFileSync(path, 'utf8')];
    }),
  );
  const all = findingsOf({ files });
  expect(all.length).toBeGreaterThan(3);
  expect(messages(all).filter((one) => one.length > MAX_MESSAGE_LENGTH)).toEqual([]);
});
