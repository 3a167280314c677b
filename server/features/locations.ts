/** Converts ranges in files of the workspace to LSP locations. */
import type { Location, Range } from 'vscode-languageserver-protocol';
import type { Range as Offsets } from '../../skill/index.ts';
import { Lines } from '../workspace/lines.ts';
import { type Session, uriFor } from './session.ts';

const TOP: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Converts ranges of many files, computing the lines of each text once. Create a new one for every request. */
export class PlacesInFiles {
  readonly #session: Session;
  readonly #lines = new Map<string, Lines>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Returns the location of `range` in the document at `path`; the start of the file without a range or readable text. */
  at(path: string, range?: Offsets): Location {
    return { uri: uriFor(this.#session, path), range: range ? this.range(path, range) : TOP };
  }

  range(path: string, range: Offsets): Range {
    let lines = this.#lines.get(path);
    if (lines === undefined) {
      lines = new Lines(this.#session.targets.text(path) ?? '');
      this.#lines.set(path, lines);
    }
    return lines.range(range);
  }
}
