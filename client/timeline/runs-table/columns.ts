/**
 * Rows of the table in columnar form, as they are sent to the page and stored there: a slice of each of two typed arrays, with
 * indexes into a list of unique strings, and facts about skills, which are six integers each.
 */
import { OUTCOMES, type Outcome, type TableRow } from './row.ts';

/** Offsets of the integers of a row; -1 for numbers that are not known. */
export const INT = { title: 0, client: 1, model: 2, project: 3, traits: 4, calls: 5, toolCalls: 6, misses: 7 } as const;
export const INTS = 8;

/** Offsets of the numbers of a row; NaN if they are not known. */
export const NUM = { tokensIn: 0, tokensOut: 1, costUsd: 2, start: 3, end: 4 } as const;
export const NUMS = 5;

/** The bits of the traits above the outcome, which is the lowest byte. */
export const TRAIT = { session: 1 << 8, simulated: 1 << 9, estimated: 1 << 10 } as const;

/** The outcomes by their index, in the order in which they are sorted. */
export const OUTCOME_LIST = Object.keys(OUTCOMES) as readonly Outcome[];

/** Offsets of the integers of a fact. */
export const FACT = { row: 0, kind: 1, skill: 2, text: 3, words: 4, count: 5 } as const;
export const FACTS = 6;

/** The kinds of facts about a row and a skill. */
export const KIND = {
  offered: 0,
  loaded: 1,
  /** `count` requests of the model into the skill. */
  requests: 2,
  /** `count` misses among these requests. */
  counted: 3,
  /** `count` estimated tokens of its texts. */
  tokens: 4,
  /** The file `text` was read or run. */
  file: 5,
  /** The file `text` was missed `count` times because of `words`; `currentMiss` if they are in a current skill. */
  miss: 6,
  currentMiss: 7,
  /** Its texts tell the model to read files, and `unread` is one that was not. */
  told: 8,
  unread: 9,
} as const;

/** New or changed rows. Their strings continue the list of the previous message; string 0 is `''`. */
export interface RowBatch {
  readonly ids: Int32Array;
  readonly ints: Int32Array;
  readonly nums: Float64Array;
  readonly strings: readonly string[];
  /** The facts of these rows, in their order. */
  readonly facts: Int32Array;
}

/** Packs rows for one page and remembers which strings that page already has. */
export class RowPacker {
  private readonly indexes = new Map<string, number>([['', 0]]);
  private newStrings: string[] = [];

  pack(rows: readonly TableRow[]): RowBatch {
    this.newStrings = [];
    const ids = new Int32Array(rows.length);
    const ints = new Int32Array(rows.length * INTS);
    const nums = new Float64Array(rows.length * NUMS);
    const facts: number[] = [];
    for (const [index, row] of rows.entries()) {
      ids[index] = row.id;
      const i = index * INTS;
      ints[i + INT.title] = this.intern(row.title);
      ints[i + INT.client] = this.intern(row.client);
      ints[i + INT.model] = this.intern(row.model);
      ints[i + INT.project] = this.intern(row.project);
      ints[i + INT.traits] = traitsOf(row);
      ints[i + INT.calls] = row.calls ?? -1;
      ints[i + INT.toolCalls] = row.toolCalls ?? -1;
      ints[i + INT.misses] = row.misses ?? -1;
      const n = index * NUMS;
      nums[n + NUM.tokensIn] = row.tokensIn ?? Number.NaN;
      nums[n + NUM.tokensOut] = row.tokensOut ?? Number.NaN;
      nums[n + NUM.costUsd] = row.costUsd ?? Number.NaN;
      nums[n + NUM.start] = row.start ?? Number.NaN;
      nums[n + NUM.end] = row.end ?? Number.NaN;
      this.packFacts(row, facts);
    }
    return { ids, ints, nums, strings: this.newStrings, facts: Int32Array.from(facts) };
  }

  private packFacts({ id, skills }: TableRow, facts: number[]): void {
    for (const use of skills) {
      const skill = this.intern(use.skill);
      const add = (kind: number, count = 1, text = 0, words = 0): void =>
        void facts.push(id, kind, skill, text, words, count);
      if (use.isOffered) add(KIND.offered);
      if (use.isLoaded) add(KIND.loaded);
      if (use.requests !== undefined) add(KIND.requests, use.requests);
      if (use.countedMisses !== undefined) add(KIND.counted, use.countedMisses);
      if (use.tokens !== undefined) add(KIND.tokens, use.tokens);
      for (const path of use.files) add(KIND.file, 1, this.intern(path));
      for (const { path, words, count, cause } of use.misses)
        add(cause === undefined ? KIND.miss : KIND.currentMiss, count, this.intern(path), this.intern(words));
      if (use.unread !== undefined) add(KIND.told);
      for (const path of use.unread ?? []) add(KIND.unread, 1, this.intern(path));
    }
  }

  private intern(text: string): number {
    const known = this.indexes.get(text);
    if (known !== undefined) return known;
    const index = this.indexes.size;
    this.indexes.set(text, index);
    this.newStrings.push(text);
    return index;
  }
}

function traitsOf({ outcome, origin, isSimulated, isCostEstimated }: TableRow): number {
  return (
    OUTCOME_LIST.indexOf(outcome) |
    (origin === 'session' ? TRAIT.session : 0) |
    (isSimulated ? TRAIT.simulated : 0) |
    (isCostEstimated ? TRAIT.estimated : 0)
  );
}
