/** The skills whose texts are in the conversation of a session's main agent, and what each compaction leaves of them. */

/** The skills that were in a conversation before a compaction, by whether their texts are in what replaced it. */
export interface CompactedSkills {
  readonly lost: readonly string[];
  readonly kept: readonly string[];
}

/** Maximum number of skills that are tracked. */
const MAX_SKILLS = 1000;

export class ContextSkills {
  /** The number of the record with the latest text of each skill. */
  private readonly records = new Map<string, number>();

  /** Records that the text of a skill was added to the conversation. */
  load(skill: string, record: number): void {
    if (this.records.size < MAX_SKILLS || this.records.has(skill)) this.records.set(skill, record);
  }

  /** True if the text of a skill is in the conversation. */
  has(skill: string): boolean {
    return this.records.has(skill);
  }

  /**
   * Removes what a compaction does not keep. A summary that repeats parts of a text does not keep it.
   * @param keptFrom number of the first record whose messages stay; undefined if none do
   * @param repeated skills whose texts are in what replaces the conversation
   */
  compact(keptFrom: number | undefined, repeated: readonly string[]): CompactedSkills {
    const lost: string[] = [];
    const kept: string[] = [];
    for (const [skill, record] of this.records) {
      const stays = repeated.includes(skill) || (keptFrom !== undefined && record >= keptFrom);
      (stays ? kept : lost).push(skill);
    }
    for (const skill of lost) this.records.delete(skill);
    return { lost, kept };
  }
}
