import { readDocument, type Skill, type SkillDocument } from '../../skill/index.ts';
import { requestOf } from '../guards/miss.ts';
import type { FileMiss, Json, JsonObject, RunEvent, RunEventDraft, ToldSkill, ToolResult } from '../protocol/events.ts';
import { readResource } from '../skill-files/resource-files.ts';
import { ToldReads } from '../skill-files/told-reads.ts';
import { isFields } from '../text/values.ts';
import { createdFiles, takeCreated } from '../tool-calls/created-files.ts';
import { absolutePath, shellCommands } from '../tool-calls/tool-uses.ts';
import { OwnRun } from './own-run.ts';

/** Facts about a run that its events do not have. */
export interface RunPlaces {
  /** Returns a skill of the run by its name; undefined if it has none of that name. */
  readonly skillOf: (name: string) => Skill | undefined;
  /** The working directory of the tools, absolute. */
  readonly directory: string;
}

/** A miss that a later call can withdraw. */
interface KnownMiss {
  readonly miss: FileMiss;
  /** The absolute path that was asked for. */
  readonly at: string;
  /** `seq` of its result. */
  readonly result: number;
  /** Number of the model call that asked for it. */
  readonly turn: number;
}

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
/** Maximum number of misses and of texts that are remembered, and length of a text that is parsed, in characters. */
const MAX_KNOWN = 200;
const MAX_TEXTS = 200;
const MAX_TEXT = 100_000;

/**
 * Collects from the events of a run what imports find in sessions of other agents: misses that later calls withdraw, because they
 * create the files, and the files that the loaded texts tell the model to read.
 */
export class RunFindings {
  private readonly own = new OwnRun();
  private readonly toldReads = new ToldReads();
  private readonly calls = new Map<number, { readonly tool: string; readonly args: Json }>();
  private readonly known: KnownMiss[] = [];
  /** The texts that were read, as `SKILL/PATH`. */
  private readonly texts = new Set<string>();
  private places: RunPlaces = { skillOf: () => undefined, directory: '/' };
  private turn = 0;

  /** Sets where the skills and the working directory are. */
  open(places: RunPlaces): void {
    this.places = places;
  }

  /** Returns an event with the misses of earlier calls that it withdraws. */
  complete(draft: RunEventDraft): RunEventDraft {
    if (draft.type !== 'tool_result' || this.known.length === 0 || !succeeded(draft)) return draft;
    const call = this.calls.get(draft.parent ?? 0);
    if (call === undefined) return draft;
    const later = takeCreated(this.known, createdFiles(call.tool, call.args, this.places.directory));
    return later.length === 0 ? draft : { ...draft, later };
  }

  /** Adds an event that was written, with its payloads. */
  add(event: RunEvent): void {
    if (event.type === 'llm_request') this.turn = event.call;
    else if (event.type === 'tool_call') {
      this.calls.set(event.seq, event);
      this.own.call(event.seq, event.tool, event.args);
    } else if (event.type === 'tool_result') this.addResult(event);
  }

  /** The files that the loaded texts tell the model to read; undefined if there are none. */
  get instructed(): readonly ToldSkill[] | undefined {
    const told = this.toldReads.report(
      (skill, paths) => this.known.find(({ miss }) => miss.skill === skill && paths.includes(miss.path))?.turn,
    );
    return told.length === 0 ? undefined : told;
  }

  private addResult(event: ToolResult): void {
    const { parent = 0, seq } = event;
    const call = this.calls.get(parent);
    this.calls.delete(parent);
    const { loaded, read, miss } = this.own.result(event);
    if (call === undefined) return;
    if (miss !== undefined) this.addMiss(call, miss, seq);
    if (loaded !== undefined) this.learn(loaded, 'SKILL.md');
    else if (read !== undefined && event.unproven !== true) this.learn(read.skill, read.path);
    if (read !== undefined) this.toldReads.recordRead(read.skill, read.path);
    if (!succeeded(event)) return;
    for (const { command } of shellCommands(call.tool, call.args, this.places.directory))
      this.toldReads.recordCommand(command);
  }

  private addMiss(
    { tool, args }: { readonly tool: string; readonly args: Json },
    miss: FileMiss,
    result: number,
  ): void {
    if (this.known.length >= MAX_KNOWN) return;
    const { skillOf, directory } = this.places;
    const ofAdk = requestOf({ tool, args: isFields(args) ? (args as JsonObject) : {} });
    const [command] = shellCommands(tool, args, directory);
    const at =
      ofAdk === undefined
        ? absolutePath(miss.asked ?? miss.path, command?.directory ?? directory)
        : absolutePath(ofAdk.path, skillOf(ofAdk.skill)?.root ?? '/');
    this.known.push({ miss, at, result, turn: this.turn });
  }

  /** Adds the text of a skill that the model has read, as the skill has it now. */
  private learn(name: string, path: string): void {
    const skill = this.places.skillOf(name);
    const key = `${name}/${path}`;
    if (skill === undefined || this.texts.has(key) || this.texts.size >= MAX_TEXTS || !MARKDOWN.test(path)) return;
    this.texts.add(key);
    const document = path === 'SKILL.md' ? skill.manifest : documentIn(skill, path);
    if (document !== undefined) this.toldReads.learn(name, path, document);
  }
}

/** Returns a text of a skill; undefined if it cannot be read or is too long. */
function documentIn({ root }: Skill, path: string): SkillDocument | undefined {
  const found = readResource(root, path);
  return found.kind === 'text' && found.text.length <= MAX_TEXT
    ? readDocument(`${root}/${path}`, found.text)
    : undefined;
}

/** True if a call did what it was asked to. */
const succeeded = ({ error_code, miss, denied }: Omit<ToolResult, 'seq' | 'time'>): boolean =>
  error_code === undefined && miss === undefined && denied !== true;
