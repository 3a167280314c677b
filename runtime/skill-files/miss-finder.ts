/** Finds the kinds and the true places of the misses of a run, with the words that sessions of other agents have for them. */
import { basename, dirname } from 'node:path/posix';
import {
  type ClassifiedMiss,
  classifyMiss,
  concernsSkill,
  defined,
  type FailedRequest,
  guessesOf,
  type Skill,
  type SkillDocument,
  type SkillFacts,
  type WrittenPath,
} from '../../skill/index.ts';
import type { FileMiss } from '../protocol/events.ts';
import { writtenPaths } from './provoked-paths.ts';

/** A skill where a run has it. */
export interface PlacedSkill {
  readonly skill: Skill;
  /** The name that it is offered with. */
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
}

export interface MissFinderOptions {
  /** Returns the skills that the run has, also those that are not offered. */
  readonly skills: () => readonly PlacedSkill[];
  /** Returns the names that are offered to the model. */
  readonly offered: () => readonly string[];
  /** The home of the user, absolute. */
  readonly home?: string;
  /** Returns the example paths in the prompt and the tools that the model is given; by default none. */
  readonly examples?: () => readonly string[];
}

/** The texts of a skill that the model has read: the paths that they write, and those that they make a model guess. */
interface ReadTexts {
  readonly files: Set<string>;
  readonly written: WrittenPath[];
  readonly guesses: Set<string>;
}

/** Maximum number of requests that are classified, of misses that are remembered, and of paths in the texts of a skill. */
const MAX_CLASSIFIED = 1000;
const MAX_KNOWN = 200;
const MAX_PATHS = 500;

/** The kinds of misses that look for the right file or skill in a wrong place. */
const WRONG_PLACE = /^(?:root|base|name)\./;

/** The misses of a run, and what the model had read before them. */
export class MissFinder {
  private readonly options: MissFinderOptions;
  private readonly texts = new Map<string, ReadTexts>();
  private readonly known: { readonly skill: string; readonly path: string; readonly at: string }[] = [];
  private classified = 0;

  constructor(options: MissFinderOptions) {
    this.options = options;
  }

  /** Adds a text of a skill that the model has read. */
  learn(skill: string, file: string, document: SkillDocument): void {
    const texts = this.texts.get(skill) ?? { files: new Set(), written: [], guesses: new Set() };
    this.texts.set(skill, texts);
    if (texts.files.has(file) || texts.files.size >= MAX_PATHS) return;
    texts.files.add(file);
    for (const path of writtenPaths(document))
      if (texts.written.length < MAX_PATHS) texts.written.push({ path, document: file });
    for (const { path } of guessesOf(document)) if (texts.guesses.size < MAX_PATHS) texts.guesses.add(path);
  }

  /** Returns a miss with its kind and its true place, as far as they are known. */
  describe(miss: FileMiss, request: FailedRequest): FileMiss {
    const found = this.classify(request);
    return this.add({ ...miss, path: meantPath(miss, request, found) }, request, found);
  }

  /** Returns the miss of a file or a skill that no text of a loaded skill leads to; undefined if it concerns no skill. */
  find(request: FailedRequest, kind: FileMiss['kind']): FileMiss | undefined {
    const found = this.classify(request);
    if (kind !== 'skill' && (found === undefined || !concernsSkill(found))) return undefined;
    const miss =
      kind === 'skill'
        ? { skill: found?.skill ?? request.asked, path: 'SKILL.md' }
        : {
            skill: found?.skill ?? skillOfManifest(request.path ?? request.asked) ?? '',
            path: found?.file ?? 'SKILL.md',
          };
    if (miss.skill === '') return undefined;
    const unloaded = !this.texts.has(miss.skill) || undefined;
    return this.add(defined<FileMiss>({ ...miss, kind, unloaded }), request, found);
  }

  /** Returns the miss of a call of a tool that does not exist and has the name of a skill; undefined for any other. */
  findTool(tool: string): FileMiss | undefined {
    const request: FailedRequest = { asked: tool, by: 'tool' };
    return this.classify(request) === undefined ? undefined : this.find(request, 'skill');
  }

  private add(miss: FileMiss, { asked, path }: FailedRequest, found: ClassifiedMiss | undefined): FileMiss {
    const at = path ?? asked;
    const isMisplaced = found !== undefined && WRONG_PLACE.test(found.kind);
    const before = isMisplaced ? this.known.filter((one) => one.skill === miss.skill && one.path === miss.path) : [];
    if (this.known.length < MAX_KNOWN) this.known.push({ skill: miss.skill, path: miss.path, at });
    const again = (before.length > 0 && before.every((one) => one.at !== at)) || undefined;
    return defined<FileMiss>({ ...miss, reason: found?.kind, asked, place: found?.place, again });
  }

  private classify(request: FailedRequest): ClassifiedMiss | undefined {
    if (this.classified >= MAX_CLASSIFIED) return undefined;
    this.classified++;
    const { skills, offered, home, examples } = this.options;
    const facts = skills().map((one) => this.factsOf(one));
    return classifyMiss(defined({ home, ...request }), {
      skills: facts,
      offered: offered(),
      clientExamples: examples?.() ?? [],
    });
  }

  private factsOf({ skill, name, folder }: PlacedSkill): SkillFacts {
    const { files, truncated } = skill.bundle;
    const { written, guesses } = this.texts.get(name) ?? {};
    return defined({ name, folder, files, hasAllFiles: truncated ? undefined : true, written, guesses });
  }
}

/** Returns the path of a miss in its skill: the file that was meant, if the tool refused the path as it was written. */
export function meantPath(
  { skill, path }: FileMiss,
  { refusedFor }: FailedRequest,
  found: ClassifiedMiss | undefined,
): string {
  return refusedFor !== undefined && found?.skill === skill && found.file !== undefined ? found.file : path;
}

/** Returns the name of the skill whose `SKILL.md` a path is, by its folder; undefined for other files. */
function skillOfManifest(path: string): string | undefined {
  return /^skill\.md$/i.test(basename(path)) ? basename(dirname(path)) : undefined;
}
