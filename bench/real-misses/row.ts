/** A row of the collected misses of real agents, `misses.tsv`. */

/** The kind that a reader gave, by letter. */
export type Letter = 'a' | 'b' | 'b2' | 'c' | 'd' | 'e' | 'f' | 'g' | 'i';

export interface Row {
  readonly id: string;
  readonly client: string;
  readonly request: string;
  /** The words that led to the request, with notes of the reader. */
  readonly words: string;
  readonly letter: Letter;
  readonly asksFor: string;
  /** The next step of the agent. */
  readonly then: string;
}

/** Returns the rows of a table of misses, tabs between its columns. Lines without a known letter are an error of the table. */
export function readRows(table: string): readonly Row[] {
  const [, ...lines] = table.trimEnd().split('\n');
  return lines.map((line) => {
    const [id = '', client = '', request = '', words = '', letter = '', asksFor = '', , then = ''] = line.split('\t');
    if (!/^(?:[acdefgi]|b2?)$/.test(letter)) throw new Error(`${id}: unknown kind ${letter}`);
    return { id, client, request, words, letter: letter as Letter, asksFor, then };
  });
}
