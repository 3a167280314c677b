/** All rows of the page, in columns. */
import { FACT, FACTS, INT, INTS, KIND, NUM, NUMS, OUTCOME_LIST, type RowBatch, TRAIT } from './columns.ts';
import { OUTCOMES, type Outcome } from './row.ts';

const NO_FACTS = new Int32Array(0);

/** The rows by their ids. */
export class RunTable {
  readonly strings: string[] = [''];
  private ints = new Int32Array(64 * INTS);
  private nums = new Float64Array(64 * NUMS);
  private readonly facts: Int32Array[] = [];
  private readonly skills: (readonly string[] | undefined)[] = [];
  private readonly searched: (string | undefined)[] = [];
  private readonly present = new Set<number>();

  get size(): number {
    return this.present.size;
  }

  /** The ids of the rows that were not removed. */
  get ids(): Iterable<number> {
    return this.present;
  }

  has(id: number): boolean {
    return this.present.has(id);
  }

  /** Adds rows, or replaces those with the same ids. */
  apply({ ids, ints, nums, strings, facts }: RowBatch): void {
    for (const one of strings) this.strings.push(one);
    let from = 0;
    for (const [index, id] of ids.entries()) {
      this.reserve(id + 1);
      this.ints.set(ints.subarray(index * INTS, (index + 1) * INTS), id * INTS);
      this.nums.set(nums.subarray(index * NUMS, (index + 1) * NUMS), id * NUMS);
      let to = from;
      while (to < facts.length && facts[to + FACT.row] === id) to += FACTS;
      this.facts[id] = to === from ? NO_FACTS : facts.subarray(from, to);
      from = to;
      this.skills[id] = undefined;
      this.searched[id] = undefined;
      this.present.add(id);
    }
  }

  remove(id: number): void {
    this.present.delete(id);
    this.facts[id] = NO_FACTS;
  }

  /** Returns a text of a row. */
  text(id: number, column: 'title' | 'client' | 'model' | 'project'): string {
    return this.strings[this.int(id, column)] ?? '';
  }

  /** Returns a figure of a row; NaN if it is not known. */
  figure(id: number, column: 'calls' | 'toolCalls' | 'misses' | keyof typeof NUM): number {
    if (column !== 'calls' && column !== 'toolCalls' && column !== 'misses')
      return this.nums[id * NUMS + NUM[column]] ?? Number.NaN;
    const value = this.int(id, column);
    return value < 0 ? Number.NaN : value;
  }

  /** Returns the sum of both kinds of tokens; NaN if neither is known. */
  tokens(id: number): number {
    const [input, output] = [this.figure(id, 'tokensIn'), this.figure(id, 'tokensOut')];
    return Number.isNaN(input) && Number.isNaN(output) ? Number.NaN : (input || 0) + (output || 0);
  }

  /** Returns the time from the first to the last event in milliseconds; NaN if it is not known. */
  duration(id: number): number {
    const duration = this.figure(id, 'end') - this.figure(id, 'start');
    // A session without times has that of its file for both.
    return duration > 0 ? duration : Number.NaN;
  }

  outcome(id: number): Outcome {
    return OUTCOME_LIST[this.int(id, 'traits') & 0xff] ?? 'unknown';
  }

  /** Returns the position of the outcome in the order of outcomes; NaN if it is not known. */
  outcomeRank(id: number): number {
    const rank = this.int(id, 'traits') & 0xff;
    return OUTCOME_LIST[rank] === 'unknown' ? Number.NaN : rank;
  }

  is(id: number, trait: keyof typeof TRAIT): boolean {
    return (this.int(id, 'traits') & TRAIT[trait]) !== 0;
  }

  /** Returns the facts of a row about skills, `FACTS` integers each. */
  factsOf(id: number): Int32Array {
    return this.facts[id] ?? NO_FACTS;
  }

  /**
   * Returns the skills that a row shows: those that it loaded or missed. A run of ours that used none shows those that it was
   * given; a client offers too many to show.
   */
  skillsOf(id: number): readonly string[] {
    const skills = this.skills[id] ?? this.readSkills(id);
    this.skills[id] = skills;
    return skills;
  }

  /** True if the skills that a row shows were only offered, as far as is known. */
  isOnlyOffered(id: number): boolean {
    return this.skillsOf(id).length > 0 && this.usedSkills(id).size === 0;
  }

  /** Returns the text of a row that is searched, in lower case. */
  searchText(id: number): string {
    const text = this.searched[id] ?? this.readText(id);
    this.searched[id] = text;
    return text;
  }

  private readText(id: number): string {
    const texts = (['title', 'client', 'model', 'project'] as const).map((column) => this.text(id, column));
    return [...texts, ...this.skillsOf(id), OUTCOMES[this.outcome(id)].text].join('\n').toLowerCase();
  }

  private readSkills(id: number): readonly string[] {
    const used = this.usedSkills(id);
    const shown = used.size > 0 || this.is(id, 'session') ? used : this.skillsWith(id, [KIND.offered]);
    return [...shown].map((index) => this.strings[index] ?? '');
  }

  private usedSkills(id: number): ReadonlySet<number> {
    return this.skillsWith(id, [KIND.loaded, KIND.miss, KIND.currentMiss]);
  }

  private skillsWith(id: number, kinds: readonly number[]): ReadonlySet<number> {
    const facts = this.factsOf(id);
    const found = new Set<number>();
    for (let at = 0; at < facts.length; at += FACTS)
      if (kinds.includes(facts[at + FACT.kind] ?? -1)) found.add(facts[at + FACT.skill] ?? 0);
    return found;
  }

  private int(id: number, column: keyof typeof INT): number {
    return this.ints[id * INTS + INT[column]] ?? 0;
  }

  private reserve(count: number): void {
    if (count * INTS <= this.ints.length) return;
    const size = Math.max(count, (2 * this.ints.length) / INTS);
    const [ints, nums] = [new Int32Array(size * INTS), new Float64Array(size * NUMS)];
    ints.set(this.ints);
    nums.set(this.nums);
    this.ints = ints;
    this.nums = nums;
  }
}
