import * as vscode from 'vscode';
import { formatProblems, type ProblemCount } from './labels.ts';
import { parentOf } from './nodes.ts';

/** The URI scheme of skills in the view. VS Code decorates rows by URI. */
const SCHEME = 'skillwright-skill';
/** The maximum count shown as a number; a badge has space for two characters. */
const MAX_BADGE_COUNT = 9;

/** Returns the URI of a skill's row. */
export const rowUri = (root: string): vscode.Uri =>
  vscode.Uri.from({ scheme: SCHEME, path: root.startsWith('/') ? root : `/${root}` });

/** Returns the skill's folder from the URI of its row. On Windows it begins with the drive. */
const rootOf = ({ path }: vscode.Uri): string => (/^\/[a-z]:/i.test(path) ? path.slice(1) : path);

const NONE: ProblemCount = { errors: 0, warnings: 0 };

/**
 * Shows the number of errors and warnings of each skill, as listed in Problems, as a badge on its row. The counts come from
 * VS Code's diagnostics. Nothing is counted before `setSkills` is called.
 */
export class SkillProblems implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly #disposables: readonly vscode.Disposable[];
  #roots: ReadonlySet<string> = new Set();
  /** Problem counts by the skill's folder, then by URI. */
  #counts = new Map<string, Map<string, ProblemCount>>();

  constructor() {
    this.#disposables = [
      this.#changed,
      vscode.window.registerFileDecorationProvider(this),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => this.#recount(uris)),
    ];
  }

  /** Sets the folders of the visible skills, as absolute paths with `/`. */
  setSkills(roots: ReadonlySet<string>): void {
    const same = roots.size === this.#roots.size && [...roots].every((root) => this.#roots.has(root));
    if (same) return;
    this.#roots = roots;
    this.#counts = new Map();
    for (const [uri, found] of vscode.languages.getDiagnostics()) this.#count(uri, found);
    this.#changed.fire([...this.#counts.keys()].map(rowUri));
  }

  of(root: string): ProblemCount {
    let [errors, warnings] = [0, 0];
    for (const one of this.#counts.get(root)?.values() ?? []) {
      errors += one.errors;
      warnings += one.warnings;
    }
    return { errors, warnings };
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== SCHEME) return undefined;
    const count = this.of(rootOf(uri));
    const total = count.errors + count.warnings;
    if (total === 0) return undefined;
    const color = count.errors > 0 ? 'list.errorForeground' : 'list.warningForeground';
    return new vscode.FileDecoration(
      total > MAX_BADGE_COUNT ? `${MAX_BADGE_COUNT}+` : String(total),
      formatProblems(count),
      new vscode.ThemeColor(color),
    );
  }

  #recount(uris: readonly vscode.Uri[]): void {
    if (this.#roots.size === 0) return;
    const changed = new Set<string>();
    for (const uri of uris) {
      const root = this.#count(uri, vscode.languages.getDiagnostics(uri));
      if (root !== undefined) changed.add(root);
    }
    if (changed.size > 0) this.#changed.fire([...changed].map(rowUri));
  }

  /** Counts the problems of a file. Returns the folder of its skill, if it belongs to one. */
  #count(uri: vscode.Uri, found: readonly vscode.Diagnostic[]): string | undefined {
    if (uri.scheme !== 'file') return undefined;
    const root = this.#rootOf(uri.fsPath.replaceAll('\\', '/'));
    if (root === undefined) return undefined;
    const files = this.#counts.get(root) ?? new Map<string, ProblemCount>();
    const count = countOf(found);
    if (count === NONE) files.delete(uri.toString());
    else files.set(uri.toString(), count);
    if (files.size > 0) this.#counts.set(root, files);
    else this.#counts.delete(root);
    return root;
  }

  #rootOf(path: string): string | undefined {
    for (let folder = parentOf(path); ; folder = parentOf(folder)) {
      if (this.#roots.has(folder)) return folder;
      if (folder === '/') return undefined;
    }
  }

  dispose(): void {
    for (const one of this.#disposables) one.dispose();
  }
}

function countOf(found: readonly vscode.Diagnostic[]): ProblemCount {
  const levels = vscode.DiagnosticSeverity;
  // Diagnostics without a source are VS Code's own for a visible SKILL.md, which the server then does not report.
  const relevant = found.filter(({ source }) => source === 'skillwright' || source === undefined);
  const errors = relevant.filter(({ severity }) => severity === levels.Error).length;
  const warnings = relevant.filter(({ severity }) => severity === levels.Warning).length;
  return errors + warnings === 0 ? NONE : { errors, warnings };
}
