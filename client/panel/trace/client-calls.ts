/** Names of the calls of a run that simulates a client, whose tools differ from ADK's. */

import type { Json } from '../../../runtime/protocol/events.ts';
import type { SimulatedTool } from '../../../runtime/protocol/simulated-client.ts';
import { SIMULATED_CLIENTS } from '../../../runtime/protocol/simulated-clients.ts';
import { own } from '../../../runtime/text/objects.ts';
import type { CallName } from './names.ts';
import { isObject, oneLine, text } from './read.ts';
import { cutPath, inFolder } from './short-path.ts';

/** The names of the tools and skills of a run that simulates a client. */
export interface ClientNames {
  readonly tools: { readonly [name: string]: SimulatedTool };
  /** Names of skills by the name of their folder. */
  readonly skills: Map<string, string>;
  /** The working directory, to which paths are shown relative. */
  readonly folder?: string | undefined;
}

/**
 * Returns the names for a client's run; undefined for a client that is unknown or ADK.
 * @param folder the working directory, to which paths are shown relative
 */
export function clientNames(id: string, folder?: string): ClientNames | undefined {
  const client = SIMULATED_CLIENTS.find((one) => one.id === id);
  return client && { tools: client.tools, skills: new Map(), folder };
}

/** Returns the last part of a skill's path, under which clients install it. */
export function folderName(root: string): string {
  return root.split(/[/\\]/).findLast((part) => part !== '') ?? '';
}

/** A call and ADK's tool for the same purpose, by which lanes and links treat it. */
export type ClientCall = CallName & { readonly like?: string };

/** Names a call of a client's tool. Undefined if the client has no such tool. */
export function nameClientCall(tool: string, args: Json | undefined, client: ClientNames): ClientCall | undefined {
  const known = own(client.tools, tool);
  if (known === undefined) return undefined;
  const given = isObject(args) ? text(args, known.parameter) : typeof args === 'string' ? args : '';
  const verb = oneLine(tool, 80);
  const object = cutPath(oneLine(inFolder(withoutCopy(given), client.folder))) || '(nothing)';
  if (known.purpose === 'load')
    return {
      kind: 'skill',
      icon: 'book',
      verb,
      name: object,
      skill: client.skills.get(given) ?? given,
      like: 'load_skill',
    };
  const inside = skillPath(given, client.skills);
  const about = inside === undefined ? {} : { skill: inside.skill, path: inside.path };
  if (known.purpose === 'shell') {
    const like = inside === undefined ? {} : { like: likeOf(client, { tool, name: given }, inside.path) };
    return { kind: 'script', icon: 'terminal', verb, name: object, ...about, ...like };
  }
  if (known.purpose !== 'read') return { kind: 'tool', icon: 'list', verb, name: object };
  if (inside === undefined) return { kind: 'tool', icon: 'page', verb, name: object };
  if (inside.path === 'SKILL.md')
    return { kind: 'skill', icon: 'book', verb, name: inside.skill, skill: inside.skill, like: 'load_skill' };
  return {
    kind: 'skill',
    icon: 'page',
    verb,
    name: cutPath(oneLine(inside.path)),
    ...about,
    like: 'load_skill_resource',
  };
}

/** Commands that show a file. */
const SHOWS = /^\s*(?:cat|head|tail|sed|nl|less|more|bat)\s/;

/**
 * Returns ADK's tool for the purpose of a call that has used this file of a skill.
 * @param call its tool, and its command if it is one
 */
export function likeOf(
  { tools }: ClientNames,
  { tool = '', name }: { readonly tool?: string; readonly name: string },
  path: string,
): string {
  const isCommand = own(tools, tool)?.purpose === 'shell';
  if (isCommand && !SHOWS.test(name)) return 'run_skill_script';
  return path === 'SKILL.md' ? 'load_skill' : 'load_skill_resource';
}

/** The folder of a run's copy, and the workspace's or the user's folder in it. */
const COPY = /skillwright-client-[\w-]+\/(workspace|home)(?:\/|$)/;

/**
 * Shortens absolute paths in the copy: those in the workspace become relative, those in the user's folder begin with ~.
 */
export function withoutCopy(given: string): string {
  return given.replace(/[^\s'"=:;|&()<>]+/g, (word) => {
    const found = word.startsWith('/') ? COPY.exec(word) : null;
    if (found === null) return word;
    const inner = word.slice(found.index + found[0].length);
    return found[1] === 'home' ? `~/${inner}` : inner || '.';
  });
}

interface SkillPath {
  readonly skill: string;
  /** Relative to the folder. */
  readonly path: string;
}

/** Finds the first path of a file in an installed skill, in a path or a command. */
function skillPath(given: string, skills: ReadonlyMap<string, string>): SkillPath | undefined {
  for (const word of given.slice(0, 4_000).split(/[\s'";|&()]+/)) {
    const parts = word.split(/[/\\]/);
    for (const [index, part] of parts.entries()) {
      const skill = /^skills?$/.test(part) ? skills.get(parts[index + 1] ?? '') : undefined;
      if (skill !== undefined && index + 2 < parts.length) return { skill, path: parts.slice(index + 2).join('/') };
    }
  }
  return undefined;
}
