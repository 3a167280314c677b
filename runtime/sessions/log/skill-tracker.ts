import { basename, dirname } from 'node:path/posix';
import { diskFiles } from '../../../skill/disk.ts';
import {
  defined,
  estimateTokens,
  guessesOf,
  homeIn,
  readDocument,
  type Skill,
  type SkillDocument,
  SPEC_FOLDERS,
} from '../../../skill/index.ts';
import type { CauseFinder } from '../../guards/cause.ts';
import { isMissCode, requestOf } from '../../guards/miss.ts';
import type { FileMiss, Json, JsonObject, LaterMiss, SkillFile, ToldSkill } from '../../protocol/events.ts';
import { meantPath } from '../../skill-files/miss-finder.ts';
import { provokedPaths, writtenPaths } from '../../skill-files/provoked-paths.ts';
import { ToldReads } from '../../skill-files/told-reads.ts';
import { fieldsOf, isFields, textOf } from '../../text/values.ts';
import { createdFiles } from '../../tool-calls/created-files.ts';
import { absolutePath, type FileUse, HOME, shellCommands, type ToolUse, toolUses } from '../../tool-calls/tool-uses.ts';
import { textArgument } from '../../toolset/arguments.ts';
import { INVALID_PATH } from '../../toolset/resource-path.ts';
import type { CallOutcome, OpenCall } from './calls.ts';
import { missesOfProgram, missOfFile, missOfSkill, missOfTool } from './failed-requests.ts';
import { adkError, certainlyRan, hasFailed, saysForbidden, saysMissing, saysNotFound, wasDone } from './failures.ts';
import { currentCauses, currentSkills, RecordedTexts } from './miss-causes.ts';
import { MissPlaces } from './miss-places.ts';
import type { ListedPlaces } from './offered-skills.ts';
import type { MissCause, MissedWithCause, ReadFile, SkillLoaded } from './session-event.ts';
import { type LoadedSkill, pathIn, skillWith } from './session-misses.ts';
import { textsOf } from './skill-sections.ts';
import { baseFolder, isNotice, listedFiles, MAX_TEXT, nameIn, plainText, withoutLineNumbers } from './skill-texts.ts';

/** The findings about skills in a result. */
export interface SkillOutcome {
  readonly failed: boolean;
  /** The code of the failure, if it says more than that something was missed. */
  readonly code?: string;
  readonly read?: SkillFile;
  /** Other files that the same call read or ran. */
  readonly alsoRead?: readonly ReadFile[];
  readonly miss?: FileMiss;
  readonly cause?: MissCause;
  /** Other files that the same call missed. */
  readonly alsoMissed?: readonly MissedWithCause[];
  /** Misses of earlier calls, of which this one shows the place, or whose file it created. */
  readonly later?: readonly LaterMiss[];
  /** True if the file in `read` was run. */
  readonly ran?: true;
  /** True if the call names the file in `read`, but does not show that it was read or run. */
  readonly unproven?: true;
  /** The skills whose texts the result contains. */
  readonly loaded?: readonly Pick<SkillLoaded, 'skill' | 'by' | 'folder'>[];
}

/** A bundled file that a call read or ran, and the skill that it loaded this way. */
interface FoundRead {
  readonly read: ReadFile;
  readonly loaded?: Pick<SkillLoaded, 'skill' | 'by' | 'folder'>;
}

/** Receives a text of a skill that was loaded. */
export type OnText = (skill: string, file: string, document: SkillDocument) => void;

/** Returns a path as Git Bash, Cygwin or a Linux on Windows writes it as one on a drive, if other paths of the session are on one. */
function onDrive(path: string, others: readonly string[]): string {
  const [start, letter] = /^\/(?:mnt\/|cygdrive\/)?([a-z])(?=\/|$)/i.exec(path) ?? [];
  if (start === undefined || letter === undefined) return path;
  const drive = `/${letter.toLowerCase()}:`;
  return others.some((one) => one.startsWith(`${drive}/`)) ? drive + path.slice(start.length) : path;
}

/** True if a path in a skill is in a folder of the specification. */
const isBundled = (path: string): boolean => SPEC_FOLDERS.has(path.slice(0, path.indexOf('/')));

/** Maximum number of offered skills that are recorded. */
const MAX_OFFERED = 1000;
/** Maximum number of files that one call is said to have missed. */
const MAX_MISSES = 50;
/** Maximum number of paths that the texts of a skill write, and of its files, that are compared with misses. */
const MAX_PATHS = 500;
/** Maximum number of skills of a session that are tracked. */
const MAX_SKILLS = 200;

/**
 * Determines which skills a session loaded, which of their files it read, and which of its failures are misses: those
 * inside a loaded skill's folder, and those of a path that a text it has read names or makes a model guess. Works on
 * the texts of the session alone; the paths in them are never opened.
 */
export class SkillTracker {
  private readonly skills: LoadedSkill[] = [];
  private readonly current: CauseFinder;
  private readonly currentSkills: readonly Skill[];
  private readonly folders: ReadonlyMap<string, string>;
  readonly places: MissPlaces;
  private readonly toldReads = new ToldReads();
  private readonly onText: OnText | undefined;
  private directory = '/';
  private files: ReturnType<typeof diskFiles> | undefined;
  /** The first working directory as the session writes it. */
  firstDirectory: string | undefined;

  /**
   * @param current the current skills, in which those of the session are looked up by name
   * @param folders the folders of skills by their names, where the session does not have them
   * @param client id of the client; undefined if it is unknown
   * @param onText receives each text of a skill that was loaded
   */
  constructor(
    current: readonly Skill[] = [],
    folders: ReadonlyMap<string, string> = new Map(),
    client?: string,
    onText?: OnText,
  ) {
    this.onText = onText;
    this.currentSkills = current;
    this.folders = folders;
    this.places = new MissPlaces(this.skills, this.offered, current, client);
    this.current = currentCauses(current, (name) => this.skills.find((skill) => skill.name === name)?.folder);
  }

  /** Names of the skills that the client offered, if the session has them. */
  readonly offered = new Set<string>();

  /** Records that the client offered skills to the model, with their places, if its list has them. */
  offer(names: readonly string[], places?: ListedPlaces): void {
    for (const name of names) if (this.offered.size < MAX_OFFERED) this.offered.add(name);
    if (places !== undefined) this.places.addListed(places);
  }

  /** Returns the folder of the current skill that a skill of the session most likely is, if there is one. */
  currentFolder(name: string): string | undefined {
    const folder = this.skills.find((skill) => skill.name === name)?.folder;
    return currentSkills(this.currentSkills, name, folder ?? '')[0]?.root;
  }

  /** Returns the estimated tokens of the texts of each skill that was read, by its name. */
  get tokens(): Readonly<Record<string, number>> {
    const sums = new Map<string, number>();
    for (const { name, tokens } of this.skills) if (tokens > 0) sums.set(name, (sums.get(name) ?? 0) + tokens);
    return Object.fromEntries(sums);
  }

  /** The files that the texts of the skills tell the model to read; undefined if there are none. */
  get instructed(): readonly ToldSkill[] | undefined {
    const told = this.toldReads.report((skill, paths) => this.places.missedAt(skill, paths));
    return told.length === 0 ? undefined : told;
  }

  /** Sets the working directory of the next calls. */
  setDirectory(path: string): void {
    this.firstDirectory ??= path;
    this.directory = absolutePath(path, '/');
  }

  /** Records that a skill was loaded. */
  recordLoad(name: string, folder?: string, text?: string): void {
    const skill = this.skillFor(
      name,
      folder === undefined ? undefined : this.placed(absolutePath(folder, this.directory)),
    );
    if (skill !== undefined && text !== undefined) this.learn(skill, 'SKILL.md', text);
  }

  /** Records a text of a skill that is in the conversation, and which may have been loaded before under another name. */
  recordText(name: string, folder: string | undefined, text: string): void {
    const at = folder === undefined ? undefined : this.placed(absolutePath(folder, this.directory));
    const known = this.skills.find((skill) => skill.folder !== undefined && skill.folder === at);
    this.recordLoad(known?.name ?? name, folder, text);
  }

  /** Ends what another session has, too: its skills and texts stay known, but their tokens and its misses count there. */
  endCopy(): void {
    for (const skill of this.skills) skill.tokens = 0;
    this.places.forget();
  }

  /** Evaluates the result of a call. */
  result(call: OpenCall, outcome: CallOutcome): SkillOutcome {
    const text = plainText(outcome.value);
    const failed = hasFailed(outcome, text);
    const request = requestOf({ tool: call.tool, args: isFields(call.args) ? (call.args as JsonObject) : {} });
    if (request !== undefined && request.skill !== '') return this.adkResult(request, call.args, outcome, text, failed);
    const uses = toolUses(call.tool, call.args, this.directory).map((use) => this.placedUse(use));
    if (outcome.skill !== undefined && !failed) return this.skillResult(outcome.skill, outcome, text);
    const texts = textsOf(uses, text);
    const found: FoundRead[] = [];
    const unproven: FoundRead[] = [];
    const misses: FileMiss[] = [];
    const add = (miss: FileMiss | undefined): void => {
      const isNew = miss !== undefined && !misses.some(({ skill, path }) => skill === miss.skill && path === miss.path);
      if (isNew && misses.length < MAX_MISSES) misses.push(miss);
    };
    for (const use of uses) {
      if (use.kind === 'skill') {
        if (outcome.isUnknown === true) return this.requestedSkill(use.name);
        if (!failed && !saysNotFound(use.name, text)) return this.skillResult({ name: use.name }, outcome, text);
        if (outcome.denied !== true) add(missOfSkill(this.places, use.name, text, this.directory));
      } else if (saysMissing(use, text, failed)) {
        add(missOfFile(this.places, this.skills, use, this.directory));
      } else if (saysForbidden(use, text)) {
        // It is there or not: the session does not say.
      } else if (use.kind !== 'search' && (!failed || (use.by === 'shell' && wasDone(use, outcome, text)))) {
        const shown = texts.get(use) ?? text;
        const isProven =
          (outcome.isUnknown !== true && certainlyRan(use, text, failed)) ||
          nameIn(withoutLineNumbers(shown)) !== undefined;
        const one = this.recordRead(use, shown, isProven);
        if (one !== undefined) (isProven ? found : unproven).push(one);
      }
    }
    if (uses.length === 0 && failed) add(missOfTool(this.places, call.tool, text, this.directory));
    for (const one of missesOfProgram(this.places, call.tool, call.args, text, this.directory)) add(one);
    if (!failed && misses.length === 0 && outcome.isUnknown !== true) {
      const created = createdFiles(call.tool, call.args, this.directory);
      this.places.recordCreated(created.map((path) => this.placed(path)));
      for (const { command } of shellCommands(call.tool, call.args, this.directory))
        this.toldReads.recordCommand(command);
    }
    const [missed, ...alsoMissed] = misses.map((one): MissedWithCause => {
      const cause = this.causeOf(one);
      return defined({ ...one, cause });
    });
    const { cause, ...miss } = missed ?? {};
    const loaded = found.flatMap((one) => one.loaded ?? []);
    const [first, ...others] = [
      ...found.map(({ read }) => read),
      ...unproven.map(({ read }): ReadFile => ({ ...read, unproven: true })),
    ];
    const { ran, unproven: isUnproven, ...read } = first ?? {};
    return defined({
      failed: failed || (missed !== undefined && missed.unloaded !== true),
      read: first === undefined ? undefined : (read as SkillFile),
      ran,
      unproven: isUnproven,
      alsoRead: others.length === 0 ? undefined : others,
      miss: missed === undefined ? undefined : (miss as FileMiss),
      cause,
      alsoMissed: alsoMissed.length === 0 ? undefined : alsoMissed,
      later: this.places.takeLater(),
      loaded: loaded.length === 0 ? undefined : loaded,
    });
  }

  /** Returns a path below the home, or on a drive, of the session's machine, if that is known from the other paths. */
  private placed(path: string): string {
    const folders = this.skills.flatMap(({ folder }) => folder ?? []);
    if (path !== HOME && !path.startsWith(`${HOME}/`)) return onDrive(path, [this.directory, ...folders]);
    const home = homeIn([...folders, this.directory]) ?? this.homeAbove(path.slice(HOME.length), folders);
    return home === undefined ? path : home + path.slice(HOME.length);
  }

  /**
   * Returns the folder below which a path is in the folder of a known skill, such as the one above `.claude`: a home of any name.
   * The working directory is none.
   */
  private homeAbove(path: string, folders: readonly string[]): string | undefined {
    for (const folder of folders) {
      const at = /\/\.[\w-]+\//.exec(folder)?.index ?? -1;
      const home = folder.slice(0, Math.max(0, at));
      if (home !== '' && home !== this.directory && `${path}/`.startsWith(`${folder.slice(at)}/`)) return home;
    }
    return undefined;
  }

  private placedUse(use: ToolUse): ToolUse {
    if (use.kind === 'skill') return use;
    const path = this.placed(use.path);
    return use.from === undefined ? { ...use, path } : { ...use, path, from: this.placed(use.from) };
  }

  /** Evaluates a call of a tool for skills of which the session does not say whether it loaded one. */
  private requestedSkill(name: string): SkillOutcome {
    this.recordLoad(name, this.folders.get(name));
    return { failed: false, read: { skill: name, path: 'SKILL.md' }, unproven: true };
  }

  private skillResult(
    given: { readonly name: string; readonly folder?: string },
    outcome: CallOutcome,
    text: string,
  ): SkillOutcome {
    const body = outcome.message ?? textOf(fieldsOf(outcome.value).instructions) ?? text;
    const { name } = given;
    const stated = given.folder ?? baseFolder(body) ?? baseFolder(text);
    const folder = stated ?? this.folders.get(name);
    // Some clients deliver the text before the result, which then only confirms the load.
    const known = this.skills.find((skill) => skill.name === name)?.texts.has('SKILL.md') === true;
    const isConfirmation = known && body === text && stated === undefined && nameIn(body) === undefined;
    // A client's output can leave out the text that the model got; then the current one, if there is one, says what it was.
    const shown = isNotice(body) ? (this.currentText(name, folder ?? '', 'SKILL.md') ?? body) : body;
    this.recordLoad(name, folder, isConfirmation ? undefined : shown);
    this.recordListed(name, folder, body);
    return defined({
      failed: false,
      read: { skill: name, path: 'SKILL.md' },
      loaded: [defined({ skill: name, by: 'tool', folder })],
      later: this.places.takeLater(),
    });
  }

  /** Records the files that a client lists with a skill. Outside of the folders of the specification, names are those of any files. */
  private recordListed(name: string, folder: string | undefined, body: string): void {
    const at = folder === undefined ? undefined : this.placed(absolutePath(folder, this.directory));
    const { files } = this.skillFor(name, at) ?? {};
    const listed = listedFiles(body, folder).filter((file) => !files?.has(file) && isBundled(file));
    for (const file of listed) if (files !== undefined && files.size < MAX_PATHS) files.add(file);
    if (listed.length > 0) this.places.update();
  }

  /** Evaluates the result of ADK's tools for bundled files, which name the skill. */
  private adkResult(
    wanted: NonNullable<ReturnType<typeof requestOf>>,
    args: Json,
    { value, isUnknown }: CallOutcome,
    text: string,
    failed: boolean,
  ): SkillOutcome {
    const { skill: name, path, kind } = wanted;
    const error = adkError(value);
    if (isMissCode(wanted, error) || (error === undefined && saysNotFound(basename(path), text))) {
      const code = error === INVALID_PATH ? error : undefined;
      const asked = code === undefined ? path : (textArgument(args as JsonObject, 'file_path') ?? path);
      const by = kind === 'script' ? 'run' : 'read';
      const { request, found } = this.places.classifyInside(name, asked, by, code !== undefined);
      const meant = meantPath({ skill: name, path: asked, kind }, request, found);
      const miss = this.places.add({ skill: name, path: meant, kind }, request, found);
      const cause = this.causeOf(miss);
      return defined({ failed: true, code, miss, cause });
    }
    if (failed) return { failed };
    const ran = kind === 'script' ? true : undefined;
    if (isUnknown === true) return defined({ failed, read: { skill: name, path }, ran, unproven: true as const });
    const skill = this.skillFor(name, undefined);
    this.toldReads.recordRead(name, path);
    if (skill !== undefined && skill.files.size < MAX_PATHS) skill.files.add(path);
    if (skill !== undefined && kind === 'resource') this.read(skill, path, textOf(fieldsOf(value).content) ?? text);
    return defined({ failed, read: { skill: name, path }, ran });
  }

  /** @param isProven true if the call shows that the file was read or run, and not only names it */
  private recordRead({ kind, path, by }: FileUse, text: string, isProven: boolean): FoundRead | undefined {
    if (/^skill\.md$/i.test(basename(path))) {
      const folder = dirname(path);
      const content = withoutLineNumbers(text);
      const known = this.skills.find((skill) => skill.folder === folder);
      const name = known?.name ?? nameIn(content) ?? basename(folder);
      const skill = this.skillFor(name, folder);
      if (skill !== undefined) this.learn(skill, 'SKILL.md', content);
      return { read: { skill: name, path: 'SKILL.md' }, loaded: { skill: name, by, folder } };
    }
    const skill = skillWith(this.skills, path);
    if (skill?.folder === undefined) return undefined;
    const file = pathIn(skill.folder, path);
    if (isProven && skill.files.size < MAX_PATHS && !skill.files.has(file)) {
      skill.files.add(file);
      this.places.update(file);
    }
    if (isProven) this.toldReads.recordRead(skill.name, file);
    if (isProven && kind === 'resource') this.read(skill, file, withoutLineNumbers(text));
    return { read: defined({ skill: skill.name, path: file, ran: kind === 'script' ? true : undefined }) };
  }

  private causeOf({ skill: name, path }: FileMiss): MissCause | undefined {
    const recorded = this.skills.find((skill) => skill.name === name)?.texts.find(path);
    const current = this.current.find(name, path);
    if (recorded === undefined && current === undefined) return undefined;
    return defined({ recorded, current });
  }

  /** Records that the model received the text of a bundled file. */
  private read(skill: LoadedSkill, file: string, text: string): void {
    if (/\.(?:md|mdx|markdown)$/i.test(file)) this.learn(skill, file, text);
    else skill.tokens += estimateTokens(text.slice(0, MAX_TEXT));
  }

  private learn(skill: LoadedSkill, file: string, given: string): void {
    this.current.recordRead(skill.name, file);
    const text = given.trim() === '' ? (this.currentText(skill.name, skill.folder ?? '', file) ?? '') : given;
    skill.tokens += estimateTokens(text.slice(0, MAX_TEXT).trimStart());
    // An earlier text is kept if this call's cannot be separated from others.
    if (text === '' || text.length > MAX_TEXT) return;
    const document = readDocument(`/${file}`, text);
    // A part of a text does not replace all of it.
    const isPart = file === 'SKILL.md' ? nameIn(text) === undefined && skill.hasFrontmatter : text.startsWith('\n');
    if (!isPart || !skill.texts.has(file)) skill.texts.add(file, document);
    if (file === 'SKILL.md') skill.hasFrontmatter ||= nameIn(text) !== undefined;
    for (const path of provokedPaths(document, file, isBundled)) skill.paths.add(path);
    this.toldReads.learn(skill.name, file, document);
    this.onText?.(skill.name, file, document);
    for (const path of writtenPaths(document))
      if (skill.written.length < MAX_PATHS) skill.written.push({ path, document: file });
    for (const { path } of guessesOf(document)) if (skill.guesses.size < MAX_PATHS) skill.guesses.add(path);
    this.places.update();
  }

  /** Returns the text of a file of the current skill that a skill of the session most likely is. */
  private currentText(name: string, folder: string, file: string): string | undefined {
    const skill = currentSkills(this.currentSkills, name, folder)[0];
    if (skill === undefined || file === 'SKILL.md') return skill?.manifest.text;
    if (!skill.bundle.files.has(file)) return undefined;
    this.files ??= diskFiles();
    const read = this.files.read(`${skill.root}/${file}`);
    return read.kind === 'text' ? read.text : undefined;
  }

  private skillFor(name: string, folder: string | undefined): LoadedSkill | undefined {
    const known = this.skills.find(
      (skill) => skill.name === name && (skill.folder === folder || skill.folder === undefined || folder === undefined),
    );
    if (known !== undefined) {
      if (known.folder === undefined && folder !== undefined) {
        known.folder = folder;
        this.places.update();
      }
      return known;
    }
    if (this.skills.length >= MAX_SKILLS) return undefined;
    const skill = {
      name,
      folder,
      paths: new Set<string>(),
      texts: new RecordedTexts(name),
      files: new Set<string>(),
      written: [],
      guesses: new Set<string>(),
      hasFrontmatter: false,
      tokens: 0,
    };
    this.skills.push(skill);
    if (folder !== undefined) this.places.update();
    return skill;
  }
}
