import {
  type ClassifiedMiss,
  type ClientBehavior,
  classifyMiss,
  type FailedRequest,
  guessesOf,
  type KnownPlaces,
  type MissedThing,
  own,
  type Skill,
} from '../../skill/index.ts';
import type { ClientRun } from '../clients/client-run.ts';
import { causeFinder } from '../guards/cause.ts';
import { isMiss, isUnknownSkill } from '../models/simulated/simulated-client-view.ts';
import type { PastCall } from '../models/simulated/simulated-memory.ts';
import type { Cause, RunEvent, ToolCall, ToolResult } from '../protocol/events.ts';
import { positionsOf } from './cause-at.ts';

/** A miss of a run, with what followed. */
export interface ObservedMiss extends ClassifiedMiss {
  readonly what: MissedThing;
  /** The path or name as it was asked for, without the copy's folder. */
  readonly asked: string;
  /** Calls that found nothing: the miss, and the searches that follow it. */
  lostCalls: number;
  /** True if the file exists and the run never read it. */
  isNeverRead: boolean;
  /** The words of the skill that led to it; absent if no text did. */
  readonly cause: Cause | undefined;
}

/** The misses of one run, in their order. */
export interface ObservedRun {
  readonly misses: readonly ObservedMiss[];
}

/** The kinds that follow from what a text says. */
const BY_TEXT = /^(?:absent|other-skill|guessed|copied)$/;
/** A path that says itself where it begins: `~/.claude/skills/brew/a.md`. */
const PLACED = /^(?:~\/|\/|\.[\w-]+\/(?:.*\/)?skills\/)/;
const USES = /^(?:cat|python3|bash|node|ruby|perl) (\S+)$/;

/** Collects the misses of a run in a client, with their kinds and their true places in its copy. */
export class ObservedWatcher {
  private readonly skill: Skill;
  private readonly client: ClientRun;
  private readonly known: KnownPlaces;
  private readonly calls = new Map<number, ToolCall>();
  private readonly misses: ObservedMiss[] = [];
  private readonly read = new Set<string>();

  constructor(skill: Skill, client: ClientRun) {
    this.skill = skill;
    this.client = client;
    this.known = placesOf(skill, client);
  }

  onEvent(event: RunEvent): void {
    if (event.type === 'tool_call') this.calls.set(event.seq, event);
    else if (event.type === 'tool_result') this.onResult(event);
  }

  end(): ObservedRun {
    for (const miss of this.misses) {
      const { place, file } = miss;
      const meant = miss.what === 'skill-name' ? 'SKILL.md' : file;
      miss.isNeverRead = place?.exists === true && meant !== undefined && !this.read.has(meant);
    }
    return { misses: this.misses };
  }

  private onResult({ parent = 0, result, read }: ToolResult): void {
    const call = this.calls.get(parent);
    if (read?.skill === this.skill.name) this.read.add(read.path);
    if (call === undefined) return;
    const { behavior, shared } = this.client;
    const past = pastCall(call, result);
    const request = requestOf(behavior, past);
    if (request === undefined) {
      // A search: it belongs to the miss before it.
      const last = this.misses.at(-1);
      if (last !== undefined && last.lostCalls === 1) last.lostCalls++;
      return;
    }
    if (!isMiss(behavior, past) && !isUnknownSkill(behavior, past)) return;
    const directory = shared?.installation.workspace ?? '/';
    const home = shared?.installation.home ?? '/';
    const found = classifyMiss({ ...request, directory, home }, this.known);
    if (found === undefined) return;
    const asked = request.asked.replace(`${home}/`, '~/').replace(`${directory}/`, '');
    const what = request.by === 'skill' ? 'skill-name' : /SKILL\.md$/.test(asked) ? 'skill-file' : 'bundled';
    this.misses.push({ ...found, what, asked, lostCalls: 1, isNeverRead: false, cause: this.causeOf(found, asked) });
  }

  /** Returns the words that led to a miss, if the text alone does so. */
  private causeOf({ kind, file }: ClassifiedMiss, asked: string): Cause | undefined {
    const { manifest, name } = this.skill;
    if (PLACED.test(asked)) {
      const at = manifest.text.indexOf(asked, manifest.bodyStart);
      if (at >= 0) return positionsOf(manifest, at, asked);
    }
    if (!BY_TEXT.test(kind)) return undefined;
    const finder = causeFinder((one) => (one === name ? this.skill : undefined));
    for (const path of this.read) finder.recordRead(name, path);
    return finder.find(name, file ?? asked);
  }
}

function placesOf({ name, bundle, manifest }: Skill, { shared }: ClientRun): KnownPlaces {
  const installed = shared?.installation.allSkills ?? [];
  const written = manifest.references.flatMap(({ path, excuse }) =>
    excuse === undefined ? [{ path, document: 'SKILL.md' }] : [],
  );
  return {
    skills: installed.map((one): KnownPlaces['skills'][number] =>
      one.name === name
        ? {
            name,
            folder: one.folder,
            files: ['SKILL.md', ...bundle.files],
            hasAllFiles: true,
            written,
            guesses: guessesOf(manifest).map(({ path }) => path),
          }
        : { name: one.name, folder: one.folder, files: ['SKILL.md', ...one.skill.bundle.files] },
    ),
    offered: installed.map((one) => one.name),
  };
}

function pastCall({ tool, args }: ToolCall, result: ToolResult['result']): PastCall {
  const value = typeof result === 'object' && result !== null && !Array.isArray(result) ? result : {};
  const text = typeof result === 'string' ? result : '';
  return {
    tool,
    args: (typeof args === 'object' && args !== null ? args : {}) as Readonly<Record<string, unknown>>,
    text,
    value: value as Readonly<Record<string, unknown>>,
    errorCode: undefined,
  };
}

/** Returns the request for one file or skill that a call makes; undefined for a search. */
function requestOf(
  { activation, fileTools, shell }: ClientBehavior,
  { tool, args }: PastCall,
): Pick<FailedRequest, 'asked' | 'by'> | undefined {
  if (activation.kind === 'tool' && activation.tool === tool)
    return { asked: String(own(args, activation.parameter) ?? ''), by: 'skill' };
  const read = fileTools.find((one) => one.kind === 'read' && one.tool === tool);
  if (read?.kind === 'read') return { asked: String(own(args, read.path) ?? ''), by: 'read' };
  if (tool !== shell.tool) return undefined;
  const command = String(own(args, shell.command) ?? '');
  const path = USES.exec(command)?.[1] ?? (/^\S+$/.test(command) && command.includes('/') ? command : undefined);
  return path === undefined ? undefined : { asked: path, by: command.startsWith('cat ') ? 'read' : 'run' };
}
