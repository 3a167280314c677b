import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { CataloguedSkill, SkillCatalogue, SkillDetails } from '../../server/protocol.ts';
import type { MissStore } from '../misses/miss-store.ts';
import { createItem, type SkillFacts } from './items.ts';
import { describeLastRun } from './labels.ts';
import {
  childFilesOf,
  childNeedsOf,
  childrenOfSkill,
  type FolderNode,
  foldersOf,
  type SkillNode,
  type SkillsNode,
} from './nodes.ts';
import { SkillProblems } from './problems.ts';

/** The part of the language server that the tree uses. */
export interface SkillSource {
  catalogue(): Promise<SkillCatalogue | undefined>;
  details(root: string): Promise<SkillDetails | undefined>;
  readonly onDidChangeSkills: vscode.Event<readonly CataloguedSkill[] | undefined>;
}

const toPosixPath = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/$/, '');
const toNativePath = (root: string): string => vscode.Uri.file(root).fsPath;

/** The tree of the Skills view. The catalogue is loaded when the view is shown, and a skill's details when it is expanded. */
export class SkillsTree implements vscode.TreeDataProvider<SkillsNode>, vscode.Disposable {
  readonly #source: SkillSource;
  readonly #misses: MissStore;
  readonly #problems = new SkillProblems();
  readonly #changed = new vscode.EventEmitter<SkillsNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #disposables: readonly vscode.Disposable[];
  /** The current rows, by the skill's folder. */
  #rows = new Map<string, SkillNode>();
  readonly #facts: SkillFacts;
  #missCounts = '';

  constructor(source: SkillSource, misses: MissStore) {
    this.#source = source;
    this.#misses = misses;
    this.#facts = {
      problems: (root) => this.#problems.of(root),
      lastRun: (root) => {
        const last = misses.lastRun(toNativePath(root));
        return last && describeLastRun(last);
      },
      misses: (file) => misses.of(file).reduce((sum, location) => sum + location.misses.length, 0),
      wasRead: (root, path) => misses.lastRun(toNativePath(root))?.foundPaths.has(path) ?? false,
    };
    this.#disposables = [
      this.#problems,
      this.#changed,
      source.onDidChangeSkills((skills) => this.#update(skills)),
      misses.onDidRun(() => this.refresh()),
      misses.onDidChange(() => this.#updateMisses()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.refresh()),
    ];
  }

  /** Reloads the visible part of the tree if a number of misses has changed, and not only the position of one. */
  #updateMisses(): void {
    const counts = this.#misses.files.map((file) => `${this.#facts.misses(file)} ${file}`).join('\n');
    if (counts === this.#missCounts) return;
    this.#missCounts = counts;
    this.refresh();
  }

  /** Reloads the visible part of the tree. */
  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(node?: SkillsNode): Promise<SkillsNode[]> {
    switch (node?.kind) {
      case undefined:
        return this.#folders();
      case 'folder':
        return [...node.skills];
      case 'skill': {
        const { root } = node.skill;
        return childrenOfSkill(node, await this.#source.details(root), this.#misses.lastRun(toNativePath(root)));
      }
      case 'file':
      case 'unreferenced':
      case 'others':
        return [...childFilesOf(node)];
      case 'needs':
        return childNeedsOf(node);
      default:
        return [];
    }
  }

  getParent(node: SkillsNode): SkillsNode | undefined {
    if (node.kind === 'folder') return undefined;
    if (node.kind === 'skill') return node.folder;
    return node.kind === 'file' || node.kind === 'need' ? node.parent : node.skillNode;
  }

  getTreeItem(node: SkillsNode): vscode.TreeItem {
    return createItem(node, this.#facts);
  }

  async #folders(): Promise<FolderNode[]> {
    const catalogue = await this.#source.catalogue();
    if (catalogue === undefined) return [];
    const workspace = (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({
      path: toPosixPath(uri.fsPath),
      name,
    }));
    const folders = foldersOf(catalogue, workspace, toPosixPath(homedir()));
    this.#rows = new Map(folders.flatMap(({ skills }) => skills.map((row) => [row.skill.root, row])));
    this.#problems.setSkills(new Set(this.#rows.keys()));
    return [...folders];
  }

  /** Refreshes only the rows of changed skills, since typing usually changes a single one. */
  #update(skills: readonly CataloguedSkill[] | undefined): void {
    const rows = skills?.flatMap((skill) => {
      const row = this.#rows.get(skill.root);
      return row?.skill.scope === skill.scope ? [{ row, skill }] : [];
    });
    if (rows === undefined || rows.length !== skills?.length) this.refresh();
    else
      for (const { row, skill } of rows) {
        row.skill = skill;
        this.#changed.fire(row);
      }
  }

  dispose(): void {
    for (const one of this.#disposables) one.dispose();
  }
}
