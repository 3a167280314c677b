import { setOwn } from '../../skill/index.ts';
import type { Json, JsonObject } from '../protocol/events.ts';
import { formatCount } from '../text/count.ts';
import type { SessionEvent } from './log/session-event.ts';

/** Fields that are not texts of the session. */
const OURS: ReadonlySet<string> = new Set('seq time type invocation parent run usage source imported'.split(' '));
/** Distance from its limit at which a text may be cut, in UTF-16 units: at white space, because half a secret may not be recognized. */
const MARGIN = 4096;
/** Cost of a value in addition to its text, in UTF-16 units. */
const VALUE_COST = 8;
/** Fields of an object that are always kept, because events have a few certain ones. */
const MIN_FIELDS = 1000;

/**
 * Limits the texts of an event, so that what searches them takes a limited time: those above the limit are cut, with a mark. Returns
 * the same event if nothing is cut.
 * @param max UTF-16 units of all texts of the event together
 */
export function limitTexts(event: SessionEvent, max: number): SessionEvent {
  const limit = new TextLimit(max);
  let out: Record<string, unknown> | undefined;
  for (const [key, value] of Object.entries(event)) {
    if (OURS.has(key)) continue;
    const cut = limit.apply(value as Json);
    if (cut === value) continue;
    out ??= { ...event };
    setOwn(out, key, cut);
  }
  return (out as SessionEvent | undefined) ?? event;
}

class TextLimit {
  private left: number;

  constructor(max: number) {
    this.left = max;
  }

  apply(value: Json): Json {
    this.left -= VALUE_COST;
    if (typeof value === 'string') return this.cut(value);
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return this.list(value);
    const object = value as JsonObject;
    const entries: [string, Json][] = [];
    let isChanged = false;
    for (const [key, inner] of Object.entries(object)) {
      if (this.left <= 0 && entries.length >= MIN_FIELDS) {
        isChanged = true;
        break;
      }
      const name = this.cut(key);
      const limited = this.apply(inner);
      isChanged ||= name !== key || limited !== inner;
      entries.push([name, limited]);
    }
    return isChanged ? Object.fromEntries(entries) : value;
  }

  private list(value: readonly Json[]): Json {
    const items: Json[] = [];
    let isChanged = false;
    for (const inner of value) {
      if (this.left <= 0) {
        isChanged = true;
        break;
      }
      const limited = this.apply(inner);
      isChanged ||= limited !== inner;
      items.push(limited);
    }
    return isChanged ? items : value;
  }

  private cut(text: string): string {
    const { left } = this;
    this.left -= text.length;
    // Names of skills, tools and files stay also if nothing is left.
    if (text.length <= Math.max(left, VALUE_COST * 32)) return text;
    const end = Math.max(0, left);
    const from = Math.max(0, end - MARGIN);
    const space = text.slice(from, end).search(/\s\S*$/);
    const kept = text.slice(0, space < 0 ? end : from + space);
    return `${kept}… [${formatCount(text.length - kept.length, 'more character')} left out]`;
  }
}
