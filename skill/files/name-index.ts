/** Which of thousands of names are worth a comparison with a wanted one. */

interface Named {
  readonly stem: string;
  readonly base: string;
  readonly folder: string;
}

/** How many names are answered at most. */
const MOST = 32;
/** Names that are looked at for one question: what all names have in common tells nothing. */
const MOST_SEEN = 5_000;
/** Longer names are known by their beginning. */
const MAX_LENGTH = 120;

/** Names by the threes of letters in their stems. A question takes a bounded time, however many names there are. */
export class NameIndex {
  readonly #names: readonly Named[];
  readonly #places = new Map<string, number[]>();
  readonly #counts: Uint8Array;

  constructor(names: readonly Named[]) {
    this.#names = names;
    this.#counts = new Uint8Array(names.length);
    for (const [index, { stem, base }] of names.entries()) {
      // Twice the whole, so that the same name is found though all others are nearly the same.
      for (const key of new Set([...threes(stem), `=${base}`, `~${stem}`])) {
        const places = this.#places.get(key);
        if (places) places.push(index);
        else this.#places.set(key, [index]);
      }
    }
  }

  /** The places of the likest names, those of the same folder first among equals; always the same for one question. */
  near(wanted: Named): readonly number[] {
    const keys = [...new Set([`=${wanted.base}`, `~${wanted.stem}`, ...threes(wanted.stem)])];
    const lists = keys.flatMap((key) => [this.#places.get(key) ?? []]).sort((a, b) => a.length - b.length);
    const touched: number[] = [];
    let seen = 0;
    for (const list of lists) {
      if (seen > 0 && seen + list.length > MOST_SEEN) break;
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
          if (out.length === MOST) return out;
          if ((this.#names[at]?.folder === wanted.folder) === isHere) out.push(at);
        }
      }
    }
    return out;
  }
}

/** `api` as `^^a`, `^ap`, `api`, `pi$`: fewer than 256 of them. */
function threes(stem: string): ReadonlySet<string> {
  const text = `^^${stem.slice(0, MAX_LENGTH)}$`;
  const out = new Set<string>();
  for (let at = 0; at + 3 <= text.length; at++) out.add(text.slice(at, at + 3));
  return out;
}
