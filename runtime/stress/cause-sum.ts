import type { Cause } from '../protocol/events.ts';
import type { RequestedPath, StressCause } from '../protocol/stress.ts';
import type { WastedCall } from './watch-run.ts';

/** Different paths that are counted for the same words; a model that makes up ever new ones has no end of them. */
const MOST_COUNTED = 1_000;
const MOST_SHOWN = 20;

/** The calls that the same words have wasted. */
export class CauseSum {
  runs = 0;
  private calls = 0;
  private retries = 0;
  private stops = 0;
  private tokens = 0;
  private readonly asked = new Map<string, number>();
  private readonly cause: Cause;
  private readonly kind: StressCause['kind'];
  readonly doubtful: boolean;
  private meant: readonly string[];

  constructor(cause: Cause, kind: StressCause['kind'], doubtful: boolean) {
    this.cause = cause;
    this.doubtful = doubtful;
    this.kind = kind;
    this.meant = cause.suggestions;
  }

  add({ path, again, stop, tokens, cause }: WastedCall): void {
    this.calls++;
    if (again) this.retries++;
    if (stop) this.stops++;
    this.tokens += tokens;
    countPath(this.asked, path);
    // A later guess can be nearer to what was meant.
    if (this.meant.length === 0) this.meant = cause?.suggestions ?? [];
  }

  result(): StressCause {
    const { cause, kind, doubtful, runs, calls, retries, stops, tokens, meant } = this;
    const asked = mostAsked(this.asked);
    const fix = fixFor(cause.text, kind, meant[0], asked[0]?.path ?? '');
    return { ...cause, suggestions: meant, kind, doubtful, runs, calls, retries, stops, tokens, asked, fix };
  }
}

export function countPath(asked: Map<string, number>, path: string): void {
  if (asked.size < MOST_COUNTED || asked.has(path)) asked.set(path, (asked.get(path) ?? 0) + 1);
}

export function mostAsked(asked: ReadonlyMap<string, number>): readonly RequestedPath[] {
  const sorted = [...asked].sort(([a, one], [b, other]) => other - one || a.localeCompare(b));
  return sorted.slice(0, MOST_SHOWN).map(([path, calls]) => ({ path, calls }));
}

/** A path as against words. */
const isPath = (text: string): boolean => /^\S+$/.test(text) && (/[/\\]/.test(text) || /.\.\w{1,8}$/.test(text));

function fixFor(text: string, kind: StressCause['kind'], meant: string | undefined, asked: string): string {
  if (kind === 'unreachable')
    return `Move ${asked} into references/, assets/ or scripts/ if the skill is for a client with ADK's tools: they load nothing else.`;
  if (isPath(text))
    return meant === undefined
      ? 'Nothing like it is in the skill: add the file, or take the path out.'
      : `Write ${meant} instead.`;
  return meant === undefined
    ? 'The skill has nothing of the kind: add it and write its path, or leave these words out.'
    : `Write the path into the sentence: ${meant}.`;
}
