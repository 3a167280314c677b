import { basename, dirname, relative } from 'node:path/posix';
import { estimateTokens, readDocument, type Skill, SPEC_FOLDERS } from '../../../skill/index.ts';
import { provokedPaths } from '../../clients/provoked-paths.ts';
import type { CauseFinder } from '../../guards/cause.ts';
import { requestOf } from '../../guards/miss.ts';
import type { FileMiss, JsonObject, SkillFile } from '../../protocol/events.ts';
import type { CallOutcome, OpenCall } from './calls.ts';
import { adkError, hasFailed, saysMissing } from './failures.ts';
import { currentCauses, RecordedTexts } from './miss-causes.ts';
import { searchMatcher } from './search-pattern.ts';
import type { MissCause, SkillLoaded } from './session-event.ts';
import { baseFolder, MAX_TEXT, nameIn, plainText, withoutLineNumbers } from './skill-texts.ts';
import { absolutePath, type ToolUse, toolUses } from './tool-uses.ts';
import { fieldsOf, isFields, textOf } from './values.ts';

/** The findings about skills in a result. */
export interface SkillOutcome {
  readonly failed: boolean;
  readonly read?: SkillFile;
  readonly miss?: FileMiss;
  readonly cause?: MissCause;
  /** True if the file in `read` was run. */
  readonly ran?: true;
  /** The skill whose text the result contains, unless it was loaded before in the same way. */
  readonly loaded?: Pick<SkillLoaded, 'skill' | 'by' | 'folder'>;
}

interface LoadedSkill {
  readonly name: string;
  /** The folder on the machine of the session, with `/`. */
  folder: string | undefined;
  /** Paths that the texts read so far name or make a model guess. */
  readonly paths: Set<string>;
  readonly texts: RecordedTexts;
  /** Estimated tokens of its texts, counted each time that one was read. */
  tokens: number;
}

/** Maximum length of a pattern that is reported as the path of a miss, in characters. */
const MAX_PATTERN = 200;
/** Maximum number of offered skills that are recorded. */
const MAX_OFFERED = 1000;
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
  private directory = '/';
  /** The first working directory as the session writes it. */
  firstDirectory: string | undefined;

  /** @param current the current skills, in which those of the session are looked up by name */
  constructor(current: readonly Skill[] = []) {
    this.current = currentCauses(current, (name) => this.skills.find((skill) => skill.name === name)?.folder);
  }

  /** Names of the skills that the client offered, if the session has them. */
  readonly offered = new Set<string>();

  /** Records that the client offered skills to the model. */
  offer(names: readonly string[]): void {
    for (const name of names) if (this.offered.size < MAX_OFFERED) this.offered.add(name);
  }

  /** Returns the estimated tokens of the texts of each skill that was read, by its name. */
  get tokens(): Readonly<Record<string, number>> {
    const sums = new Map<string, number>();
    for (const { name, tokens } of this.skills) if (tokens > 0) sums.set(name, (sums.get(name) ?? 0) + tokens);
    return Object.fromEntries(sums);
  }

  /** Sets the working directory of the next calls. */
  setDirectory(path: string): void {
    this.firstDirectory ??= path;
    this.directory = absolutePath(path, '/');
  }

  /** Records that a skill was loaded. */
  recordLoad(name: string, folder?: string, text?: string): void {
    const skill = this.skillFor(name, folder === undefined ? undefined : absolutePath(folder, this.directory));
    if (skill !== undefined && text !== undefined) this.learn(skill, 'SKILL.md', text);
  }

  /** Evaluates the result of a call. */
  result(call: OpenCall, outcome: CallOutcome): SkillOutcome {
    const text = plainText(outcome.value);
    const failed = hasFailed(outcome, text);
    const request = requestOf({ tool: call.tool, args: isFields(call.args) ? (call.args as JsonObject) : {} });
    if (request !== undefined && request.skill !== '') return this.adkResult(request, outcome, text, failed);
    const uses = toolUses(call.tool, call.args, this.directory);
    if (outcome.skill !== undefined && !failed) return this.skillResult(outcome.skill, outcome, text);
    let read: SkillFile | undefined;
    let loaded: SkillOutcome['loaded'];
    let miss: FileMiss | undefined;
    let ran: true | undefined;
    for (const use of uses) {
      if (use.kind === 'skill') {
        if (!failed) return this.skillResult({ name: use.name }, outcome, text);
      } else if (saysMissing(use, text, failed)) miss ??= this.missOf(use);
      else if (!failed && use.kind !== 'search') {
        const found = this.recordRead(use, text);
        if (read === undefined && found?.read !== undefined && use.kind === 'script') ran = true;
        read ??= found?.read;
        loaded ??= found?.loaded;
      }
    }
    const isMissing = miss !== undefined;
    const cause = miss === undefined ? undefined : this.causeOf(miss);
    return {
      failed: failed || isMissing,
      ...(read === undefined ? {} : { read }),
      ...(miss === undefined ? {} : { miss }),
      ...(cause === undefined ? {} : { cause }),
      ...(ran === undefined ? {} : { ran }),
      ...(loaded === undefined ? {} : { loaded }),
    };
  }

  private skillResult(
    given: { readonly name: string; readonly folder?: string },
    outcome: CallOutcome,
    text: string,
  ): SkillOutcome {
    const body = outcome.message ?? textOf(fieldsOf(outcome.value).instructions) ?? text;
    const folder = given.folder ?? baseFolder(body) ?? baseFolder(text);
    const { name } = given;
    this.recordLoad(name, folder, body);
    return {
      failed: false,
      read: { skill: name, path: 'SKILL.md' },
      loaded: { skill: name, by: 'tool', ...(folder === undefined ? {} : { folder }) },
    };
  }

  /** Evaluates the result of ADK's tools for bundled files, which name the skill. */
  private adkResult(
    { skill: name, path, kind, code }: NonNullable<ReturnType<typeof requestOf>>,
    { value }: CallOutcome,
    text: string,
    failed: boolean,
  ): SkillOutcome {
    const error = adkError(value);
    if (error === code || error === `${code}_FATAL`) {
      const miss = { skill: name, path, kind };
      const cause = this.causeOf(miss);
      return { failed: true, miss, ...(cause === undefined ? {} : { cause }) };
    }
    if (failed) return { failed };
    const skill = this.skillFor(name, undefined);
    if (skill !== undefined && kind === 'resource') this.read(skill, path, textOf(fieldsOf(value).content) ?? text);
    return { failed, read: { skill: name, path }, ...(kind === 'script' ? { ran: true } : {}) };
  }

  private recordRead(
    { kind, path, by }: Exclude<ToolUse, { kind: 'skill' }>,
    text: string,
  ): Pick<SkillOutcome, 'read' | 'loaded'> | undefined {
    if (/^skill\.md$/i.test(basename(path))) {
      const folder = dirname(path);
      const content = withoutLineNumbers(text);
      const known = this.skills.find((skill) => skill.folder === folder);
      const name = known?.name ?? nameIn(content) ?? basename(folder);
      const skill = this.skillFor(name, folder);
      if (skill !== undefined) this.learn(skill, 'SKILL.md', content);
      return { read: { skill: name, path: 'SKILL.md' }, loaded: { skill: name, by, folder } };
    }
    const skill = this.skillWith(path);
    if (skill?.folder === undefined) return undefined;
    const file = relative(skill.folder, path);
    if (kind === 'resource') this.read(skill, file, withoutLineNumbers(text));
    return { read: { skill: skill.name, path: file } };
  }

  private causeOf({ skill: name, path }: FileMiss): MissCause | undefined {
    const recorded = this.skills.find((skill) => skill.name === name)?.texts.find(path);
    const current = this.current.find(name, path);
    if (recorded === undefined && current === undefined) return undefined;
    return { ...(recorded === undefined ? {} : { recorded }), ...(current === undefined ? {} : { current }) };
  }

  private missOf({ kind, path, pattern }: Exclude<ToolUse, { kind: 'skill' }>): FileMiss | undefined {
    const inside = this.skillWith(path);
    if (pattern === undefined) {
      if (inside?.folder !== undefined) return { skill: inside.name, path: relative(inside.folder, path), kind };
      for (const skill of this.skills) {
        const file = provokedPath(skill, path, this.directory);
        if (file !== undefined) return { skill: skill.name, path: file, kind };
      }
      return undefined;
    }
    if (pattern === '' || pattern.length > MAX_PATTERN) return undefined;
    const isMatch = searchMatcher(pattern);
    const hasName = pattern.slice(pattern.lastIndexOf('/') + 1).replace(/\.\w+$|[*?[\]{}]/g, '').length >= 3;
    for (const skill of hasName ? this.skills : []) {
      const file = [...skill.paths].find((one) => !one.endsWith('/') && isMatch(one));
      if (file !== undefined) return { skill: skill.name, path: file, kind };
    }
    return inside === undefined ? undefined : { skill: inside.name, path: pattern, kind };
  }

  /** Records that the model received the text of a bundled file. */
  private read(skill: LoadedSkill, file: string, text: string): void {
    if (/\.(?:md|mdx|markdown)$/i.test(file)) this.learn(skill, file, text);
    else skill.tokens += estimateTokens(text.slice(0, MAX_TEXT));
  }

  private learn(skill: LoadedSkill, file: string, text: string): void {
    this.current.recordRead(skill.name, file);
    skill.tokens += estimateTokens(text.slice(0, MAX_TEXT));
    if (text.length > MAX_TEXT) return;
    const document = readDocument(`/${file}`, text);
    skill.texts.add(file, document);
    const isBundled = (path: string): boolean => SPEC_FOLDERS.has(path.slice(0, path.indexOf('/')));
    for (const path of provokedPaths(document, file, isBundled)) skill.paths.add(path);
  }

  private skillWith(path: string): LoadedSkill | undefined {
    const holders = this.skills.filter(({ folder }) => folder !== undefined && path.startsWith(`${folder}/`));
    return holders.sort((a, b) => (b.folder ?? '').length - (a.folder ?? '').length)[0];
  }

  private skillFor(name: string, folder: string | undefined): LoadedSkill | undefined {
    const known = this.skills.find(
      (skill) => skill.name === name && (skill.folder === folder || skill.folder === undefined || folder === undefined),
    );
    if (known !== undefined) {
      known.folder ??= folder;
      return known;
    }
    if (this.skills.length >= MAX_SKILLS) return undefined;
    const skill = { name, folder, paths: new Set<string>(), texts: new RecordedTexts(name), tokens: 0 };
    this.skills.push(skill);
    return skill;
  }
}

function provokedPath({ paths, folder }: LoadedSkill, path: string, directory: string): string | undefined {
  const bases = [directory, ...(folder === undefined ? [] : [dirname(folder)])];
  for (const base of bases) {
    if (!path.startsWith(base === '/' ? '/' : `${base}/`)) continue;
    const below = relative(base, path);
    if (paths.has(below) || paths.has(`${below}/`)) return below;
  }
  return undefined;
}
