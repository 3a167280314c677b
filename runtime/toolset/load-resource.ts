import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { failure, type Tool } from '../loop/interfaces/tools.ts';
import type { JsonObject } from '../protocol/events.ts';
import { readResource } from '../skill-files/resource-files.ts';
import { missingArguments, requestedFile, textArgument } from './arguments.ts';
import { skillNotFound } from './load-skill.ts';
import { mediaTypeOf } from './media-type.ts';
import { INVALID_PATH, normalizePath, RESOURCE_FOLDERS } from './resource-path.ts';
import type { SkillSource } from './skill-source.ts';

export const LOAD_RESOURCE = 'load_skill_resource';

/** The result for a binary file; its bytes follow with the next request. */
export const BINARY_STATUS = 'This file is binary. Its content is attached to the next message.';

/** Creates load_skill_resource, which reads a file of a skill by its exact path under references/, assets/ or scripts/. */
export function loadResourceTool(source: SkillSource): Tool {
  return {
    name: LOAD_RESOURCE,
    description:
      "Reads a file that belongs to a skill: under its references/, assets/ or scripts/. Not for the user's own files.",
    repeatable: true,
    readOnly: true,
    inputSchema: {
      type: 'object',
      properties: {
        skill_name: { type: 'string', description: 'The name of the skill.' },
        file_path: {
          type: 'string',
          description:
            "The file's path relative to the skill, e.g. 'references/guide.md', 'assets/form.txt', 'scripts/setup.sh'.",
        },
      },
      required: ['skill_name', 'file_path'],
    },
    execute: async (args, context) => {
      const missing = missingArguments(args, ['skill_name', 'file_path']);
      if (missing !== undefined) return missing;
      const { skill: name } = requestedFile(args, 'resource');
      const givenPath = textArgument(args, 'file_path') ?? '';
      const found = await source.find(name, context.invocation);
      if (found.kind !== 'skill') return skillNotFound(name, found);
      const { skill } = found;
      const normalized = normalizePath(givenPath);
      if (normalized.kind === 'invalid') return invalidPathFailure(givenPath, normalized.why);
      const { path } = normalized;
      if (!RESOURCE_FOLDERS.some((folder) => path.startsWith(`${folder}/`)))
        return invalidPathFailure(givenPath, 'it must begin with references/, assets/ or scripts/');
      const resource = readResource(skill.root, path);
      if (resource.kind === 'missing')
        return failure('RESOURCE_NOT_FOUND', `Resource '${path}' not found in skill '${name}'.`);
      if (resource.kind === 'refused') return invalidPathFailure(givenPath, resource.why);
      if (resource.kind === 'failed')
        return failure(
          'RESOURCE_UNREADABLE',
          `Resource '${path}' of skill '${name}' cannot be read: ${resource.message}.`,
        );
      const request = { skill_name: name, file_path: path };
      if (resource.kind === 'binary') return { kind: 'result', value: { ...request, status: BINARY_STATUS } };
      return { kind: 'result', value: { ...request, content: resource.text } };
    },
  };
}

export function invalidPathFailure(givenPath: string, why: string) {
  return failure(INVALID_PATH, `Invalid resource path '${givenPath.slice(0, 200)}': ${why}.`);
}

export interface Attachments {
  readonly messages: readonly LanguageModelV4Message[];
  /** Files that could not be attached, and why. */
  readonly notes: readonly string[];
}

const NO_ATTACHMENTS: Attachments = { messages: [], notes: [] };

/**
 * Returns the contents of the binary files for which the last message contains `BINARY_STATUS`. They are attached to this
 * request only and read again instead of being stored, so the session contains no bytes. `tool` is the declared name of
 * load_skill_resource.
 */
export async function loadAttachments(
  last: LanguageModelV4Message | undefined,
  tool: string,
  source: SkillSource,
  invocation: string,
): Promise<Attachments> {
  if (last?.role !== 'tool') return NO_ATTACHMENTS;
  const messages: LanguageModelV4Message[] = [];
  const notes: string[] = [];
  for (const part of last.content) {
    if (part.type !== 'tool-result' || part.toolName !== tool || part.output.type !== 'json') continue;
    const value = part.output.value as JsonObject | null;
    if (value?.status !== BINARY_STATUS) continue;
    const { skill_name: name, file_path: path } = value;
    if (typeof name !== 'string' || typeof path !== 'string') continue;
    const found = await source.find(name, invocation);
    const resource = found.kind === 'skill' ? readResource(found.skill.root, path) : undefined;
    if (resource?.kind !== 'binary') {
      const why = found.kind === 'failed' ? `: ${found.message}` : ': it is no longer there';
      notes.push(`The content of '${path}' of the skill '${name}' could not be attached${why}.`);
      continue;
    }
    messages.push({
      role: 'user',
      content: [
        { type: 'text', text: `The content of '${path}' of the skill '${name}':` },
        {
          type: 'file',
          filename: path,
          mediaType: mediaTypeOf(path),
          data: { type: 'data', data: new Uint8Array(resource.bytes) },
        },
      ],
    });
  }
  return { messages, notes };
}
