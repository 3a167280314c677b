/** The runs of the tabs of timelines, by their titles: after a restart, VS Code creates the page of a tab when it is shown. */

/** The run of a tab. */
export interface RememberedTab {
  readonly title: string;
  /** Absolute path. */
  readonly journal: string;
}

/** Storage of the workspace, as `vscode.Memento`. */
export interface TabStorage {
  get(key: string): unknown;
  update(key: string, value: unknown): unknown;
}

const KEY = 'skillwright.timelineTabs';
/** Maximum number of tabs that are remembered. */
const MAX_TABS = 100;

export class TabMemory {
  private readonly storage: TabStorage;

  constructor(storage: TabStorage) {
    this.storage = storage;
  }

  /** Remembers the title of a run's tab, as the latest one. */
  remember(tab: RememberedTab): void {
    const known = this.all();
    const last = known.at(-1);
    if (last?.journal === tab.journal && last.title === tab.title) return;
    const others = known.filter(({ journal, title }) => journal !== tab.journal && title !== tab.title);
    void this.storage.update(KEY, [...others, tab].slice(-MAX_TABS));
  }

  /** Returns the journal of the run in the tab with this title. */
  journalOf(title: string): string | undefined {
    return this.all().find((tab) => tab.title === title)?.journal;
  }

  private all(): readonly RememberedTab[] {
    const stored = this.storage.get(KEY);
    return Array.isArray(stored) ? stored.filter(isTab) : [];
  }
}

function isTab(value: unknown): value is RememberedTab {
  const { title, journal } = (typeof value === 'object' && value !== null ? value : {}) as Partial<RememberedTab>;
  return typeof title === 'string' && typeof journal === 'string';
}
