import {
  type CatalogTarget,
  CHOOSE_CATALOG_FOLDER,
  CHOOSE_CLIENT,
  CLEAR_CATALOG_FOCUS,
  FIX_CATALOG_TARGET,
  GUARD_CLIENTS,
  OPEN_CATALOG_TARGET,
  SHOW_CATALOGS,
} from '../protocol/catalog.ts';

/** The links of the pages. They are commands, because the pages open nothing themselves. */
export class CatalogLinks {
  /** The targets of the links that were made, by their number. */
  readonly targets: CatalogTarget[] = [];
  readonly again = `command:${SHOW_CATALOGS}?${encodeURIComponent('["again"]')}`;
  readonly folder = `command:${CHOOSE_CATALOG_FOLDER}`;
  readonly all = `command:${CLEAR_CATALOG_FOCUS}`;
  readonly newSkill = 'command:skillwright.newSkill';
  readonly guard = `command:${GUARD_CLIENTS}`;

  /** Returns the link to the page of a client. */
  client(id: string): string {
    return commandLink(CHOOSE_CLIENT, id);
  }

  /** Adds a target and returns its number. */
  add(target: CatalogTarget): number {
    return this.targets.push(target) - 1;
  }

  /** Returns the link that opens a target. */
  open(target: number): string {
    return commandLink(OPEN_CATALOG_TARGET, target);
  }

  /** Returns the link to the quick fix of a target. */
  fix(target: number): string {
    return commandLink(FIX_CATALOG_TARGET, target);
  }
}

const commandLink = (command: string, argument: string | number): string =>
  `command:${command}?${encodeURIComponent(JSON.stringify([argument]))}`;
