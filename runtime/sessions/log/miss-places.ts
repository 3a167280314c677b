import { basename, dirname } from 'node:path/posix';
import {
  type ClassifiedMiss,
  classifyMiss,
  defined,
  examplePathsIn,
  examplePathsOf,
  type FailedRequest,
  type KnownPlaces,
  type Skill,
  type SkillFacts,
} from '../../../skill/index.ts';
import type { FileMiss, LaterMiss } from '../../protocol/events.ts';
import { type OpenMiss, takeCreated } from '../../tool-calls/created-files.ts';
import { HOME } from '../../tool-calls/tool-uses.ts';
import { currentSkills } from './miss-causes.ts';
import type { ListedPlaces } from './offered-skills.ts';
import type { LoadedSkill } from './session-misses.ts';

/** A miss, with the request that it is. */
interface KnownMiss extends OpenMiss {
  result: number | undefined;
  /** Number of the model call that asked for it. */
  step: number;
  miss: FileMiss;
  readonly request: FailedRequest;
}

/** Maximum number of requests that are classified, for the first time and again, and of misses that later calls can explain. */
const MAX_CLASSIFIED = 1000;
const MAX_UPDATED = 5000;
const MAX_KNOWN = 200;
/** Maximum number of offered skills whose places are remembered. */
const MAX_LISTED = 1000;

/** The folder of skills that a session with tools of ADK does not name. */
const UNPLACED = '/skills';

/** The kinds of misses that look for the right file or skill in a wrong place. */
const WRONG_PLACE = /^(?:root|base|name)\./;

/**
 * Finds the kinds and the true places of a session's misses, in what the session itself and the current skills say. The disk of
 * this machine says nothing about another's session.
 */
export class MissPlaces {
  /** The folders that short names stand for in the client's list of skills. */
  private readonly aliases = new Map<string, string>();
  /** The folders of offered skills by their names. */
  private readonly folders = new Map<string, string>();
  private readonly loaded: readonly LoadedSkill[];
  private readonly offered: ReadonlySet<string>;
  private readonly current: readonly Skill[];
  /** The example paths in the prompt and the tools of the client. */
  private readonly examples: Set<string>;
  private readonly known: KnownMiss[] = [];
  private unwritten: KnownMiss[] = [];
  private later: LaterMiss[] = [];
  private classified = 0;
  private updated = 0;

  /**
   * @param offered the names that the client offers; none if the session does not have them
   * @param client id of the client; undefined if it is unknown
   */
  constructor(
    loaded: readonly LoadedSkill[],
    offered: ReadonlySet<string>,
    current: readonly Skill[],
    client: string | undefined,
  ) {
    this.examples = new Set(examplePathsOf(client));
    this.loaded = loaded;
    this.offered = offered;
    this.current = current;
  }

  /** Adds the places in a client's list of skills. */
  addListed({ folders, aliases }: ListedPlaces): void {
    for (const [name, folder] of folders) if (this.folders.size < MAX_LISTED) this.folders.set(name, folder);
    for (const [name, folder] of aliases) if (this.aliases.size < MAX_LISTED) this.aliases.set(name, folder);
  }

  /** Adds a text of the client itself that the session has: its prompt, or the declaration of a tool. */
  addClientText(text: string): void {
    for (const path of examplePathsIn(text)) if (this.examples.size < MAX_LISTED) this.examples.add(path);
  }

  /** Returns the kind of a request; undefined if it says nothing about a skill. */
  classify(request: FailedRequest): ClassifiedMiss | undefined {
    if (this.classified >= MAX_CLASSIFIED) return undefined;
    this.classified++;
    return this.kindOf(request);
  }

  /**
   * Returns the request of a call that names a skill and a path in it, with its kind, unless no text of the skill is known.
   * @param isRefused true if the tool refused the path because it is none in the skill
   */
  classifyInside(
    name: string,
    file: string,
    by: FailedRequest['by'],
    isRefused: boolean,
  ): { readonly request: FailedRequest; readonly found: ClassifiedMiss | undefined } {
    const loaded = this.loaded.find((skill) => skill.name === name);
    const current = currentSkills(this.current, name, loaded?.folder ?? '')[0];
    const known = loaded?.folder ?? current?.root;
    const folder = known ?? `${UNPLACED}/${name}`;
    const path = isRefused ? undefined : `${folder}/${file}`;
    const request = defined<FailedRequest>({
      asked: file,
      path,
      by,
      refusedFor: isRefused ? name : undefined,
      directory: folder,
    });
    if ((loaded?.texts.has('SKILL.md') !== true && current === undefined) || this.classified >= MAX_CLASSIFIED)
      return { request, found: undefined };
    this.classified++;
    const facts = loaded === undefined ? { name, ...(current && filesOf(current)) } : this.factsOf(loaded);
    const found = classifyMiss(request, { skills: [{ ...facts, folder }], clientExamples: this.examples });
    const { place: _, ...unplaced } = found ?? {};
    return { request, found: known === undefined && found !== undefined ? (unplaced as ClassifiedMiss) : found };
  }

  /** True if a skill was loaded. */
  isLoaded(name: string): boolean {
    return this.loaded.some((skill) => skill.name === name);
  }

  /** Remembers a miss. Returns it with what is known about it: its kind, its true place, and whether it is one from before. */
  add(miss: FileMiss, request: FailedRequest, found: ClassifiedMiss | undefined): FileMiss {
    const at = request.path ?? request.asked;
    const reason = found?.kind;
    const before =
      reason === undefined || !WRONG_PLACE.test(reason)
        ? []
        : this.known.filter((one) => one.miss.path === miss.path && bareName(one.miss.skill) === bareName(miss.skill));
    const isAgain = before.length > 0 && before.every((one) => one.at !== at);
    const whole = defined<FileMiss>({
      ...miss,
      skill: isAgain ? (before[0]?.miss.skill ?? miss.skill) : miss.skill,
      reason,
      asked: request.asked,
      place: found?.place,
      again: isAgain || undefined,
    });
    const one: KnownMiss = { result: undefined, step: 0, miss: whole, request, at };
    if (this.known.length < MAX_KNOWN) this.known.push(one);
    this.unwritten.push(one);
    return whole;
  }

  /** Records that the latest misses are in the result with this `seq`, of a call in the model call with this number. */
  recordResult(seq: number, step: number): void {
    if (this.unwritten.length === 0) return;
    for (const one of this.unwritten) {
      one.result = seq;
      one.step = step;
    }
    this.unwritten = [];
    // The same call may have read the file in another place.
    this.update();
  }

  /**
   * Looks again for the true places of the misses so far, after more was learned about a skill.
   * @param file path of the only file about which something was learned
   */
  update(file?: string): void {
    for (const one of this.known) {
      const { miss, request, result } = one;
      if (miss.place?.exists === true || miss.reason === undefined || result === undefined) continue;
      const names = [miss.path, miss.place?.at ?? miss.path].map((path) => basename(path));
      if ((file !== undefined && !names.includes(basename(file))) || this.updated >= MAX_UPDATED) continue;
      this.updated++;
      const { kind: reason, place } = this.kindOf(request) ?? {};
      if (reason === undefined || place === undefined || (place.at === miss.place?.at && !place.exists)) continue;
      one.miss = { ...miss, reason, place };
      const { skill, path, kind } = miss;
      this.later.push({ result, skill, path, kind, reason, place });
    }
  }

  /** Records that a call created files: a request for one of them before was no miss. */
  recordCreated(paths: readonly string[]): void {
    this.later.push(...takeCreated(this.known, paths));
  }

  /** Returns the number of the model call that first missed one of these files of a skill; undefined if none did. */
  missedAt(skill: string, paths: readonly string[]): number | undefined {
    return this.known.find(({ miss }) => miss.skill === skill && paths.includes(miss.path))?.step;
  }

  /** Forgets all misses so far. */
  forget(): void {
    this.known.length = 0;
    this.unwritten = [];
    this.later = [];
  }

  /** Returns what the calls since then say about earlier misses. */
  takeLater(): readonly LaterMiss[] | undefined {
    const { later } = this;
    this.later = [];
    return later.length === 0 ? undefined : later;
  }

  private kindOf(request: FailedRequest): ClassifiedMiss | undefined {
    return classifyMiss(withHome(request), this.places());
  }

  private places(): KnownPlaces {
    const loaded = this.loaded.map((skill) => this.factsOf(skill));
    const isKnown = (name: string): boolean => loaded.some((one) => bareName(one.name) === bareName(name));
    const offered = [...this.folders].flatMap(([name, folder]) => (isKnown(name) ? [] : [{ name, folder }]));
    const today = this.current
      .filter(({ name }) => !isKnown(name) && !this.folders.has(name))
      .map((skill): SkillFacts => ({ name: skill.name, folder: skill.root, ...filesOf(skill) }));
    return defined({
      clientExamples: this.examples,
      skills: [...loaded, ...offered, ...today],
      offered: this.offered.size === 0 ? undefined : this.offered,
      aliases: this.aliases,
    });
  }

  private factsOf({ name, folder, files, written, guesses }: LoadedSkill): SkillFacts {
    const current = currentSkills(this.current, name, folder ?? '')[0];
    const today = current === undefined ? undefined : filesOf(current);
    return defined({
      name,
      folder: folder === undefined ? undefined : homeFirst(folder),
      files: new Set([...files, ...(today?.files ?? [])]),
      hasAllFiles: today?.hasAllFiles,
      written,
      guesses,
    });
  }
}

/** Returns the files of a current skill. */
function filesOf({ bundle }: Skill): Pick<SkillFacts, 'files' | 'hasAllFiles'> {
  return defined({ files: bundle.files, hasAllFiles: bundle.truncated ? undefined : true });
}

/** Returns a path with `~` for the unknown home of the session's machine. */
const homeFirst = (path: string): string => (path.startsWith(`${HOME}/`) ? `~${path.slice(HOME.length)}` : path);

function withHome(request: FailedRequest): FailedRequest {
  return defined({ ...request, path: request.path === undefined ? undefined : homeFirst(request.path) });
}

/** Returns the name of a skill without the prefix of its plugin. */
const bareName = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

/** Returns the name of the skill whose `SKILL.md` a path is, by its folder; undefined for other files. */
export function skillOfManifest(path: string): string | undefined {
  return /^skill\.md$/i.test(basename(path)) ? basename(dirname(path)) : undefined;
}
