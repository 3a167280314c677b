import { defined, type FileSystem, type PluginRoots, type SkillPlace, within } from '../../skill/index.ts';
import { type ProjectFile, settingsFor } from '../project-file.ts';
import { DEFAULT_SETTINGS, type Settings } from '../settings.ts';
import { Projects } from './projects.ts';
import { Roots } from './roots.ts';
import type { SkillEntry } from './skill-entry.ts';

/** The existing folders that paths in a skill may be relative to, in addition to its own. */
export interface RootsAround {
  readonly workspaceRoot?: string;
  readonly repositoryRoot?: string;
  readonly pluginRoot?: string;
  readonly pluginRoots?: PluginRoots;
}

/** Settings of a skill that depend on its location: workspace folder, repository, settings and `.skillwright.json`. */
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

  /** The workspace folders; absolute, with `/`. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  setFolders(folders: readonly string[]): void {
    this.#projects.forget();
    this.#folders = folders;
  }

  /** @param ofFolders settings by workspace folder, if it has its own */
  setSettings(settings: Settings, ofFolders: ReadonlyMap<string, Settings>): void {
    this.#settings = settings;
    this.#folderSettings = ofFolders;
  }

  /** Invalidates the roots after files were created or deleted. */
  forgetRoots(): void {
    this.#roots.forget();
  }

  /** Invalidates the project files after one was created, deleted or changed. */
  forgetProjects(): void {
    this.#projects.forget();
  }

  /** Returns the `.skillwright.json` for the skill of a folder. */
  project(root: string): ProjectFile | undefined {
    return this.#projects.at(root, this.#folderOf(root), this.#roots.repository(root));
  }

  /** Returns the folder in which a new `.skillwright.json` applies to the skill of a folder and to those around it. */
  projectFolder(root: string): string {
    const [folder, repository] = [this.#folderOf(root), this.#roots.repository(root)];
    // A file above the repository would not be found.
    const isInside = repository === undefined || (folder !== undefined && within(repository, folder) !== undefined);
    return isInside ? (folder ?? root) : (repository ?? root);
  }

  /** Returns the settings for a document of a skill. */
  settings({ root, manifest }: Pick<SkillEntry, 'root' | 'manifest'>, path: string): Settings {
    const settings = this.#folderSettings.get(this.#folderOf(root) ?? '') ?? this.#settings;
    const project = this.project(root);
    return project === undefined ? settings : settingsFor(settings, project, manifest, path);
  }

  rootsAround(root: string): RootsAround {
    const workspaceRoot = this.#folderOf(root);
    const repositoryRoot = this.#roots.repository(root);
    const { pluginRoot, pluginRoots } = this.place(root);
    return defined({ workspaceRoot, repositoryRoot, pluginRoot, pluginRoots });
  }

  /** Returns where the skill of a folder is. */
  place(root: string): SkillPlace {
    return this.#roots.place(root, this.#folderOf(root));
  }

  #folderOf(root: string): string | undefined {
    return this.#folders.find((folder) => within(folder, root) !== undefined);
  }
}
