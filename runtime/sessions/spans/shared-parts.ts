import { LRUCache } from 'lru-cache';
import { defined } from '../../../skill/index.ts';
import type { Json } from '../../protocol/events.ts';
import type { SentParts } from '../log/session-event.ts';
import { toolsOf } from '../messages/tools.ts';
import type { Finding, ModelCall } from './finding.ts';

/** Maximum number of different values that are recognized. */
const MAX_VALUES = 64;

/**
 * The instructions and tool declarations of model calls. Most spans of a trace repeat those of the span before: equal ones
 * are held once while the spans are sorted, and parsed once.
 */
export class SharedParts {
  private readonly texts = new LRUCache<string, string>({ max: MAX_VALUES });
  private readonly lists = new LRUCache<string, readonly Json[]>({ max: MAX_VALUES });

  /** Returns a finding with the texts of an earlier one if they are equal, and the number of characters of new texts. */
  of(finding: Finding): { readonly finding: Finding; readonly size: number } {
    if (finding.kind !== 'model') return { finding, size: 0 };
    const { system, tools = '' } = finding;
    const size = [system, tools].reduce((sum, text) => sum + (this.texts.has(text) ? 0 : text.length), 0);
    return { finding: { ...finding, system: this.shared(system), tools: this.shared(tools) }, size };
  }

  /** Returns the parts of the request of a model call, the same list for equal declarations. */
  sentOf({ system, tools = '' }: ModelCall): SentParts {
    return defined({ system: system || undefined, tools: tools === '' ? undefined : this.list(tools) });
  }

  private shared(text: string): string {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    this.texts.set(text, text);
    return text;
  }

  private list(text: string): readonly Json[] {
    const known = this.lists.get(text);
    if (known !== undefined) return known;
    const parsed = toolsOf(text);
    this.lists.set(text, parsed);
    return parsed;
  }
}
