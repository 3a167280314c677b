import { fileURLToPath, pathToFileURL } from 'node:url';

/** The client's way of numbering lines and columns and of writing paths. */
export class ClientFormat {
  private readonly firstLine: number;
  private readonly firstColumn: number;
  private readonly isUri: boolean;

  constructor({
    linesStartAt1 = true,
    columnsStartAt1 = true,
    pathFormat = 'path',
  }: Partial<ClientFormatOptions> = {}) {
    this.firstLine = linesStartAt1 ? 1 : 0;
    this.firstColumn = columnsStartAt1 ? 1 : 0;
    this.isUri = pathFormat === 'uri';
  }

  /** Converts a client's line to one from 1. */
  toLine(line: number): number {
    return line - this.firstLine + 1;
  }

  /** Converts a line from 1 to a client's. */
  fromLine(line: number): number {
    return line - 1 + this.firstLine;
  }

  /** Converts a column from 1 to a client's. */
  fromColumn(column: number): number {
    return column - 1 + this.firstColumn;
  }

  /** Converts a client's column to one from 1. */
  toColumn(column: number): number {
    return column - this.firstColumn + 1;
  }

  /** Converts a client's path to an absolute path. Throws if it is an invalid URI. */
  toPath(path: string): string {
    return this.isUri ? fileURLToPath(path) : path;
  }

  /** Converts an absolute path to a client's. */
  fromPath(path: string): string {
    return this.isUri ? pathToFileURL(path).href : path;
  }
}

/** The format, as in the `initialize` request. */
export interface ClientFormatOptions {
  readonly linesStartAt1: boolean;
  readonly columnsStartAt1: boolean;
  readonly pathFormat: 'path' | 'uri';
}
