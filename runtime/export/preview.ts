import { jsonText } from '../journal/json-line.ts';
import { redactionMarks } from '../journal/redact.ts';
import type { AnyEvent } from '../otlp/event-fields.ts';
import type { ExportPreview } from '../protocol/export.ts';
import type { RequestContent } from '../protocol/requests.ts';
import type { ExportSource } from './source.ts';

/**
 * Matches JSON text that contains an absolute path: a string that begins with one, or a path after a separator, which the
 * path of a URL does not follow.
 */
const ABSOLUTE_PATH =
  /"(?:\/[^/"\\]+){2}|(?:["'`=(:,;<>|[{\s]|\\[nrt]|file:\/\/)(?:(?:\/[\p{L}\p{M}\p{N}._~@+$%-]+){2}|[A-Za-z]:\\\\)/u;

/** Describes what an export contains, before it leaves the machine. */
export function previewOf({ run, events, requestOf }: ExportSource): ExportPreview {
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  const started = events.find(({ type }) => type === 'run_started');
  const requests = new Set<RequestContent>();
  for (const event of events) {
    const content = event.type === 'llm_request' ? requestOf(event) : undefined;
    if (content !== undefined) requests.add(content);
  }
  const texts = [...events, ...requests].map((one) => jsonText(one));
  return {
    run,
    model: typeof started?.model === 'string' ? started.model : 'unknown',
    events: events.length,
    lastSeq: events.at(-1)?.seq ?? 0,
    prompts: count('run_started'),
    modelCalls: count('llm_request'),
    toolCalls: count('tool_call'),
    instructions: requests.size,
    skills: skillsOf(events),
    characters: texts.reduce((sum, text) => sum + text.length, 0),
    redacted: texts.reduce((sum, text) => sum + redactionMarks(text), 0),
    absolutePaths: texts.some((text) => ABSOLUTE_PATH.test(text)),
  };
}

function skillsOf(events: readonly AnyEvent[]): readonly string[] {
  const names = new Set<string>();
  for (const { type, skills, skill } of events) {
    if (type === 'skill_loaded' && typeof skill === 'string') names.add(skill);
    if (type !== 'run_started' || !Array.isArray(skills)) continue;
    for (const one of skills as readonly { readonly name?: unknown }[])
      if (typeof one?.name === 'string') names.add(one.name);
  }
  return [...names];
}
