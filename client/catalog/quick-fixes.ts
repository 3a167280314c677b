/** The quick fixes for skills that a client does not offer: those of the findings in their files. */
import * as vscode from 'vscode';
import type { CatalogTarget } from '../../runtime/protocol/catalog.ts';
import { own } from '../../runtime/text/objects.ts';
import { fixesAt, sourceRangeOf } from '../editor/fixes.ts';

/** The rules whose findings are about a reason and may have a quick fix. */
const RULES = {
  'file-name': ['skill.not-offered'],
  name: ['frontmatter.name', 'frontmatter.missing'],
  'description-missing': ['frontmatter.description', 'frontmatter.missing'],
  'description-too-long': ['frontmatter.description'],
  frontmatter: ['frontmatter.syntax', 'frontmatter.missing', 'frontmatter.field'],
  manifest: ['plugin.invalid'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
/** Maximum number of targets for which fixes are looked up. */
const MAX_TARGETS = 50;

/** Returns where the findings about a target are that have a quick fix. Findings are only known of files that are checked. */
export async function rangesWithFix(target: CatalogTarget): Promise<readonly vscode.Range[]> {
  const file = vscode.Uri.file(target.file).fsPath;
  const fixable: vscode.Range[] = [];
  for (const { range } of findingsAbout(target)) {
    const { line, character: column } = range.start;
    const fixes = await fixesAt(sourceRangeOf(file, { line, column, endLine: line, endColumn: column }));
    if (fixes.length > 0) fixable.push(range);
  }
  return fixable;
}

/** Returns a text that changes with the findings about these targets. */
export function findingsKey(targets: readonly CatalogTarget[]): string {
  const found = targets.flatMap((target) =>
    findingsAbout(target).map((one) => [target.file, codeOf(one), one.range.start.line, one.range.start.character]),
  );
  return JSON.stringify(found);
}

function findingsAbout({ file, reason = '' }: CatalogTarget): readonly vscode.Diagnostic[] {
  const rules: readonly string[] | undefined = own(RULES, reason);
  if (rules === undefined) return [];
  return vscode.languages.getDiagnostics(vscode.Uri.file(file)).filter((one) => rules.includes(codeOf(one)));
}

/** Returns the numbers of the targets that have a quick fix. */
export async function targetsWithFix(targets: readonly CatalogTarget[]): Promise<readonly number[]> {
  // Clients miss the same files for the same reason.
  const byProblem = new Map<string, number[]>();
  for (const [number, { file, reason }] of targets.entries()) {
    if (reason === undefined) continue;
    const key = JSON.stringify([file, reason]);
    byProblem.set(key, [...(byProblem.get(key) ?? []), number]);
  }
  const found: number[] = [];
  for (const numbers of [...byProblem.values()].slice(0, MAX_TARGETS)) {
    const target = targets[numbers[0] ?? -1];
    if (target !== undefined && (await rangesWithFix(target)).length > 0) found.push(...numbers);
  }
  return found;
}

function codeOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}
