/** The answers of a hook to a request for a file of a skill that does not exist. */
import { existsSync, statSync } from 'node:fs';
import { homeFolder, toSlashes } from '../../skill/disk.ts';
import { type ClassifiedMiss, classifyMiss, concernsSkill, defined, join, toldFiles } from '../../skill/index.ts';
import { countSteps, LIVE, stepAt } from '../guards/ladders.ts';
import type { HookOptions } from '../protocol/hooks.ts';
import { createdFiles } from '../tool-calls/created-files.ts';
import { type FileUse, HOME, toolUses } from '../tool-calls/tool-uses.ts';
import type { RecordLine, SessionRecord } from '../user-data/hook-record.ts';
import type { AnswerTemplate } from './dialect.ts';
import { denial, ending, factOf, isSameName, nameFact, withCount } from './facts.ts';
import type { StopEvent, ToolEvent } from './hook-event.ts';
import {
  factsOf,
  type HookSkill,
  isInBundledFolder,
  isInside,
  isWholeRepository,
  leadsTo,
  offeredSkills,
} from './offered-skills.ts';
import { redacted } from './redacted.ts';
import { fill, tellOf } from './run-hook.ts';
import { skillsInTranscript } from './users-skills.ts';

/** A request for a missing file of a skill. */
interface MissingFile {
  /** Absolute, as the disk has it, without secrets. */
  readonly path: string;
  readonly miss: ClassifiedMiss;
  readonly skill: HookSkill | undefined;
  readonly fact: string;
  /** True for a read or a run of a file in a loaded skill: only these are counted. */
  readonly counts: boolean;
}

/** A line that counts a request. */
type CountedLine = Extract<RecordLine, { readonly step: number }>;

/** A gap in which no model can have answered, in milliseconds: hooks of one step can start one after another. */
const SAME_STEP = 20;

/** Maximum length of the name of a skill that is looked up, in characters. */
const MAX_NAME = 200;

/** Maximum number of facts in one answer. */
const MAX_FACTS = 3;

/** Commands that run elsewhere, or remove files: the disk says nothing about their request. */
const ELSEWHERE =
  /(?:^|[\s;&|(])(?:docker|podman|nerdctl|kubectl|ssh|wsl|vagrant|devcontainer|limactl|rm|mv|unlink|trash|git\s+(?:checkout|switch|stash|clean|rm|mv|reset))\b/;

/**
 * Returns the answer to a request that may be missing; undefined if it is none for a file of a skill.
 *
 * @param started when the process of the hook began, in epoch milliseconds
 */
export function answerRequest(
  event: ToolEvent,
  started: number,
  record: SessionRecord,
  options: HookOptions,
): AnswerTemplate | undefined {
  const requests = missingRequests(event);
  if (requests.length === 0) return undefined;
  rememberUsersSkills(event, record);
  const lines = record.lines();
  const skills = offeredSkills(event.dialect.catalog, event.directory, lines);
  const missing = requests.flatMap((request) => {
    const found = describe(request, event, skills);
    return found === undefined ? [] : [found];
  });
  const [first] = missing;
  if (first === undefined) return undefined;
  return event.moment === 'before'
    ? beforeRequest(missing, event, started, record, options)
    : afterRequest(missing, event, record, options);
}

/** Adds the skills to the record that the user has loaded by name: no hook is called for them. */
function rememberUsersSkills({ dialect, transcript }: ToolEvent, record: SessionRecord): void {
  const known = new Set(record.lines().flatMap((line) => (line.event === 'skill' ? [line.manifest ?? line.name] : [])));
  for (const { name, manifest } of skillsInTranscript(dialect.id, transcript)) {
    if (known.has(manifest ?? name)) continue;
    known.add(manifest ?? name);
    record.add(defined<RecordLine>({ at: Date.now(), event: 'skill', name, manifest }));
  }
}

/** Denies a request that was missed in earlier steps, or ends the turn. */
function beforeRequest(
  missing: readonly MissingFile[],
  { call, dialect, name }: ToolEvent,
  started: number,
  record: SessionRecord,
  options: HookOptions,
): AnswerTemplate | undefined {
  const lines = record.lines();
  for (const { path, fact, counts, skill } of missing) {
    if (!counts) continue;
    record.add(defined<RecordLine>({ at: started, event: 'asked', path, call }));
    const before = stepsBefore(path, lines, started, editedAt(skill));
    const step = stepAt(LIVE, before + 1, options.guard === 'on' && dialect.answers.end !== undefined);
    if (step !== 'deny' && step !== 'end') continue;
    const text = step === 'end' ? ending(fact, before) : denial(fact, before);
    record.add(
      defined<RecordLine>({
        at: Date.now(),
        began: started,
        event: step === 'end' ? 'ended' : 'denied',
        path,
        call,
        step: before + 1,
        told: redacted(text),
      }),
    );
    const template = step === 'end' ? dialect.answers.end : undefined;
    return fill(template ?? dialect.answers.deny, { event: name, text, error: '' });
  }
  return undefined;
}

/** Tells where the files are, or that there are none. */
function afterRequest(
  missing: readonly MissingFile[],
  event: ToolEvent,
  record: SessionRecord,
  options: HookOptions,
): AnswerTemplate | undefined {
  const { call, error = '', name } = event;
  const said: string[] = [];
  for (const { path, fact, miss, skill, counts } of missing) {
    const lines = record.lines();
    // The same hook in two files of settings is called twice for one call, and a denied call is a failed one in some clients.
    if (
      call !== undefined &&
      lines.some(
        (line) =>
          'path' in line && line.event !== 'asked' && 'call' in line && line.call === call && line.path === path,
      )
    )
      continue;
    const began = beganAt(path, call, lines);
    const step = stepsBefore(path, lines, began, editedAt(skill)) + 1;
    const does = stepAt(LIVE, step, options.guard === 'on');
    const text = does === 'tell' || !counts ? fact : withCount(fact, step);
    const { kind, file, place } = miss;
    record.add(
      defined<RecordLine>({
        at: Date.now(),
        event: 'missed',
        path,
        call,
        step: counts ? step : 0,
        kind,
        skill: skill?.name,
        file: file === undefined ? undefined : redacted(file),
        // A file of another name is not the one that the text requires.
        place: place?.exists === true && isSameName(place.at, path) ? place.at : undefined,
        told: redacted(text),
      }),
    );
    said.push(text);
  }
  if (said.length === 0) return undefined;
  return fill(tellOf(event), { event: name, text: [...new Set(said)].slice(0, MAX_FACTS).join('\n'), error });
}

/**
 * Returns the number of model steps in which a file was missed or denied before a call began. Parallel calls of one step begin
 * before the results of the others: they count once.
 */
function stepsBefore(path: string, lines: readonly RecordLine[], began: number, edited: number): number {
  const read = lines.findLast((line) => line.event === 'read' && line.path === path)?.at ?? 0;
  const since = Math.max(read, edited);
  const requests = lines.filter((line): line is CountedLine => 'step' in line && line.step > 0 && line.path === path);
  const later = requests.filter(({ at }) => at > since);
  // Denials of one step can come one after another.
  const isOver = ({ step }: CountedLine): boolean =>
    later.every((line) => line.event === 'missed' || line.step !== step || began - line.at >= SAME_STEP);
  return countSteps(later.filter((line) => (line.event === 'missed' ? line.at < began : isOver(line))));
}

/** Returns when a call began: when its hook before it did. Calls without ids are answered in their order. */
function beganAt(path: string, call: string | undefined, lines: readonly RecordLine[]): number {
  const asked = lines.filter(
    (line) => line.event === 'asked' && line.path === path && (call === undefined || line.call === call),
  );
  if (call !== undefined) return asked.at(-1)?.at ?? Date.now();
  const answered = lines.filter((line) => line.event === 'missed' && line.path === path).length;
  return (asked[answered] ?? asked.at(-1))?.at ?? Date.now();
}

/** Returns when the texts of a skill were last changed, in epoch milliseconds: what was missed before may be there by now. */
function editedAt(skill: HookSkill | undefined): number {
  if (skill === undefined) return 0;
  return statSync(skill.manifest, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** A request with its path as the disk has it. */
interface MissingRequest {
  readonly use: FileUse | { readonly kind: 'skill'; readonly name: string };
  readonly path: string;
}

/** Returns the requests of a call for files that do not exist. Writing, listing and testing for a file are none. */
function missingRequests({ tool, args, directory, moment }: ToolEvent): readonly MissingRequest[] {
  if (!existsSync(directory)) return [];
  const text = JSON.stringify(args);
  if (ELSEWHERE.test(text)) return [];
  const home = toSlashes(homeFolder());
  const created = new Set(createdFiles(tool, args, toSlashes(directory)));
  return toolUses(tool, args, toSlashes(directory)).flatMap((use): readonly MissingRequest[] => {
    if (use.kind === 'skill') return [];
    const mayNotRun = use.isConditional === true && use.isFirst !== true;
    if (mayNotRun || use.fallback !== undefined || created.has(use.path)) return [];
    if (use.kind === 'search' && (moment === 'before' || oneFile(use) === undefined)) return [];
    const wanted = use.kind === 'search' ? join(use.path, oneFile(use) ?? '') : use.path;
    const path = onDisk(wanted, home);
    return exists(path) ? [] : [{ use, path }];
  });
}

/** Returns the file that a glob names; undefined if it can match several. */
function oneFile({ pattern = '' }: FileUse): string | undefined {
  const name = pattern.replace(/^(?:\*\*\/)+/, '');
  return /^[\w./-]+\.\w+$/.test(name) ? name : undefined;
}

/** Returns a path of a request as this system has it. */
function onDisk(path: string, home: string): string {
  const expanded = path === HOME || path.startsWith(`${HOME}/`) ? `${home}${path.slice(HOME.length)}` : path;
  return expanded.replace(/^\/([a-z]:)(?=\/|$)/i, '$1');
}

function exists(path: string): boolean {
  try {
    return existsSync(path);
  } catch {
    return true;
  }
}

/** Returns what a request for a missing file means, and what is said about it; undefined if it concerns no skill. */
function describe(
  { use, path }: MissingRequest,
  { directory }: ToolEvent,
  skills: readonly HookSkill[],
): MissingFile | undefined {
  if (use.kind === 'skill') return undefined;
  const home = toSlashes(homeFolder());
  const asked = use.asked ?? (use.kind === 'search' ? (oneFile(use) ?? path) : path);
  const request = {
    asked,
    path,
    by: use.kind === 'script' ? 'run' : use.kind === 'search' ? 'search' : 'read',
    directory: toSlashes(directory),
    home,
  } as const;
  const miss = classifyMiss(request, { skills: factsOf(skills, path), offered: skills.map(({ name }) => name) });
  if (miss === undefined || miss.kind === 'copied' || !concernsSkill(miss)) return undefined;
  const skill = skills.find(({ name }) => name === miss.skill);
  // Outside of the folders of skills a path is a skill's only if the session has loaded the skill.
  if (/^base\.workspace$|^guessed$/.test(miss.kind) && skill?.isLoaded !== true) return undefined;
  if (skill !== undefined && isWholeRepository(skill)) {
    const file = miss.file ?? '';
    if (!leadsTo(skill, file) && !isInBundledFolder(skill, file)) return undefined;
  }
  const fact = factOf(
    { asked, path, directory: toSlashes(directory), home },
    miss,
    skill,
    skills.map(({ name }) => name),
  );
  if (fact === undefined) return undefined;
  const counts = use.kind !== 'search' && skill?.isLoaded === true;
  return { path: redacted(path), miss, skill, fact, counts };
}

/** Returns the fact about a skill that could not be loaded; undefined if the client offers it, so that the name was no reason. */
export function answerName(event: ToolEvent, name: string, record: SessionRecord): AnswerTemplate | undefined {
  const { dialect, directory, error = '' } = event;
  const names = offeredSkills(dialect.catalog, directory, record.lines()).map((skill) => skill.name);
  if (name.length > MAX_NAME || names.length === 0 || names.includes(name)) return undefined;
  const text = nameFact(name, names);
  record.add({
    at: Date.now(),
    event: 'missed',
    path: redacted(name),
    step: 0,
    kind: 'name.unknown',
    told: redacted(text),
  });
  return fill(tellOf(event), { event: event.name, text, error });
}

/**
 * Returns what is said at the end of a turn: the existing files that a loaded skill requires in any case, that were missed and
 * never read.
 */
export function answerMissed(
  { dialect, name, directory }: StopEvent,
  record: SessionRecord,
  options: HookOptions,
): AnswerTemplate | undefined {
  const lines = record.lines();
  const open = lines.filter(
    (line) =>
      line.event === 'missed' &&
      line.place !== undefined &&
      !lines.some((other) => other.event === 'read' && other.path === line.place),
  );
  if (open.length === 0 || options.guard === 'off') return undefined;
  const skills = offeredSkills(dialect.catalog, directory, lines).filter(({ isLoaded }) => isLoaded);
  const facts = open.flatMap((line) => {
    if (line.event !== 'missed' || line.place === undefined) return [];
    const skill = skills.find((one) => one.name === line.skill);
    const document = skill?.document();
    if (skill === undefined || document === undefined || !isInside(skill, line.place)) return [];
    const isRequired = toldFiles(document, 'SKILL.md').some(
      ({ paths, isConditional }) => !isConditional && line.file !== undefined && paths.includes(line.file),
    );
    return isRequired
      ? [`\`${line.file}\` of the skill \`${skill.name}\` was requested and never read. It is at \`${line.place}\`.`]
      : [];
  });
  const text = [...new Set(facts)].slice(0, MAX_FACTS).join('\n');
  if (text === '' || lines.some((line) => line.event === 'shown' && line.told === redacted(text))) return undefined;
  const template = options.guard === 'on' ? dialect.answers.continue : dialect.answers.show;
  if (template === undefined) return undefined;
  record.add({ at: Date.now(), event: 'shown', told: redacted(text) });
  return fill(template, { event: name, text, error: '' });
}
