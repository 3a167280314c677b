/** Determines which failed requests of a session are misses: of files, of skills by their names, and of programs that open a file. */
import type { ClassifiedMiss, FailedRequest } from '../../../skill/index.ts';
import { concernsSkill, defined, hasNameForm } from '../../../skill/index.ts';
import type { FileMiss, Json } from '../../protocol/events.ts';
import { absolutePath, type FileUse, shellCommands } from '../../tool-calls/tool-uses.ts';
import { type MissPlaces, skillOfManifest } from './miss-places.ts';
import { type LoadedSkill, missOf } from './session-misses.ts';

const UNKNOWN_SKILL =
  /\bunknown skill\b|\bskill\b[^\n]{0,120}\b(?:not found|does not exist|not available|not be found|not be loaded|unknown)\b|\bno (?:such )?skill\b|\b(?:could not|couldn't|cannot|can't|unable to|failed to) (?:find|locate|load) (?:the |a )?skill\b/i;
const UNKNOWN_TOOL = /\b(?:no such tool|unknown tool|tool [^\n]{0,120}\b(?:not found|does not exist))\b/i;
/** The words of Claude Code, whose own tools and those of servers never have the form of a skill's name. */
const NO_SUCH_TOOL = /No such tool available: ([\w-]{1,100})/;
/** The errors of Python and Node about a file that a program opens. */
const OPENED = /(?:No such file or directory:|ENOENT: no such file or directory, \w{1,20}) ?['"]([^'"\n]{1,500})['"]/g;
/** Number of characters at the start of a result that say why it failed, and at its end that a program prints last. */
const MAX_START = 500;
const MAX_END = 5000;
/** Maximum number of files that a program is said to have missed. */
const MAX_OPENED = 5;

const BY = { resource: 'read', script: 'run', search: 'search' } as const;

/** Returns the miss that a failed request for a file is. Undefined if it says nothing about a skill. */
export function missOfFile(
  places: MissPlaces,
  skills: readonly LoadedSkill[],
  use: FileUse,
  directory: string,
): FileMiss | undefined {
  // A list or a test of existence asks whether there is a file, and does not take it for granted.
  if (use.kind === 'search' && use.pattern === undefined) return undefined;
  const miss = missOf(skills, use, directory);
  const request = requestOf(use, directory);
  if (request === undefined) return miss;
  const found = places.classify(request);
  if (miss !== undefined) return places.add(miss, request, found);
  const unread = found === undefined || !concernsSkill(found) ? undefined : newMiss(places, found, use);
  return unread === undefined || unread.skill === '' ? undefined : places.add(unread, request, found);
}

/** Returns the request for one file; undefined for a search whose pattern names several. */
function requestOf(use: FileUse, directory: string): FailedRequest | undefined {
  const { kind, path, from = directory, asked, pattern, glob } = use;
  const file = pattern ?? asked ?? path;
  if (glob !== undefined || (pattern !== undefined && (!pattern.includes('/') || /[*?[\]{}!()]/.test(pattern))))
    return undefined;
  const at = pattern === undefined ? path : absolutePath(pattern, path);
  return { asked: file, path: at, by: BY[kind], directory: from };
}

function newMiss(
  places: MissPlaces,
  { skill, file }: ClassifiedMiss,
  { kind, path }: Pick<FileUse, 'kind' | 'path'>,
): FileMiss {
  const name = skill ?? skillOfManifest(path) ?? '';
  return defined<FileMiss>({
    skill: name,
    path: file ?? 'SKILL.md',
    kind,
    unloaded: !places.isLoaded(name) || undefined,
  });
}

/** Returns the miss of a call of a client's tool for skills whose result says that there is no such skill. */
export function missOfSkill(places: MissPlaces, name: string, text: string, directory: string): FileMiss | undefined {
  if (!UNKNOWN_SKILL.test(text.slice(0, MAX_START))) return undefined;
  const request: FailedRequest = { asked: name, by: 'skill', directory };
  return ofName(places, request, places.classify(request));
}

/** Returns the miss of a call of a tool that does not exist and has the name of a skill. */
export function missOfTool(places: MissPlaces, tool: string, text: string, directory: string): FileMiss | undefined {
  const start = text.slice(0, MAX_START);
  if (!UNKNOWN_TOOL.test(start)) return undefined;
  const request: FailedRequest = { asked: tool, by: 'tool', directory };
  const found = places.classify(request);
  if (found !== undefined) return ofName(places, request, found);
  const [, named] = NO_SUCH_TOOL.exec(start) ?? [];
  const hasForm = named === tool && tool.includes('-') && hasNameForm(tool);
  return hasForm ? ofName(places, request, { kind: 'name.tool' }) : undefined;
}

function ofName(places: MissPlaces, request: FailedRequest, found: ClassifiedMiss | undefined): FileMiss {
  const skill = found?.skill ?? request.asked;
  const unloaded = !places.isLoaded(skill) || undefined;
  return places.add(defined<FileMiss>({ skill, path: 'SKILL.md', kind: 'skill', unloaded }), request, found);
}

/** Returns the misses of a program that opens files whose paths its command writes: `python -c "open('a.md')"`. */
export function missesOfProgram(
  places: MissPlaces,
  tool: string,
  args: Json,
  text: string,
  directory: string,
): readonly FileMiss[] {
  const opened = [...text.slice(-MAX_END).matchAll(OPENED)].map(([, path = '']) => path);
  const commands = opened.length === 0 ? [] : shellCommands(tool, args, directory);
  return [...new Set(opened)].slice(0, MAX_OPENED).flatMap((asked) => {
    const command = commands.find((one) => opens(one.command, asked));
    if (command === undefined) return [];
    const path = absolutePath(asked, command.directory);
    const request: FailedRequest = { asked, path, by: 'read', directory: command.directory };
    const found = places.classify(request);
    const isMiss = found !== undefined && (concernsSkill(found) || found.kind === 'base.workspace');
    return isMiss ? [places.add(newMiss(places, found, { kind: 'resource', path }), request, found)] : [];
  });
}

/** True if a command has a path in quotes, and does not write to it. */
function opens(command: string, path: string): boolean {
  const at = command.indexOf(path);
  if (at < 0 || />\s*['"]?$/.test(command.slice(Math.max(0, at - 4), at))) return false;
  return !/^\\?['"]\s*,\s*(?:mode\s*=\s*)?\\?['"][wax]/.test(command.slice(at + path.length, at + path.length + 30));
}
