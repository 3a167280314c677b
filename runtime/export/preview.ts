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
  const counts = new Map<string, number>();
  const requests = new Set<RequestContent>();
  const skills = new Set<string>();
  let model: string | undefined;
  let lastSeq = 0;
  let characters = 0;
  let redacted = 0;
  let absolutePaths = false;
  const addText = (one: unknown): void => {
    const text = jsonText(one);
    characters += text.length;
    redacted += redactionMarks(text);
    absolutePaths ||= ABSOLUTE_PATH.test(text);
  };
  for (const event of events) {
    const { type, seq } = event;
    counts.set(type, (counts.get(type) ?? 0) + 1);
    lastSeq = seq;
    if (type === 'run_started') model ??= typeof event.model === 'string' ? event.model : 'unknown';
    for (const name of skillsIn(event)) skills.add(name);
    const content = type === 'llm_request' ? requestOf(event) : undefined;
    if (content !== undefined) requests.add(content);
    addText(event);
  }
  for (const content of requests) addText(content);
  return {
    run,
    model: model ?? 'unknown',
    events: events.length,
    lastSeq,
    prompts: counts.get('run_started') ?? 0,
    modelCalls: counts.get('llm_request') ?? 0,
    toolCalls: counts.get('tool_call') ?? 0,
    instructions: requests.size,
    skills: [...skills],
    characters,
    redacted,
    absolutePaths,
  };
}

function skillsIn({ type, skills, skill }: AnyEvent): readonly string[] {
  if (type === 'skill_loaded') return typeof skill === 'string' ? [skill] : [];
  if (type !== 'run_started' || !Array.isArray(skills)) return [];
  return (skills as readonly { readonly name?: unknown }[]).flatMap((one) =>
    typeof one?.name === 'string' ? [one.name] : [],
  );
}
