/** Searches arguments and results for a page: those that exist, and those added later. */
import type { ToWebview } from '../timeline/protocol.ts';
import { BlobSearch } from './blob-search.ts';
import type { TextIndex } from './trace/text-index.ts';

export class PayloadSearch {
  private readonly textIndex: TextIndex;
  private readonly post: (message: ToWebview) => void;
  private readonly blobSearch: BlobSearch;
  #query = '';
  /** Number of blocks already searched for the query. */
  private searchedBlocks = 0;
  /** True if the page was notified that not everything is searched. */
  private wasPartial = false;

  /** @param folder the folder of the journal, which contains payloads above 64 kB */
  constructor(textIndex: TextIndex, folder: string, post: (message: ToWebview) => void) {
    this.textIndex = textIndex;
    this.post = post;
    this.blobSearch = new BlobSearch(folder, textIndex.blobs, (ids) => this.report(Int32Array.from(ids), true));
  }

  get query(): string {
    return this.#query;
  }

  /** Starts a new search; an empty query stops searching. */
  start(query: string): void {
    this.#query = query;
    this.searchedBlocks = 0;
    this.blobSearch.start(query);
    this.resume();
  }

  /** Searches the text added since the last call. */
  resume(): void {
    const { textIndex } = this;
    if (this.#query.trim() === '') return;
    const ids = textIndex.find(this.#query, this.searchedBlocks);
    const more = this.searchedBlocks > 0;
    this.searchedBlocks = textIndex.blockCount();
    const partial = textIndex.isFull;
    this.blobSearch.resume();
    if (more && ids.length === 0 && partial === this.wasPartial) return;
    this.wasPartial = partial;
    this.report(ids, more);
  }

  private report(ids: Int32Array, more: boolean): void {
    const { isSearching, hasUnread } = this.blobSearch;
    const partial = this.textIndex.isFull || hasUnread;
    this.post({ type: 'found', query: this.#query, ids, more, partial, searching: isSearching });
  }
}
