/** Searches arguments and results for a page: those that exist, and those added later. */
import type { ToWebview } from '../timeline/protocol.ts';
import { LargeSearch } from './large-search.ts';
import type { Words } from './trace/words.ts';

export class WordSearch {
  private readonly words: Words;
  private readonly post: (message: ToWebview) => void;
  private readonly large: LargeSearch;
  private query = '';
  /** Number of blocks already searched for the query. */
  private searched = 0;
  /** True if the page was notified that not everything is searched. */
  private partial = false;

  /** @param folder the folder of the journal, which contains payloads above 64 kB */
  constructor(words: Words, folder: string, post: (message: ToWebview) => void) {
    this.words = words;
    this.post = post;
    this.large = new LargeSearch(folder, words.apart, (ids) => this.tell(Int32Array.from(ids), true));
  }

  /** Starts a new search; an empty query stops searching. */
  start(query: string): void {
    this.query = query;
    this.searched = 0;
    this.large.start(query);
    this.goOn();
  }

  /** Searches the text added since the last call. */
  goOn(): void {
    const { words } = this;
    if (this.query.trim() === '') return;
    const ids = words.find(this.query, this.searched);
    const more = this.searched > 0;
    this.searched = words.mark();
    const partial = words.full;
    this.large.goOn();
    if (more && ids.length === 0 && partial === this.partial) return;
    this.partial = partial;
    this.tell(ids, more);
  }

  private tell(ids: Int32Array, more: boolean): void {
    const { searching, unread } = this.large;
    const partial = this.words.full || unread;
    this.post({ type: 'found', query: this.query, ids, more, partial, searching });
  }
}
