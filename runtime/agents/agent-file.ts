import { basename, dirname } from 'node:path';
import { diskFiles } from '../../skill/disk.ts';
import { defined, readDocument } from '../../skill/index.ts';
import type { Agent, ToolEntry } from './agent.ts';
import { readEntry } from './tool-entry.ts';

export type AgentFileResult =
  | { readonly kind: 'agent'; readonly agent: Agent }
  | { readonly kind: 'failed'; readonly message: string };

/** Reads a VS Code custom agent, `*.agent.md`: `name`, `description`, `model`, `tools`; the body is its instruction. */
export function readAgentFile(path: string): AgentFileResult {
  const slashed = path.replaceAll('\\', '/');
  const read = diskFiles().read(slashed);
  if (read.kind !== 'text') return { kind: 'failed', message: `The agent ${path} cannot be read as text.` };
  const document = readDocument(slashed, read.text);
  if (document.frontmatter.kind === 'invalid')
    return { kind: 'failed', message: `The agent ${path}: ${document.frontmatter.message}` };
  const data: Readonly<Record<string, unknown>> =
    document.frontmatter.kind === 'valid' ? document.frontmatter.data : {};
  const fallback = basename(slashed).replace(/(?:\.agent)?\.md$/, '');
  const description = textOf(data.description);
  const model = textOf(data.model);
  const tools = entriesOf(data.tools, dirname(path));
  return {
    kind: 'agent',
    agent: defined({
      name: textOf(data.name) ?? fallback,
      instruction: read.text.slice(document.bodyStart).trim(),
      description,
      model,
      tools: tools.length === 0 ? undefined : tools,
    }),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Reads `tools`, which VS Code accepts as a list or as one comma-separated string. */
function entriesOf(value: unknown, folder: string): readonly ToolEntry[] {
  const written = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return written
    .map(textOf)
    .filter((entry) => entry !== undefined)
    .map((entry) => readEntry(entry, folder));
}
