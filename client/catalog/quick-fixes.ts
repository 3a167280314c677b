/** The quick fixes for skills that a client does not offer: those of the findings in their files. */
import * as vscode from 'vscode';
import type { CatalogTarget } from '../../runtime/protocol/catalog.ts';
import { own } from '../../runtime/text/objects.ts';
import { FIXES } from '../editor/fixes.ts';

/** The rules whose findings are about a reason. */
const RULES = {
  'too-deep': ['skill.not-offered'],
  'file-name': ['skill.not-offered'],
  link: ['skill.not-offered'],
  // words-ok: a code of the catalog
  'nobody-can-call': ['skill.not-offered'],
  name: ['frontmatter.name', 'frontmatter.missing'],
  'description-missing': ['frontmatter.description', 'frontmatter.missing'],
  'description-too-long': ['frontmatter.description'],
  frontmatter: ['frontmatter.syntax', 'frontmatter.missing', 'frontmatter.field'],
  shadowed: ['skill.duplicate'],
  manifest: ['plugin.invalid'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
/** Maximum number of targets for which fixes are looked up. */
const MAX_TARGETS = 50;

/** Returns where the findings about a target are that have a quick fix. Findings are only known of files that are checked. */
export async function rangesWithFix({ file, reason = '' }: CatalogTarget): Promise<readonly vscode.Range[]> {
  const rules: readonly string[] | undefined = own(RULES, reason);
  if (rules === undefined) return [];
  const uri = vscode.Uri.file(file);
  const isAbout = (one: vscode.Diagnostic): boolean => rules.includes(codeOf(one));
  const found = vscode.languages.getDiagnostics(uri).filter(isAbout);
  const fixable: vscode.Range[] = [];
  for (const { range } of found) {
    // Another finding may be at the same place.
    const isFixed = (await fixesIn(uri, range)).some(({ diagnostics = [] }) => diagnostics.some(isAbout));
    if (isFixed) fixable.push(range);
  }
  return fixable;
}

/** Returns the fixes of the findings at the start of a range. None if the file cannot be opened. */
async function fixesIn(uri: vscode.Uri, { start }: vscode.Range): Promise<readonly vscode.CodeAction[]> {
  try {
    await vscode.workspace.openTextDocument(uri);
    const found = await vscode.commands.executeCommand<readonly vscode.CodeAction[] | undefined>(
      'vscode.executeCodeActionProvider',
      uri,
      new vscode.Range(start, start),
      FIXES,
    );
    return (found ?? []).filter(({ kind }) => kind?.value === FIXES);
  } catch {
    return [];
  }
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
