import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type { CaseKey, ListEvalCasesParams, ListEvalCasesResult, ListedCase } from '../../runtime/protocol/evals.ts';
import { defined } from '../../runtime/text/objects.ts';
import { nativePath } from '../commands/run-agent.ts';
import { findEvalFiles, findEvalFilesOf } from './eval-files.ts';

/** The subject of an item of the Test Explorer. */
export type EvalNode =
  | { readonly kind: 'skill'; readonly root: string }
  | { readonly kind: 'file'; readonly root: string; readonly file: string }
  | {
      readonly kind: 'case';
      readonly root: string;
      readonly key: CaseKey;
      /** The part that is not filled in, so that the case is not run. */
      readonly missing?: string;
    };

export interface EvalTreeContext {
  /** Returns the folders of the skills of the workspace. */
  readonly roots: () => Promise<readonly string[]>;
  /** Reads the cases of a file, as it is in the editor if it is open. */
  readonly list: (params: ListEvalCasesParams) => Promise<ListEvalCasesResult>;
}

/** Maximum length of a prompt next to the name of its case. */
const PROMPT_LENGTH = 100;

/** The tree of the Test Explorer: skills, their eval files, and the cases, which are read when a file is expanded or open. */
export class EvalTree {
  readonly #controller: vscode.TestController;
  readonly #context: EvalTreeContext;
  readonly #nodes = new WeakMap<vscode.TestItem, EvalNode>();
  /** The last reading of each file, so that an earlier one that ends later is ignored. */
  readonly #readings = new Map<string, object>();

  constructor(controller: vscode.TestController, context: EvalTreeContext) {
    this.#controller = controller;
    this.#context = context;
  }

  node(item: vscode.TestItem): EvalNode | undefined {
    return this.#nodes.get(item);
  }

  /** Updates the skills and their eval files. */
  async discover(): Promise<void> {
    const files = await findEvalFiles(await this.#context.roots());
    const items = [...files].map(([root, own]) => {
      const item = this.#skillItem(root);
      this.#setFiles(item, root, own);
      return item;
    });
    this.#controller.items.replace(items);
  }

  /** Reads what is below an item; undefined for the whole tree. */
  async resolve(item: vscode.TestItem | undefined): Promise<void> {
    const node = item && this.#nodes.get(item);
    if (item === undefined) await this.discover();
    else if (node?.kind === 'skill') this.#setFiles(item, node.root, await findEvalFilesOf(node.root));
    else if (node?.kind === 'file') await this.#readCases(item, node);
  }

  /** Reads everything below an item, and returns its cases. */
  async resolveAll(item: vscode.TestItem): Promise<readonly vscode.TestItem[]> {
    const node = this.#nodes.get(item);
    if (node?.kind === 'case') return [item];
    await this.resolve(item);
    const cases: vscode.TestItem[] = [];
    for (const [, child] of item.children) cases.push(...(await this.resolveAll(child)));
    return cases;
  }

  /** Returns the item of a skill, which is added if it is not in the tree, with its eval files. */
  async skill(root: string): Promise<vscode.TestItem> {
    const known = this.#controller.items.get(root);
    const item = known ?? this.#skillItem(root);
    if (known === undefined) this.#controller.items.add(item);
    await this.resolve(item);
    return item;
  }

  /** Reads the cases of a file again. Files of skills that are not in the tree are ignored. */
  async update(file: string): Promise<void> {
    for (const [, skill] of this.#controller.items) {
      const item = skill.children.get(file);
      const node = item && this.#nodes.get(item);
      if (item !== undefined && node?.kind === 'file') await this.#readCases(item, node);
    }
  }

  /** True if a file is in the tree. */
  has(file: string): boolean {
    return [...this.#controller.items].some(([, skill]) => skill.children.get(file) !== undefined);
  }

  #skillItem(root: string): vscode.TestItem {
    const known = this.#controller.items.get(root);
    if (known !== undefined) return known;
    const item = this.#controller.createTestItem(root, basename(root), vscode.Uri.file(join(root, 'SKILL.md')));
    item.canResolveChildren = true;
    this.#nodes.set(item, { kind: 'skill', root });
    return item;
  }

  #setFiles(skill: vscode.TestItem, root: string, files: readonly string[]): void {
    const items = files.map((file) => {
      const known = skill.children.get(file);
      if (known !== undefined) return known;
      const label = vscode.workspace.asRelativePath(file).startsWith('..')
        ? basename(file)
        : file.slice(root.length + 1);
      const item = this.#controller.createTestItem(file, label, vscode.Uri.file(file));
      item.canResolveChildren = true;
      this.#nodes.set(item, { kind: 'file', root, file });
      return item;
    });
    skill.children.replace(items);
  }

  async #readCases(item: vscode.TestItem, { root, file }: Extract<EvalNode, { kind: 'file' }>): Promise<void> {
    const reading = {};
    this.#readings.set(file, reading);
    item.busy = true;
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === file);
    const { cases, problems } = await this.#context.list(
      defined({
        file,
        text: open?.getText(),
      }),
    );
    if (this.#readings.get(file) !== reading) return;
    item.busy = false;
    item.children.replace(
      cases.map((one, index) => {
        const { file: own, id, line, missing } = one;
        const child =
          item.children.get(caseId(one)) ??
          this.#controller.createTestItem(caseId(one), id, vscode.Uri.file(nativePath(own)));
        child.label = one.name === undefined || one.name.length > PROMPT_LENGTH ? id : `${id}: ${one.name}`;
        const prompt = one.prompt.replaceAll(/\s+/g, ' ').slice(0, PROMPT_LENGTH);
        child.description = missing === undefined ? prompt : `not filled in: ${missing}`;
        child.range = new vscode.Range(line - 1, 0, lastLine(cases, one, open) - 1, 0);
        child.sortText = String(index).padStart(6, '0');
        child.tags = [new vscode.TestTag(one.kind)];
        this.#nodes.set(child, defined<EvalNode>({ kind: 'case', root, key: { file: own, id }, missing }));
        return child;
      }),
    );
    const text = new vscode.MarkdownString();
    for (const { line, message } of problems.slice(0, 10)) text.appendText(`Line ${line}: ${message}\n`);
    item.error = problems.length === 0 ? undefined : text;
  }
}

/** Returns the last line of a case from 1: the one where the next case of its file starts, or the end of the file. */
function lastLine(
  cases: readonly ListedCase[],
  { file, line }: ListedCase,
  open: vscode.TextDocument | undefined,
): number {
  const next = cases.find((other) => other.file === file && other.line > line);
  return next?.line ?? Math.max(line, open?.lineCount ?? line);
}

/** Returns the id of a case in the tree. */
export function caseId({ file, id }: CaseKey): string {
  return `${file}#${id}`;
}
