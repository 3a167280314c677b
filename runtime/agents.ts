import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { diskFiles } from '../skill/disk.ts';
import { readDocument } from '../skill/index.ts';

export interface Agent {
  readonly name: string;
  readonly instruction: string;
}

export type AgentResult =
  | { readonly kind: 'agent'; readonly agent: Agent }
  | { readonly kind: 'failed'; readonly message: string };

/** What acts where no agent is named. */
export const DEFAULT_AGENT: Agent = { name: 'agent', instruction: 'You help the user with the task they give you.' };

/**
 * Reads a VS Code custom agent: a file (`*.agent.md`), or a name that is looked for in `.github/agents/` of `folder`.
 * The body is its instruction.
 */
export function readAgent(given: string | undefined, folder: string): AgentResult {
  if (given === undefined) return { kind: 'agent', agent: DEFAULT_AGENT };
  const places = [resolve(folder, given), join(folder, '.github', 'agents', `${given}.agent.md`)];
  const path = places.find((place) => place.endsWith('.md') && existsSync(place));
  if (path === undefined)
    return {
      kind: 'failed',
      message: `There is no agent '${given}': neither the file nor .github/agents/${given}.agent.md.`,
    };
  const read = diskFiles().read(path.replaceAll('\\', '/'));
  if (read.kind !== 'text') return { kind: 'failed', message: `The agent ${path} cannot be read as text.` };
  const document = readDocument(path, read.text);
  if (document.frontmatter.kind === 'invalid')
    return { kind: 'failed', message: `The agent ${path}: ${document.frontmatter.message}` };
  const named = document.frontmatter.kind === 'valid' ? document.frontmatter.data.name : undefined;
  const fallback = path.slice(path.lastIndexOf('/') + 1).replace(/(?:\.agent)?\.md$/, '');
  const name = typeof named === 'string' && named.trim() !== '' ? named.trim() : fallback;
  return { kind: 'agent', agent: { name, instruction: read.text.slice(document.bodyStart).trim() } };
}
