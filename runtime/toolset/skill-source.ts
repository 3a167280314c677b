import { LRUCache } from 'lru-cache';
import type { Skill } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import { untilAborted } from '../loop/interfaces/abort.ts';

export type SkillSummary = Pick<Skill, 'name' | 'description'>;

/** A remote source of skills, which can be searched but not listed. A rejection is reported to the model. */
export interface SkillRegistry {
  /** Returns the skill with exactly this name, its files in its own folder; undefined if there is none. */
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

/** The source of skills for the tools of one toolset. */
export interface SkillSource {
  readonly local: readonly Skill[];
  readonly hasRegistry: boolean;
  /** Returns a local skill or else the registry's. The registry receives at most one request per name and invocation. */
  find(name: string, invocation: string): FoundSkill | Promise<FoundSkill>;
  /** Returns a local or previously fetched skill without a request to the registry. */
  findCached(name: string): Skill | undefined;
  /** Searches the registry. Local names are omitted because they are listed anyway. */
  search(query: string): Promise<SearchResult>;
  /** Cancels pending requests for all callers and clears the cache. */
  close(): void;
}

export interface SkillSourceOptions {
  readonly skills: readonly Skill[];
  readonly registry?: SkillRegistry;
  /** Number of invocations whose fetched skills are cached; the oldest is evicted first. */
  readonly maxInvocations?: number;
}

/** ADK's limit. */
const MAX_INVOCATIONS = 16;

interface Fetch {
  readonly answer: Promise<FoundSkill>;
  skill?: Skill;
}

/** Creates a skill source. Throws if two of `skills` have the same name: a model could not distinguish them. */
export function createSkillSource(options: SkillSourceOptions): SkillSource {
  const { skills, registry, maxInvocations = MAX_INVOCATIONS } = options;
  const byName = new Map<string, Skill>();
  for (const skill of skills) {
    if (byName.has(skill.name)) throw new Error(`Two skills are named '${skill.name}'. Rename one of them.`);
    byName.set(skill.name, skill);
  }
  const invocations = new LRUCache<string, Map<string, Fetch>>({ max: Math.max(1, maxInvocations) });
  const closing = new AbortController();
  const { signal } = closing;

  async function fetchOnce(name: string, from: SkillRegistry): Promise<FoundSkill> {
    const answered = await untilAborted(() => from.fetch(name, signal), signal);
    if (answered.kind === 'aborted') return { kind: 'failed', message: 'the run has ended' };
    if (answered.kind === 'threw') return { kind: 'failed', message: messageOf(answered.error) };
    return answered.value === undefined ? { kind: 'none' } : { kind: 'skill', skill: answered.value };
  }

  function fetchesOf(invocation: string): Map<string, Fetch> {
    const existing = invocations.get(invocation);
    if (existing !== undefined) return existing;
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
        // Concurrent callers get the failure; later ones send a new request.
        if (found.kind === 'failed') fetches.delete(name);
        if (found.kind === 'skill') fetch.skill = found.skill;
        return found;
      });
      const fetch: Fetch = { answer };
      fetches.set(name, fetch);
      return answer;
    },
    findCached(name) {
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
