import type { MissKindId } from '../../../skill/index.ts';
import { type Counted, type Estimate, shareOverClusters } from '../../statistics/intervals.ts';
import type { SessionEntry } from '../find/session-entry.ts';

/** Misses among the requests of models for files of skills, and for skills. */
export interface MissRate {
  /** Number of sessions with such requests, and of these requests. */
  readonly sessions: number;
  readonly requests: number;
  readonly misses: number;
  /**
   * Misses per 100 requests, with Wilson's interval of 95 % for the effective number of requests: those of one session resemble
   * each other. Absent if there are no requests, so that nothing was measured.
   */
  readonly per100?: Estimate;
}

/** The misses of one kind. `unknown` are those of which the kind is not known. */
export interface KindRate extends MissRate {
  readonly kind: MissKindId | 'unknown';
}

/** The misses in sessions of one client. */
export interface ClientRate extends MissRate {
  readonly client: string;
}

/** The misses of all sessions of a report, by kind and by client, those with the most first. Kinds without misses are left out. */
export interface MissRates extends MissRate {
  readonly kinds: readonly KindRate[];
  readonly clients: readonly ClientRate[];
}

/** A miss that rates count. */
interface CountedMiss {
  readonly skill: string;
  readonly kind: KindRate['kind'];
  readonly count: number;
}

/** The counts of a session. */
interface Tally {
  readonly client: string;
  readonly requests: ReadonlyMap<string, number>;
  readonly misses: readonly CountedMiss[];
}

/** Returns the misses that are among the requests of a session: not of a list of a folder, or of a pattern of several files. */
export function countedMisses({ format, misses }: SessionEntry): readonly CountedMiss[] {
  return misses.flatMap(({ skill, reason, asked, kind, count }) =>
    asked === undefined && (kind === 'search' || !/^skillwright/.test(format))
      ? []
      : [{ skill, kind: reason ?? ('unknown' as const), count }],
  );
}

/** Adds up the requests and misses of sessions. */
export class MissTally {
  private readonly sessions: Tally[] = [];
  /** All clients, also those whose sessions show no request. */
  private readonly clients = new Set<string>();
  private readonly bySkill = new Map<string, Counted[]>();

  add(entry: SessionEntry): void {
    const { client, format, requests = {} } = entry;
    const name = client ?? format;
    this.clients.add(name);
    const counts = new Map(Object.entries(requests));
    if (counts.size === 0) return;
    const counted = countedMisses(entry);
    this.sessions.push({ client: name, requests: counts, misses: counted });
    for (const [skill, all] of counts) {
      const events = sum(counted.flatMap((one) => (one.skill === skill ? [one.count] : [])));
      const sessions = this.bySkill.get(skill) ?? [];
      sessions.push({ events: Math.min(events, all), all });
      this.bySkill.set(skill, sessions);
    }
  }

  /** Returns the rates of all sessions. */
  rates(): MissRates {
    const { sessions } = this;
    const misses = sessions.flatMap((one) => one.misses);
    const kinds = [...new Set(misses.map(({ kind }) => kind))].map(
      (kind): KindRate => ({ kind, ...rateOf(sessions.map((one) => countedIn(one, kind))) }),
    );
    const clients = [...this.clients].map((client): ClientRate => {
      const own = sessions.filter((one) => one.client === client);
      return { client, ...rateOf(own.map((one) => countedIn(one))) };
    });
    return {
      ...rateOf(sessions.map((one) => countedIn(one))),
      kinds: kinds.sort((a, b) => b.misses - a.misses || compare(a.kind, b.kind)),
      clients: clients.sort((a, b) => b.requests - a.requests || compare(a.client, b.client)),
    };
  }

  /** Returns the rate of a skill. */
  rateOf(skill: string): MissRate {
    return rateOf(this.bySkill.get(skill) ?? []);
  }
}

function countedIn({ requests, misses }: Tally, kind?: KindRate['kind']): Counted {
  const all = sum([...requests.values()]);
  const events = sum(misses.flatMap((one) => (kind === undefined || one.kind === kind ? [one.count] : [])));
  return { events: Math.min(events, all), all };
}

function rateOf(sessions: readonly Counted[]): MissRate {
  const share = shareOverClusters(sessions);
  const counts = {
    sessions: sessions.length,
    requests: sum(sessions.map(({ all }) => all)),
    misses: sum(sessions.map(({ events }) => events)),
  };
  if (share === undefined) return counts;
  const { value, low, high } = share;
  return { ...counts, per100: { value: 100 * value, low: 100 * low, high: 100 * high } };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const compare = (a: string, b: string): number => (a < b ? -1 : 1);
