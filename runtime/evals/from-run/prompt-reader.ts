/** Reads what a case needs of one prompt of a run, event by event, so that a run of any size can become a case. */
import type { RunStarted } from '../../protocol/events.ts';
import { redactLikelySecrets } from '../../secrets/likely-secrets.ts';
import type { SessionEvent } from '../../sessions/log/session-event.ts';
import { FactsCollector, type RunFacts } from '../judging/run-facts.ts';

/** Maximum length of a prompt in the list to choose from, in UTF-16 units. */
const MAX_LISTED = 300;

/** The prompt of a case, and what the run did until the next one. */
export interface ChosenPrompt {
  readonly started: RunStarted;
  readonly text: string;
  readonly facts: RunFacts;
  /** The names of the skills that a session of another agent loaded. */
  readonly loaded: ReadonlySet<string>;
}

/** Finds the prompts of a run, and collects the facts of one of them. */
export class PromptReader {
  /** The beginnings of the prompts, redacted. */
  readonly prompts: string[] = [];
  private readonly number: number;
  private readonly collector = new FactsCollector();
  private readonly loaded = new Set<string>();
  private found: Pick<ChosenPrompt, 'started' | 'text'> | undefined;

  /** @param number the number of the prompt, from 1 */
  constructor(number: number) {
    this.number = number;
  }

  /** Adds the next event. Throws if it has an unexpected form: a journal is untrusted. */
  add(event: SessionEvent): void {
    if (event.type === 'run_started' && event.parent === undefined) this.start(event);
    if (this.prompts.length !== this.number) return;
    // Only sessions of other agents have this event.
    if (event.type === 'skill_loaded' && typeof event.skill === 'string') this.loaded.add(event.skill);
    if (event.type !== 'raw_record') this.collector.add(event);
  }

  /** The prompt with the number; undefined if the run has fewer. */
  get chosen(): ChosenPrompt | undefined {
    const { found, loaded } = this;
    return found === undefined ? undefined : { ...found, facts: this.collector.facts(), loaded };
  }

  private start(event: RunStarted): void {
    const { prompt } = event;
    if (typeof prompt !== 'string' || prompt.trim() === '') return;
    this.prompts.push(redactLikelySecrets(prompt).slice(0, MAX_LISTED));
    if (this.prompts.length === this.number) this.found = { started: event, text: prompt };
  }
}
