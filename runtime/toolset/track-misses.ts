import { defined, examplePathsIn, type FailedRequest, readDocument, type Skill } from '../../skill/index.ts';
import type { ResultOutcome, StepContext, Tool, ToolOutcome } from '../loop/interfaces/tools.ts';
import type { FileMiss, Json, JsonObject } from '../protocol/events.ts';
import { MissFinder, type PlacedSkill } from '../skill-files/miss-finder.ts';
import { textsIn } from '../text/json-texts.ts';
import { requestedFile, textArgument } from './arguments.ts';
import { LOAD_RESOURCE } from './load-resource.ts';
import { INVALID_PATH } from './resource-path.ts';
import { RUN_SCRIPT } from './run-script.ts';
import type { SkillSource } from './skill-source.ts';

const LOAD_SKILL = 'load_skill';
const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
/** Maximum length of a text that is searched for paths, in characters. */
const MAX_TEXT = 100_000;

const SEARCHES: ReadonlyMap<string, { readonly kind: 'resource' | 'script'; readonly code: string }> = new Map([
  [LOAD_RESOURCE, { kind: 'resource', code: 'RESOURCE_NOT_FOUND' }],
  [RUN_SCRIPT, { kind: 'script', code: 'SCRIPT_NOT_FOUND' }],
]);

/** The misses of ADK's tools for skills. Their results say the kind and the true place to the journal, not to the model. */
export class ToolMisses {
  private readonly source: SkillSource;
  private readonly finder: MissFinder;
  /** The skills of a registry that were loaded. */
  private readonly fetched = new Map<string, Skill>();
  /** The example paths in the declarations of the tools. */
  private readonly examples: string[] = [];
  private isRestored = false;

  constructor(source: SkillSource) {
    this.source = source;
    this.finder = new MissFinder({
      skills: () => [...source.local, ...this.fetched.values()].map(placed),
      offered: () => source.local.map(({ name }) => name),
      examples: () => this.examples,
    });
  }

  /** Wraps one of ADK's tools for skills, so that a result for something that is absent has its miss. */
  track(tool: Tool): Tool {
    for (const text of textsIn([tool.description, tool.inputSchema])) this.examples.push(...examplePathsIn(text));
    if (tool.name !== LOAD_SKILL && !SEARCHES.has(tool.name)) return tool;
    const add = (args: JsonObject, outcome: ToolOutcome): ToolOutcome =>
      outcome.kind === 'result' ? this.withMiss(tool.name, args, outcome) : outcome;
    return {
      ...tool,
      execute: (args, context) => {
        const ran = tool.execute(args, context);
        return ran instanceof Promise ? ran.then((outcome) => add(args, outcome)) : add(args, ran);
      },
    };
  }

  /** Returns the miss of a call of a tool that does not exist and has the name of a skill. */
  ofTool(tool: string): FileMiss | undefined {
    return this.finder.findTool(tool);
  }

  /** Records again what the calls of an earlier process read, from the conversation. */
  restore(messages: StepContext['messages'], nameOf: (tool: string) => string): void {
    if (this.isRestored) return;
    this.isRestored = true;
    for (const message of messages) {
      if (message.role !== 'tool') continue;
      for (const part of message.content) {
        const name = part.type === 'tool-result' ? part.toolName : '';
        const value = part.type === 'tool-result' && part.output.type === 'json' ? part.output.value : null;
        for (const tool of [LOAD_SKILL, LOAD_RESOURCE]) if (name === nameOf(tool)) this.learn(tool, value as Json);
      }
    }
  }

  private withMiss(tool: string, args: JsonObject, outcome: ResultOutcome): ResultOutcome {
    const { errorCode, value } = outcome;
    if (errorCode === undefined) this.learn(tool, value);
    const name = textArgument(args, 'skill_name')?.trim() ?? '';
    if (errorCode === 'SKILL_NOT_FOUND') {
      const miss = this.finder.find({ asked: name, by: 'skill' }, 'skill');
      return miss === undefined ? outcome : { ...outcome, miss };
    }
    const search = SEARCHES.get(tool);
    const skill = this.source.findCached(name);
    const isRefused = errorCode === INVALID_PATH;
    if (search === undefined || skill === undefined || (errorCode !== search.code && !isRefused)) return outcome;
    const { path } = requestedFile(args, search.kind);
    const asked = textArgument(args, 'file_path') ?? path;
    const request = defined<FailedRequest>({
      asked,
      path: isRefused ? undefined : `${skill.root}/${path}`,
      refusedFor: isRefused ? name : undefined,
      by: search.kind === 'script' ? 'run' : 'read',
      directory: skill.root,
    });
    if (!this.source.local.includes(skill)) this.fetched.set(skill.name, skill);
    const miss: FileMiss = { skill: name, path: isRefused ? asked : path, kind: search.kind };
    return { ...outcome, miss: this.finder.describe(miss, request) };
  }

  /** Adds the text that a result shows. */
  private learn(tool: string, value: Json): void {
    const { skill_name: name, file_path: path, content } = isFields(value) ? value : {};
    const skill = typeof name === 'string' ? this.source.findCached(name) : undefined;
    if (skill === undefined) return;
    if (!this.source.local.includes(skill)) this.fetched.set(skill.name, skill);
    if (tool === LOAD_SKILL) this.finder.learn(skill.name, 'SKILL.md', skill.manifest);
    else if (typeof path === 'string' && typeof content === 'string' && MARKDOWN.test(path))
      this.finder.learn(skill.name, path, readDocument(`${skill.root}/${path}`, content.slice(0, MAX_TEXT)));
  }
}

const placed = (skill: Skill): PlacedSkill => ({ skill, name: skill.name, folder: skill.root });

function isFields(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
