import * as vscode from 'vscode';
import type { ComparedTexts, Comparison } from '../../runtime/protocol/compare.ts';

const SCHEME = 'skillwright-compare';
/** Maximum number of comparisons whose texts are kept for their open editors. */
const MAX_TEXTS = 20;

/**
 * Opens the two versions of a text of a comparison in VS Code's diff editor. The texts come from journals: they are read-only,
 * and no file is read through an address.
 */
export class ComparedTextEditors implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, readonly [a: string, b: string]>();
  readonly #registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  #count = 0;

  provideTextDocumentContent({ query }: vscode.Uri): string {
    const [key = '', side] = query.split('&');
    return this.#texts.get(key)?.[side === 'a' ? 0 : 1] ?? '';
  }

  /** Opens the texts behind a first difference. Does nothing if they are not recorded. */
  async show({ reason, subject = reason, texts }: NonNullable<Comparison['divergence']>): Promise<void> {
    if (texts !== undefined) await this.#open(subject, reason === 'result' || reason === 'tools' ? 'txt' : 'md', texts);
  }

  /** Opens the answers of both runs, as far as a comparison has them. */
  async showAnswers({ a, b }: Pick<Comparison, 'a' | 'b'>): Promise<void> {
    await this.#open('Answer', 'md', { a: a.totals.answer, b: b.totals.answer });
  }

  async #open(subject: string, language: 'txt' | 'md', texts: ComparedTexts): Promise<void> {
    const key = String(this.#count++);
    this.#texts.set(key, [texts.a, texts.b]);
    for (const oldest of [...this.#texts.keys()].slice(0, -MAX_TEXTS)) this.#texts.delete(oldest);
    const uri = (side: 'a' | 'b'): vscode.Uri =>
      vscode.Uri.from({ scheme: SCHEME, path: `/run-${side}.${language}`, query: `${key}&${side}` });
    // The name comes from a journal.
    const name = subject.replace(/\s+/g, ' ').slice(0, 60);
    await vscode.commands.executeCommand('vscode.diff', uri('a'), uri('b'), `${name} (A ↔ B)`);
  }

  dispose(): void {
    this.#registered.dispose();
  }
}
