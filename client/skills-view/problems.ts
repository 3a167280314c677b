import * as vscode from 'vscode';
import { parentOf } from './nodes.ts';
import { type ProblemCount, problemsOf } from './words.ts';

/** URIs of this scheme stand for skills in the view: VS Code decorates rows by their URI. */
const SCHEME = 'skillwright-skill';
/** A badge has room for two characters. */
const MOST = 9;

/** The URI of a skill's row, by the skill's folder. */
export const rowUri = (root: string): vscode.Uri =>
  vscode.Uri.from({ scheme: SCHEME, path: root.startsWith('/') ? root : `/${root}` });

/** The folder again; one of Windows begins with its drive. */
const rootOf = ({ path }: vscode.Uri): string => (/^\/[a-z]:/i.test(path) ? path.slice(1) : path);

const NONE: ProblemCount = { errors: 0, warnings: 0 };

/**
 * Errors and warnings of each skill, as Problems lists them, as a badge on the skill's row. Follows VS Code's diagnostics,
 * which are the server's: nothing is worked out twice. Counts nothing before it is told which skills there are.
 */
export class SkillProblems implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly #disposables: readonly vscode.Disposable[];
  #roots: ReadonlySet<string> = new Set();
  /** By the skill's folder, then by URI, what has problems. */
  #counts = new Map<string, Map<string, ProblemCount>>();

  constructor() {
    this.#disposables = [
      this.#changed,
      vscode.window.registerFileDecorationProvider(this),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => this.#follow(uris)),
    ];
  }

  /** The folders of the skills that are shown; absolute, with `/`. */
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
      total > MOST ? `${MOST}+` : String(total),
      problemsOf(count),
      new vscode.ThemeColor(color),
    );
  }

  #follow(uris: readonly vscode.Uri[]): void {
    if (this.#roots.size === 0) return;
    const changed = new Set<string>();
    for (const uri of uris) {
      const root = this.#count(uri, vscode.languages.getDiagnostics(uri));
      if (root !== undefined) changed.add(root);
    }
    if (changed.size > 0) this.#changed.fire([...changed].map(rowUri));
  }

  /** @returns the folder of the skill that the file is one of */
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
  // Without a source: what VS Code itself says of a SKILL.md that is shown, in the server's stead.
  const own = found.filter(({ source }) => source === 'skillwright' || source === undefined);
  const errors = own.filter(({ severity }) => severity === levels.Error).length;
  const warnings = own.filter(({ severity }) => severity === levels.Warning).length;
  return errors + warnings === 0 ? NONE : { errors, warnings };
}
