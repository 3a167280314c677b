/** A trigram index that picks the few names worth a full comparison out of thousands. */

interface Named {
  readonly stem: string;
  readonly base: string;
  readonly folder: string;
}

/** Maximum number of names returned. */
const MAX_RESULTS = 32;
/** Maximum number of postings visited per lookup: trigrams that all names share say nothing. */
const MAX_POSTINGS = 5_000;
/** Only this much of a longer name is indexed. */
const MAX_LENGTH = 120;

/** An index of names by the trigrams of their stems. A lookup takes bounded time for any number of names. */
export class NameIndex {
  readonly #names: readonly Named[];
  readonly #postings = new Map<string, number[]>();
  readonly #counts: Uint8Array;

  constructor(names: readonly Named[]) {
    this.#names = names;
    this.#counts = new Uint8Array(names.length);
    for (const [index, { stem, base }] of names.entries()) {
      // The full stem and name too, so an exact match is found even if all other names are nearly the same.
      for (const key of new Set([...trigrams(stem), `=${base}`, `~${stem}`])) {
        const postings = this.#postings.get(key);
        if (postings) postings.push(index);
        else this.#postings.set(key, [index]);
      }
    }
  }

  /**
   * Returns the indices of the most similar names, at equal similarity those in the same folder first. Deterministic.
   */
  findSimilar(sought: Named): readonly number[] {
    const keys = [...new Set([`=${sought.base}`, `~${sought.stem}`, ...trigrams(sought.stem)])];
    const lists = keys.flatMap((key) => [this.#postings.get(key) ?? []]).sort((a, b) => a.length - b.length);
    const touched: number[] = [];
    let seen = 0;
    for (const list of lists) {
      if (seen > 0 && seen + list.length > MAX_POSTINGS) break;
      seen += list.length;
      for (const at of list) {
        const count = this.#counts[at] ?? 0;
        if (count === 0) touched.push(at);
        this.#counts[at] = count + 1;
      }
    }
    const byCount: number[][] = [];
    for (const at of touched) {
      const count = this.#counts[at] ?? 0;
      const same = byCount[count];
      if (same) same.push(at);
      else byCount[count] = [at];
      this.#counts[at] = 0;
    }
    const out: number[] = [];
    for (let count = byCount.length - 1; count > 0; count--) {
      for (const isHere of [true, false]) {
        for (const at of byCount[count] ?? []) {
          if (out.length === MAX_RESULTS) return out;
          if ((this.#names[at]?.folder === sought.folder) === isHere) out.push(at);
        }
      }
    }
    return out;
  }
}

/** Returns the trigrams of a stem: `api` → `^^a`, `^ap`, `api`, `pi$`. Always fewer than 256. */
function trigrams(stem: string): ReadonlySet<string> {
  const text = `^^${stem.slice(0, MAX_LENGTH)}$`;
  const out = new Set<string>();
  for (let at = 0; at + 3 <= text.length; at++) out.add(text.slice(at, at + 3));
  return out;
}
