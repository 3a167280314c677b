import type { FileSystem } from '../../skill/index.ts';
import { within } from '../../skill/index.ts';
import { type ProjectFile, settingsFor } from '../project-file.ts';
import { DEFAULT_SETTINGS, type Settings } from '../settings.ts';
import type { SkillEntry } from './entry.ts';
import { Projects } from './projects.ts';
import { Roots } from './roots.ts';

/** The folders that paths in a skill may be relative to, beside its own; those that there are. */
export interface RootsAround {
  readonly workspaceRoot?: string;
  readonly repositoryRoot?: string;
  readonly pluginRoot?: string;
}

/** What holds for a skill by where it lies: the workspace's folder, the repository, settings and `.skillwright.json`. */
export class Surroundings {
  readonly #roots: Roots;
  readonly #projects: Projects;
  #folders: readonly string[] = [];
  #settings: Settings = DEFAULT_SETTINGS;
  #folderSettings: ReadonlyMap<string, Settings> = new Map();

  constructor(fs: FileSystem) {
    this.#roots = new Roots(fs);
    this.#projects = new Projects(fs);
  }

  /** Of the workspace; absolute, with `/`. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  setFolders(folders: readonly string[]): void {
    this.#projects.forget();
    this.#folders = folders;
  }

  /** `ofFolders`: by workspace folder, where one has settings of its own. */
  setSettings(settings: Settings, ofFolders: ReadonlyMap<string, Settings>): void {
    this.#settings = settings;
    this.#folderSettings = ofFolders;
  }

  /** Files have come or gone. */
  forgetRoots(): void {
    this.#roots.forget();
  }

  /** A `.skillwright.json` has come, gone or changed. */
  forgetProjects(): void {
    this.#projects.forget();
  }

  /** The `.skillwright.json` that holds for the skill of a folder. */
  project(root: string): ProjectFile | undefined {
    return this.#projects.at(root, this.#folderOf(root), this.#roots.repository(root));
  }

  /** What the rules are to do in a document of a skill. */
  settings({ root, manifest }: Pick<SkillEntry, 'root' | 'manifest'>, path: string): Settings {
    const settings = this.#folderSettings.get(this.#folderOf(root) ?? '') ?? this.#settings;
    const project = this.project(root);
    return project === undefined ? settings : settingsFor(settings, project, manifest, path);
  }

  rootsAround(root: string): RootsAround {
    const workspaceRoot = this.#folderOf(root);
    const repositoryRoot = this.#roots.repository(root);
    const pluginRoot = this.#roots.plugin(root);
    return {
      ...(workspaceRoot === undefined ? {} : { workspaceRoot }),
      ...(repositoryRoot === undefined ? {} : { repositoryRoot }),
      ...(pluginRoot === undefined ? {} : { pluginRoot }),
    };
  }

  #folderOf(root: string): string | undefined {
    return this.#folders.find((folder) => within(folder, root) !== undefined);
  }
}
