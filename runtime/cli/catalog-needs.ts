/** The needs of the skills in a catalog, and those that are not there: what no file declares, no client offers, and no PATH has. */
import { programFinder } from '../../skill/disk.ts';
import {
  type Available,
  basename,
  type Catalog,
  type CheckedNeed,
  checkNeeds,
  declaredServers,
  defined,
  dirname,
  foldersUp,
  join,
  type Needs,
  needsOf,
  PLUGIN_MANIFESTS,
  type Place,
  splitFrontmatter,
} from '../../skill/index.ts';

/** Maximum number of folders between a skill and its plugin. */
const MAX_ABOVE = 4;

/** Reads needs, each file and folder once for all clients. */
export class CatalogNeeds {
  readonly #place: Place;
  readonly #needs = new Map<string, Needs>();
  readonly #servers = new Map<string, ReadonlySet<string>>();
  readonly #hasProgram: ((name: string) => boolean) | undefined;

  constructor(place: Place) {
    this.#place = place;
    // Another home has another PATH.
    this.#hasProgram = place.environment.PATH === undefined ? undefined : programFinder(place.environment);
  }

  /** Returns the needs of the skills that a client offers, by SKILL.md. */
  of({ client, offered }: Pick<Catalog, 'client' | 'offered'>): ReadonlyMap<string, readonly CheckedNeed[]> {
    const names = new Set(
      offered.flatMap(({ name, file }) => [name, name.slice(name.indexOf(':') + 1), folderName(file)]),
    );
    const found = new Map<string, readonly CheckedNeed[]>();
    for (const { name, file } of offered) {
      const needs = this.#needsIn(file, name);
      if (needs.length === 0) continue;
      const servers = needs.some(({ kind }) => kind === 'mcp-tool') ? this.#serversFor(dirname(file)) : undefined;
      const available = defined<Available>({
        servers,
        hasSkill: (one: string) => names.has(one),
        skillsOf: `that ${client.name} offers`,
        hasProgram: this.#hasProgram,
      });
      found.set(file, checkNeeds(needs, available));
    }
    return found;
  }

  #needsIn(file: string, name: string): Needs {
    const known = this.#needs.get(file);
    if (known !== undefined) return known;
    const read = this.#place.fs.read(file);
    const text = read.kind === 'text' ? read.text : '';
    const own = [name, name.slice(name.indexOf(':') + 1), folderName(file)];
    const needs = needsOf({ text, bodyStart: splitFrontmatter(text).bodyStart }, own);
    this.#needs.set(file, needs);
    return needs;
  }

  /** Returns the servers of the working directory's repository, and of the repository or the plugin of a skill. */
  #serversFor(folder: string): ReadonlySet<string> {
    const { cwd } = this.#place;
    return new Set([...this.#serversIn(cwd), ...this.#serversIn(folder)]);
  }

  #serversIn(folder: string): ReadonlySet<string> {
    const known = this.#servers.get(folder);
    if (known !== undefined) return known;
    const servers = declaredServers(this.#place.fs, folder, this.#boundaryOf(folder));
    this.#servers.set(folder, servers);
    return servers;
  }

  #boundaryOf(folder: string): string {
    const { fs } = this.#place;
    const above = foldersUp(fs, folder);
    if (above.length > 1) return above.at(-1) ?? folder;
    let at = folder;
    for (let count = 0; count < MAX_ABOVE; count++, at = dirname(at))
      if (PLUGIN_MANIFESTS.some(({ path }) => fs.kind(join(at, path)) === 'file')) return at;
    return folder;
  }
}

const folderName = (file: string): string => basename(dirname(file));
