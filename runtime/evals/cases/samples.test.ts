import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { evalFindings } from '../../../skill/index.ts';
import { loadCases } from './load-cases.ts';

/** Real eval files, which are not part of the product. */
const SAMPLES = join(import.meta.dirname, '../../../../shared/evals');
const NAMES =
  /(?:^|[/_-])(?:evals?|tasks?|trigger|grading|timing|benchmark|promptfoo)[^/]*(?:\/[^/]*)?\.(?:json|ya?ml|toml)$/;
const FILES = existsSync(SAMPLES)
  ? readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' }).filter((name) => NAMES.test(name))
  : [];

/** Reasons for which files of other formats are declined, by their names. */
const DECLINED: readonly (readonly [name: RegExp, reason: RegExp])[] = [
  [/^grading\.json$/, /This is a grading/],
  [/^timing\.json$/, /This is a timing/],
  [/^benchmark\.json$/, /This is a benchmark/],
  [/schema\.json$/, /This is a JSON schema/],
  [/^promptfooconfig\.yaml$/, /promptfoo/],
  [/\.toml$/, /Only JSON and YAML/],
];

it.skipIf(FILES.length === 0)('real eval files have no findings in an editor', () => {
  const anyFile = { has: () => true };
  const findings = FILES.flatMap((name) =>
    evalFindings(`evals/${basename(name)}`, readFileSync(join(SAMPLES, name), 'utf8'), anyFile)
      // Checks of other tools are not judged, and paths of another folder are refused.
      .filter(({ severity, message }) => severity !== 'information' && !/out of the skill/.test(message))
      .map(({ message }) => `${name}: ${message}`),
  );
  expect(findings).toEqual([]);
});

it.skipIf(FILES.length === 0)('real eval files are read without problems, or declined with the reason', async () => {
  const unexpected: string[] = [];
  let cases = 0;
  for (const name of FILES) {
    const loaded = await loadCases(join(SAMPLES, name));
    const declined = DECLINED.find(([pattern]) => pattern.test(basename(name)))?.[1];
    // The only other tool with an eval.yaml among the samples.
    const reason = declined ?? (name.includes('skillgrade/') ? /skillgrade/ : undefined);
    const messages = loaded.problems.map(({ message }) => message);
    const isExpected =
      reason === undefined ? messages.length === 0 && loaded.cases.length > 0 : reason.test(messages.join());
    if (!isExpected) unexpected.push(`${name}: ${messages.join('; ')}`);
    cases += loaded.cases.length;
  }
  expect(unexpected).toEqual([]);
  expect(cases).toBeGreaterThan(100);
});
