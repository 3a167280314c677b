/** A file that a commit added or deleted. */
export interface FileChange {
  readonly kind: 'added' | 'deleted';
  /** Relative to the repository. */
  readonly path: string;
  /** Id of its content. */
  readonly blob: string;
}

/** A commit with the files that it added and deleted. */
export interface CommitChanges {
  readonly id: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly changes: readonly FileChange[];
}

/** Precedes each commit in the output of git, so that nothing else is taken for one. */
const MARK = '\u0002';

/** The format of commits that `LogParser` reads, for `git log -z --raw --no-abbrev`. */
export const LOG_FORMAT = 'tformat:%x02%H %ct';

/** Maximum bytes of one entry: longer paths do not exist on any system. */
const MAX_ENTRY = 64 * 1024;

/** Reads the output of `git log` in parts. A commit is passed on when the next one starts, or at the end. */
export class LogParser {
  readonly #onCommit: (commit: CommitChanges) => void;
  /** The beginning of an entry whose end is in a later part. */
  #start: Buffer = Buffer.alloc(0);
  #commit: { readonly id: string; readonly time: number; readonly changes: FileChange[] } | undefined;
  /** The description of the file whose path is the next entry. */
  #file: Pick<FileChange, 'blob'> & { readonly kind: FileChange['kind'] | 'other' } = { kind: 'other', blob: '' };
  #expectsPath = false;

  constructor(onCommit: (commit: CommitChanges) => void) {
    this.#onCommit = onCommit;
  }

  /** Reads the next part. Returns false if it cannot be the output of git. */
  read(part: Buffer): boolean {
    const output = this.#start.length === 0 ? part : Buffer.concat([this.#start, part]);
    let from = 0;
    for (let end = output.indexOf(0); end >= 0; end = output.indexOf(0, from)) {
      this.#readEntry(output, from, end);
      from = end + 1;
    }
    this.#start = output.subarray(from);
    return this.#start.length <= MAX_ENTRY;
  }

  /** Passes on the last commit. Not called if git was ended early, so that a commit without some of its files is never seen. */
  end(): void {
    if (this.#commit) this.#onCommit(this.#commit);
    this.#commit = undefined;
  }

  #readEntry(output: Buffer, start: number, end: number): void {
    if (this.#expectsPath) {
      this.#expectsPath = false;
      const { kind, blob } = this.#file;
      // Most files are merely modified; their paths are not even decoded.
      if (kind !== 'other') this.#commit?.changes.push({ kind, path: output.toString('utf8', start, end), blob });
      return;
    }
    const entry = output.toString('latin1', start, end).trimStart();
    if (entry.startsWith(MARK)) {
      this.end();
      const [id = '', time = ''] = entry.slice(MARK.length).split(' ');
      this.#commit = { id, time: Number(time), changes: [] };
    } else if (entry.startsWith(':')) {
      const [, , before = '', after = '', status = ''] = entry.split(' ');
      this.#expectsPath = true;
      this.#file =
        status === 'A'
          ? { kind: 'added', blob: after }
          : status === 'D'
            ? { kind: 'deleted', blob: before }
            : { kind: 'other', blob: '' };
    }
  }
}
