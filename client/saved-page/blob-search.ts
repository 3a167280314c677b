/** Replaces `panel/blob-search.ts` in the page's bundle: all payloads are in the events and thus in the text index. */
import type * as SearchOnDisk from '../panel/blob-search.ts';

export class BlobSearch {
  readonly hasUnread = false;
  readonly isSearching = false;

  start(): void {
    // There are no files to search.
  }

  resume(): void {
    // There are no files to search.
  }
}

BlobSearch.prototype satisfies Pick<SearchOnDisk.BlobSearch, 'hasUnread' | 'isSearching' | 'start' | 'resume'>;
