import { LRUCache } from 'lru-cache';
import type { Skill } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import { untilAborted } from '../loop/abort.ts';

export type SkillSummary = Pick<Skill, 'name' | 'description'>;

/** Skills from elsewhere, found by searching rather than listed. Both may reject: that is answered to the model. */
export interface SkillRegistry {
  /** The skill of exactly this name, its files in a folder of its own; undefined where there is none. */
  fetch(name: string, signal: AbortSignal): Promise<Skill | undefined>;
  search(query: string, signal: AbortSignal): Promise<readonly SkillSummary[]>;
}

export type FoundSkill =
  | { readonly kind: 'skill'; readonly skill: Skill }
  | { readonly kind: 'none' }
  /** The registry failed. */
  | { readonly kind: 'failed'; readonly message: string };

export type SearchResult =
  | { readonly kind: 'hits'; readonly hits: readonly SkillSummary[] }
  | { readonly kind: 'failed'; readonly message: string };

/** Where the tools of one toolset find skills. */
export interface SkillSource {
  readonly local: readonly Skill[];
  readonly hasRegistry: boolean;
  /** A local skill, else the registry's; the registry is asked once an invocation for each name, whoever asks. */
  find(name: string, invocation: string): FoundSkill | Promise<FoundSkill>;
  /** A skill that is at hand: a local one, or one fetched before. The registry is not asked. */
  known(name: string): Skill | undefined;
  /** What the registry finds, local names left out: those are listed anyway. */
  search(query: string): Promise<SearchResult>;
  /** Ends what is pending, for everyone who waits, and forgets what was fetched. */
  close(): void;
}

export interface SkillSourceOptions {
  readonly skills: readonly Skill[];
  readonly registry?: SkillRegistry;
  /** Invocations whose fetched skills are kept; the oldest goes first. */
  readonly keptInvocations?: number;
}

/** As many as ADK keeps. */
const KEPT_INVOCATIONS = 16;

interface Fetch {
  readonly answer: Promise<FoundSkill>;
  skill?: Skill;
}

/** Throws where two of `skills` have one name: a model could not tell them apart. */
export function skillSource(options: SkillSourceOptions): SkillSource {
  const { skills, registry, keptInvocations = KEPT_INVOCATIONS } = options;
  const byName = new Map<string, Skill>();
  for (const skill of skills) {
    if (byName.has(skill.name)) throw new Error(`Two skills are named '${skill.name}'. Rename one of them.`);
    byName.set(skill.name, skill);
  }
  const invocations = new LRUCache<string, Map<string, Fetch>>({ max: Math.max(1, keptInvocations) });
  const closing = new AbortController();
  const { signal } = closing;

  async function fetchOnce(name: string, from: SkillRegistry): Promise<FoundSkill> {
    const answered = await untilAborted(() => from.fetch(name, signal), signal);
    if (answered.kind === 'aborted') return { kind: 'failed', message: 'the run has ended' };
    if (answered.kind === 'threw') return { kind: 'failed', message: messageOf(answered.error) };
    return answered.value === undefined ? { kind: 'none' } : { kind: 'skill', skill: answered.value };
  }

  function fetchesOf(invocation: string): Map<string, Fetch> {
    const there = invocations.get(invocation);
    if (there !== undefined) return there;
    const fetches = new Map<string, Fetch>();
    invocations.set(invocation, fetches);
    return fetches;
  }

  return {
    local: skills,
    hasRegistry: registry !== undefined,
    find(written, invocation) {
      const name = written.trim();
      const local = byName.get(name);
      if (local !== undefined) return { kind: 'skill', skill: local };
      if (registry === undefined) return { kind: 'none' };
      const fetches = fetchesOf(invocation);
      const pending = fetches.get(name);
      if (pending !== undefined) return pending.answer;
      const answer = fetchOnce(name, registry).then((found) => {
        // Who waits gets the failure; who asks later asks the registry again.
        if (found.kind === 'failed') fetches.delete(name);
        if (found.kind === 'skill') fetch.skill = found.skill;
        return found;
      });
      const fetch: Fetch = { answer };
      fetches.set(name, fetch);
      return answer;
    },
    known(name) {
      const local = byName.get(name.trim());
      if (local !== undefined) return local;
      for (const fetches of [...invocations.values()].reverse()) {
        const skill = fetches.get(name.trim())?.skill;
        if (skill !== undefined) return skill;
      }
      return undefined;
    },
    async search(query) {
      if (registry === undefined) return { kind: 'hits', hits: [] };
      const answered = await untilAborted(() => registry.search(query, signal), signal);
      if (answered.kind === 'aborted') return { kind: 'failed', message: 'the run has ended' };
      if (answered.kind === 'threw') return { kind: 'failed', message: messageOf(answered.error) };
      return { kind: 'hits', hits: answered.value.filter(({ name }) => !byName.has(name)) };
    },
    close() {
      closing.abort();
      invocations.clear();
    },
  };
}
