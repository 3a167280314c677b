/** The rules' findings in the corpus, as in the editor, and labels of a sample of them. */
import { readFileSync } from 'node:fs';
import type { Severity } from '../server/protocol.ts';
import { DEFAULT_SETTINGS } from '../server/settings.ts';
import { Workspace } from '../server/workspace/workspace.ts';
import { diskFiles } from '../skill/disk.ts';
import { dirname, findSkills, join } from '../skill/index.ts';
import { eachPlace } from './corpus/places.ts';
import { type Corpus, readBenchTable } from './corpus/quality-corpus.ts';

/** A finding of a `reference.*` rule; repetitions in a document count as one. */
export interface RuleFinding {
  /** Relative to the corpus folder. */
  readonly file: string;
  /** Folder of the skill, relative to the corpus folder. */
  readonly skill: string;
  readonly code: string;
  readonly target: string;
  readonly line: number;
  readonly isManifest: boolean;
  /** The severity after the certainty thresholds are applied. */
  readonly severity: Severity;
  readonly suggestions: readonly string[];
  /** The text of the finding's line. */
  readonly shown: string;
}

/** Returns every finding, with a workspace for each repository. */
export function ruleFindings({ folder, repositories }: Corpus): readonly RuleFinding[] {
  const findings = new Map<string, RuleFinding>();
  for (const slug of repositories) {
    const repository = join(folder, slug);
    const workspace = new Workspace(diskFiles(), (code, document, error) => {
      throw new Error(`${code} failed on ${document}`, { cause: error });
    });
    workspace.setFolders([repository]);
    workspace.setSettings(DEFAULT_SETTINGS);
    for (const manifest of findSkills(diskFiles(), repository)) {
      for (const path of workspace.skillOf(manifest)?.documents() ?? []) {
        const result = workspace.diagnose(path);
        const lines = readFileSync(path, 'utf8').split('\n');
        const places = (result?.findings ?? []).flatMap((one) =>
          eachPlace(one, result?.lines.text ?? '').map((place) => ({ ...place, severity: one.severity })),
        );
        for (const { code, range, target, suggestions, severity } of places) {
          if (!code.startsWith('reference.') || !result) continue;
          const { line } = result.lines.position(range.start);
          const shown = (lines[line] ?? '').slice(0, 300);
          const file = path.slice(folder.length + 1);
          const one: RuleFinding = {
            file,
            code,
            target,
            severity,
            suggestions,
            shown,
            skill: dirname(manifest).slice(folder.length + 1),
            line: line + 1,
            isManifest: path === manifest,
          };
          if (!findings.has(keyOf(one))) findings.set(keyOf(one), one);
        }
      }
    }
  }
  return [...findings.values()];
}

/** Returns true if the level of a finding is below a warning, which counts as silence. */
export const isQuiet = ({ severity }: Pick<RuleFinding, 'severity'>): boolean =>
  severity === 'information' || severity === 'hint';

/** Formats the share of true findings without a warning. */
export const formatHidden = (countSilent: number, silent: number, of: number): string =>
  `of the ${of} true ones ${countSilent} ended as a hint and ${silent} as nothing (${(((countSilent + silent) / Math.max(1, of)) * 100).toFixed(0)} %)`;

/** The key that matches a label with a finding: paths, because lines move. */
export const keyOf = (one: Pick<RuleFinding, 'file' | 'code' | 'target'>): string =>
  [one.file, one.code, one.target].join('\t');

/** Labels of `bench/NAME.tsv`, by the key of their finding: `true`, `false` or `unclear`. */
export function readRuleLabels(name: string): ReadonlyMap<string, string> {
  return new Map(
    readBenchTable(name).map((row) => [
      keyOf({ file: row['file'] ?? '', code: row['code'] ?? '', target: row['target'] ?? '' }),
      row['label'] ?? '',
    ]),
  );
}

/**
 * Prints, for each file of labels and each code, how many findings have each label, and how many labeled findings are no
 * longer reported. Returns the unlabeled findings, one per line.
 */
export function printRuleLabels(findings: readonly RuleFinding[]): string {
  const unlabeled = new Set(findings);
  for (const name of ['quality-other-files.tsv', 'quality-other-rules.tsv']) {
    const labels = readRuleLabels(name);
    const labeled = findings.filter((one) => labels.has(keyOf(one)));
    for (const one of labeled) unlabeled.delete(one);
    const silent = [...labels.keys()].filter((key) => !labeled.some((one) => keyOf(one) === key));
    console.log(`bench/${name}: ${labels.size} labels`);
    const codes = [...new Set([...labels.keys()].map((key) => key.split('\t')[1] ?? ''))].sort();
    for (const code of codes) {
      const count = (label: string): number =>
        labeled.filter((one) => one.code === code && labels.get(keyOf(one)) === label).length;
      const quiet = (label: string): number =>
        silent.filter((key) => key.split('\t')[1] === code && labels.get(key) === label).length;
      const hints = labeled.filter(
        (one) => one.code === code && labels.get(keyOf(one)) === 'true' && isQuiet(one),
      ).length;
      const precision = count('true') / Math.max(1, count('true') + count('false'));
      console.log(
        `  ${code.padEnd(24)} reported: ${count('true')} true, ${count('false')} false, ${count('unclear')} unclear, ` +
          `precision ${precision.toFixed(3)}; no longer reported: ${quiet('true')} true, ${quiet('false')} false, ${quiet('unclear')} unclear; ` +
          formatHidden(hints, quiet('true'), count('true') + quiet('true')),
      );
    }
  }
  return [...unlabeled]
    .map(
      (one) => `${one.file}:${one.line} ${one.code} ${one.target} → ${one.suggestions.join(', ')}\n    ${one.shown}\n`,
    )
    .join('');
}
