import * as vscode from 'vscode';
import type { ModelChoice } from '../dialogs/memory.ts';
import { requireTrust } from '../dialogs/workspace-trust.ts';
import { skillOfEvalFile, watchEvalFiles } from './eval-files.ts';
import { EvalTree, type EvalTreeContext } from './eval-tree.ts';
import { evaluateSkill, type SkillEval, type SkillEvalContext } from './evaluate-skill.ts';

export const UNTRUSTED = 'Trust this workspace to run evals. Skills can contain scripts.';
/** Time without typing before the cases of a file are read again, in milliseconds. */
const DEBOUNCE_MS = 300;

export interface EvalTestsContext extends EvalTreeContext, Omit<SkillEvalContext, 'tree'> {
  /** Returns the models for a skill, asking for one if there is none or `asks` is true; undefined if the user cancels. */
  readonly models: (root: string, asks: boolean) => Promise<readonly ModelChoice[] | undefined>;
}

/** The cases of eval files in the Test Explorer, which is registered when a skill of the workspace has some. */
export class EvalTests implements vscode.Disposable {
  readonly tree: EvalTree;
  readonly #context: EvalTestsContext;
  readonly #controller: vscode.TestController;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #disposables: readonly vscode.Disposable[];

  constructor(context: EvalTestsContext) {
    this.#context = context;
    const controller = vscode.tests.createTestController('skillwright.evals', 'Skillwright Evals');
    this.#controller = controller;
    this.tree = new EvalTree(controller, context);
    controller.resolveHandler = (item) => this.tree.resolve(item);
    controller.refreshHandler = () => this.tree.discover();
    const { Run } = vscode.TestRunProfileKind;
    const profiles = [
      controller.createRunProfile('Evaluate', Run, (request, token) => this.#run(request, token, false), true),
      controller.createRunProfile('Evaluate with Another Model…', Run, (request, token) =>
        this.#run(request, token, true),
      ),
    ];
    for (const profile of profiles)
      profile.configureHandler = () =>
        void vscode.commands.executeCommand('workbench.action.openSettings', 'skillwright.evals');
    this.#disposables = [
      controller,
      ...profiles,
      watchEvalFiles({
        onFound: ({ fsPath }) => this.#later(fsPath, true),
        onChanged: ({ fsPath }) => this.#later(fsPath, false),
        onGone: ({ fsPath }) => this.#later(fsPath, true),
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#later(document.uri.fsPath, false)),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => void this.#show(uri.fsPath)),
    ];
    void this.tree.discover().then(async () => {
      for (const { uri } of vscode.workspace.textDocuments) await this.#show(uri.fsPath);
    });
  }

  /** Runs all cases of a skill, and opens the page with the results. Returns false if it has none. */
  async runSkill(root: string, how: Pick<SkillEval, 'models' | 'baseline'>): Promise<boolean> {
    const skill = await this.tree.skill(root);
    const items = await this.tree.resolveAll(skill);
    if (skill.children.size === 0) return false;
    const run = this.#controller.createTestRun(new vscode.TestRunRequest([skill]));
    try {
      const context = { ...this.#context, tree: this.tree };
      await evaluateSkill(context, run, { root, items, opensPage: true, ...how }, run.token);
    } finally {
      run.end();
    }
    return true;
  }

  /** Reads the cases of a file that is open, so that the editor shows them. */
  async #show(file: string): Promise<void> {
    if (!this.tree.has(file)) {
      if (!/\.(?:json|ya?ml)$/.test(file)) return;
      if (skillOfEvalFile(await this.#context.roots(), file) === undefined) return;
      await this.tree.discover();
    }
    await this.tree.update(file);
  }

  /** Updates a file of the tree after a pause; `discovers` if it is new or gone. */
  #later(file: string, discovers: boolean): void {
    if (!discovers && !this.tree.has(file)) return;
    clearTimeout(this.#timers.get(file));
    const update = async (): Promise<void> => {
      this.#timers.delete(file);
      if (discovers) await this.tree.discover();
      await this.tree.update(file);
    };
    this.#timers.set(
      file,
      setTimeout(() => void update(), DEBOUNCE_MS),
    );
  }

  async #run(request: vscode.TestRunRequest, token: vscode.CancellationToken, asks: boolean): Promise<void> {
    const { include, exclude = [] } = request;
    if (!(await requireTrust(UNTRUSTED))) return;
    if (include === undefined) await this.tree.discover();
    const roots = new Map<string, vscode.TestItem[]>();
    for (const item of include ?? [...this.#controller.items].map(([, one]) => one)) {
      const root = this.tree.node(item)?.root;
      if (root !== undefined) roots.set(root, [...(roots.get(root) ?? []), item]);
    }
    // With the request itself, or the editor would take it for another run, with a Stop button of its own.
    const run = this.#controller.createTestRun(request);
    const stop = new vscode.CancellationTokenSource();
    const listeners = [token, run.token].map((one) => one.onCancellationRequested(() => stop.cancel()));
    try {
      let chosen: readonly ModelChoice[] | undefined;
      for (const [root, items] of roots) {
        if (token.isCancellationRequested || run.token.isCancellationRequested) return;
        // Asked once for all skills.
        const models = chosen ?? (await this.#context.models(root, asks));
        if (models === undefined) return;
        if (asks) chosen = models;
        await this.#runItems(run, root, { items, exclude, models }, stop.token);
      }
    } finally {
      vscode.Disposable.from(...listeners, stop).dispose();
      run.end();
    }
  }

  async #runItems(
    run: vscode.TestRun,
    root: string,
    {
      items,
      exclude,
      models,
    }: {
      readonly items: readonly vscode.TestItem[];
      readonly exclude: readonly vscode.TestItem[];
      readonly models: readonly ModelChoice[];
    },
    token: vscode.CancellationToken,
  ): Promise<void> {
    const isExcluded = (item: vscode.TestItem | undefined): boolean =>
      item !== undefined && (exclude.includes(item) || isExcluded(item.parent));
    const found = await Promise.all(items.map((item) => this.tree.resolveAll(item)));
    const cases = [...new Set(found.flat())].filter((item) => !isExcluded(item));
    const isWhole = items.some((item) => this.tree.node(item)?.kind === 'skill') && exclude.length === 0;
    const keys = cases.flatMap((item) => {
      const node = this.tree.node(item);
      return node?.kind === 'case' ? [node.key] : [];
    });
    const context = { ...this.#context, tree: this.tree };
    const selected = isWhole ? {} : { cases: keys };
    await evaluateSkill(context, run, { root, items: cases, models, opensPage: false, ...selected }, token);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const one of this.#disposables) one.dispose();
  }
}
