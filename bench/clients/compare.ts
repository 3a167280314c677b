/** Compares what a real client and ours sent, ignoring parts that differ from run to run. */
import { dirname } from 'node:path';
import type { Answer, Sent } from './conversation.ts';
import type { Played } from './our-client.ts';

export interface Difference {
  readonly part: string;
  readonly real: string;
  readonly ours: string;
}

export interface Comparison {
  /** The number of parts that are the same. */
  readonly same: number;
  readonly differences: readonly Difference[];
  /** Tools that only the real client has. */
  readonly otherTools: readonly string[];
}

export function compare(real: Played, ours: Played): Comparison {
  const parts: Difference[] = [
    ...toolParts(real.sent, ours.sent),
    ...ours.probes.map(({ label }, index) => ({
      part: label,
      real: show(real.sent.answers[index], real.paths),
      ours: show(ours.sent.answers[index], ours.paths),
    })),
  ];
  const names = new Set(ours.sent.tools.map(({ name }) => name));
  const differences = parts.filter((one) => one.real !== one.ours);
  return {
    same: parts.length - differences.length,
    differences,
    otherTools: real.sent.tools.map(({ name }) => name).filter((name) => !names.has(name)),
  };
}

/** Compares the parameters of each of our tools, with the required ones marked. */
function toolParts(real: Sent, ours: Sent): readonly Difference[] {
  return ours.tools.map(({ name, schema }) => {
    const found = real.tools.find((tool) => tool.name === name);
    return {
      part: `parameters of ${name}`,
      real: found === undefined ? '(no such tool)' : parameters(found.schema),
      ours: parameters(schema),
    };
  });
}

function parameters(schema: Readonly<Record<string, unknown>>): string {
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries((schema.properties ?? {}) as Record<string, { type?: unknown; enum?: unknown }>)
    .map(([name, { type }]) => `${name}${required.includes(name) ? '*' : ''}: ${typeOf(type)}`)
    .sort()
    .join(', ');
}

/** Returns a type of JSON Schema as a word; one that may also be null is the same. */
const typeOf = (type: unknown): string =>
  String(Array.isArray(type) ? type.filter((one) => one !== 'null') : type)
    .toLowerCase()
    .replace('integer', 'number');

function show(answer: Answer | undefined, paths: Played['paths']): string {
  if (answer === undefined) return '(not answered)';
  return normalize([unwrap(answer.text), ...answer.messages.map((text) => `\n[message] ${text}`)].join(''), paths);
}

/** Returns the text in an object that a protocol requires around a result. */
function unwrap(text: string): string {
  if (!text.startsWith('{"output":')) return text;
  return String((JSON.parse(text) as { output: unknown }).output);
}

/** Notes of Claude Code after a result that are not about it: the tokens that are left, its own tools, a changed directory. */
const NOTES =
  /\n*<system-reminder>\n(?:<total_tokens>|The task tools|# Environment update)[\s\S]*?<\/system-reminder>/g;

/** Replaces paths, times, ids of processes, and counts that depend on the length of a path. */
export function normalize(text: string, { workspace, skill, home }: Played['paths']): string {
  return text
    .replace(NOTES, '')
    .replaceAll(skill, '<skill>')
    .replaceAll(dirname(skill), '<skills>')
    .replaceAll(workspace, '<workspace>')
    .replaceAll(home, '<home>')
    .replace(/Chunk ID: \w+/g, 'Chunk ID: <id>')
    .replace(/Wall time: [\d.]+/g, 'Wall time: <n>')
    .replace(/PGID: \d+/g, 'PGID: <n>')
    .replace(/shellId: \d+/g, 'shellId: <n>')
    .replace(/Original token count: \d+(?=\nOutput:\n.*[</])/g, 'Original token count: <n>');
}
