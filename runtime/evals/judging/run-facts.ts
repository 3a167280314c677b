import { defined } from '../../../skill/index.ts';
import { missOf, requestOf } from '../../guards/miss.ts';
import type {
  FileChange,
  Json,
  PauseEvent,
  RunEvent,
  RunFinished,
  RunStarted,
  ToolCall,
  ToolResult,
} from '../../protocol/events.ts';
import { withPayloads } from '../../run/restore.ts';
import { saysNotStarted } from '../../sessions/log/failures.ts';
import type { SkillLoaded } from '../../sessions/log/session-event.ts';
import { textArgument } from '../../toolset/arguments.ts';
import { type DeniedCall, denialIn } from './denial.ts';
import { lacksSandbox } from './missing-sandbox.ts';

/** A file or skill in a run, with the event that shows it. */
export interface SkillEvent {
  readonly seq: number;
  readonly skill: string;
  /** Relative to the skill. */
  readonly path: string;
  /** True if the run does not show that it happened. */
  readonly unproven?: true;
}

/** The facts of a run that its checks are judged by. Everything is computed from its journal. */
export interface RunFacts {
  readonly started: RunStarted | undefined;
  readonly finished: RunFinished | undefined;
  /** Skills that were loaded, in order. */
  readonly loaded: readonly SkillEvent[];
  /** Bundled files that were read. */
  readonly read: readonly SkillEvent[];
  /** Bundled scripts that were run. */
  readonly ran: readonly SkillEvent[];
  readonly misses: readonly SkillEvent[];
  /** Calls that the client or its user did not allow. */
  readonly denied: readonly DeniedCall[];
  /** Names of files in the arguments of calls, such as those of commands. */
  readonly namedFiles: ReadonlySet<string>;
  /** True if a result of a call has a text, or there are no calls. Some sessions have no results. */
  readonly showsResults: boolean;
  readonly calls: readonly { readonly seq: number; readonly tool: string }[];
  readonly answer: { readonly seq: number; readonly text: string };
  /** `seq` of the event with the changes of the workspace; undefined if nothing changed. */
  readonly changes:
    | {
        readonly seq: number;
        readonly files: readonly FileChange[];
        readonly more: number;
        /** True if the workspace could not be compared with its state before the run. */
        readonly isIncomplete: boolean;
      }
    | undefined;
  readonly milliseconds: number;
  /** True if the limit on costs ended the run. */
  readonly isOverBudget: boolean;
  /** The questions that the run still waits for. */
  readonly waiting: readonly PauseEvent[];
  /** `seq` of the first result of a command or script that could not run because no sandbox works; undefined if there is none. */
  readonly lacksSandbox: number | undefined;
}

const SKILL_FILE = 'SKILL.md';
const LOAD = /(?:^|_)load_skill$/;
/** The code of a script that ran and failed. */
const SCRIPT_FAILED = 'SKILL_SCRIPT_EXECUTION_ERROR';
/** Maximum number of names in arguments that are remembered, and length of the arguments of a call that are searched. */
const MAX_NAMES = 5_000;
/** Maximum number of denied calls that are remembered. */
const MAX_DENIED = 100;
const MAX_ARGUMENTS = 20_000;
/** Commands that print a file instead of running it. */
const PRINTS = /^\s*(?:cat|head|tail|sed|less|more|grep|rg|awk|wc|ls|bat|nl|stat|file|find)\b/;

/**
 * Collects the facts of a run.
 * @param folder the folder of the run, with its payloads
 */
export function factsOf(journal: readonly RunEvent[], folder: string): RunFacts {
  const collector = new FactsCollector();
  for (const event of journal) collector.add(withPayloads(event, folder));
  return collector.facts();
}

/** Collects the facts of a run of any size, event by event. Holds no result of a call, and arguments only until it. */
export class FactsCollector {
  private readonly lists = {
    loaded: [] as SkillEvent[],
    read: [] as SkillEvent[],
    ran: [] as SkillEvent[],
    misses: [] as SkillEvent[],
  };
  private readonly calls: { readonly seq: number; readonly tool: string }[] = [];
  private readonly denied: DeniedCall[] = [];
  /** The calls without a result, by their `seq`. */
  private readonly pending = new Map<number, ToolCall>();
  /** The questions of the run, by their ids. */
  private readonly pauses = new Map<string, PauseEvent>();
  private started: RunStarted | undefined;
  private finished: RunFinished | undefined;
  private changes: RunFacts['changes'];
  private isLastSynthetic = false;
  private isOverBudget = false;
  private lacksSandbox: number | undefined;
  private last = '';
  private readonly namedFiles = new Set<string>();
  private hasText = false;

  /** Adds the next event, with its payloads. Throws if it has an unexpected form. */
  add(event: RunEvent | SkillLoaded): void {
    this.last = event.time;
    switch (event.type) {
      case 'run_started':
        this.started ??= event;
        return;
      case 'run_finished':
        this.finished = event;
        return;
      case 'pause':
        this.pauses.set(event.id, event);
        return;
      case 'llm_response':
        this.isLastSynthetic = event.synthetic === true;
        return;
      case 'guard':
        this.isOverBudget ||= event.rule === 'max_cost';
        return;
      case 'tool_call':
        this.calls.push({ seq: event.seq, tool: event.tool });
        this.pending.set(event.seq, event);
        this.addNames(event.args);
        return;
      case 'tool_result':
        this.addResult(event);
        return;
      case 'skill_loaded':
        // The user or the client added the text; a load by a call is shown by its result.
        if (event.by === 'user' || event.by === 'client')
          this.lists.loaded.push({ seq: event.seq, skill: event.skill, path: SKILL_FILE });
        return;
      case 'workspace_changes':
        this.changes = {
          seq: event.seq,
          files: event.changes,
          more: event.more ?? 0,
          isIncomplete: event.incomplete === true,
        };
        return;
      default:
        return;
    }
  }

  /** Returns the facts of the events so far. */
  facts(): RunFacts {
    const { started, finished, lists, changes, calls, denied, namedFiles, isOverBudget, last } = this;
    // The text of the end can be that of a guard.
    const text = this.isLastSynthetic || typeof finished?.text !== 'string' ? '' : finished.text;
    return {
      started,
      finished,
      ...lists,
      denied,
      namedFiles,
      showsResults: this.hasText || calls.length === 0,
      changes,
      calls,
      answer: { seq: finished?.seq ?? 0, text },
      isOverBudget,
      waiting: (finished?.waiting ?? []).flatMap((id) => this.pauses.get(id) ?? []),
      lacksSandbox: this.lacksSandbox,
      milliseconds: started === undefined ? 0 : Date.parse(last) - Date.parse(started.time),
    };
  }

  private addNames(args: Json): void {
    const text = typeof args === 'string' ? args : JSON.stringify(args);
    for (const [name] of text.slice(0, MAX_ARGUMENTS).matchAll(/[\w-][\w.-]{0,200}\.\w{1,20}/g))
      if (this.namedFiles.size < MAX_NAMES) this.namedFiles.add(name);
  }

  private addResult(event: ToolResult): void {
    this.hasText ||= hasText(event.result);
    if (lacksSandbox(event)) this.lacksSandbox ??= event.seq;
    const parent = event.parent ?? 0;
    const call = this.pending.get(parent);
    if (call === undefined) return;
    this.pending.delete(parent);
    const says = denialIn(event);
    if (says !== undefined && this.denied.length < MAX_DENIED)
      this.denied.push({ seq: event.seq, args: JSON.stringify(call.args).slice(0, MAX_ARGUMENTS), says });
    const { started } = this;
    this.withdraw(event);
    const isOfClient = started?.runner !== undefined || (started !== undefined && 'imported' in started);
    addResult(this.lists, call, isOfClient ? { ...event, ran: event.ran === true } : event, isOfClient);
  }

  /** Removes the misses whose files a call created: the files were not missed. */
  private withdraw({ later = [] }: Pick<ToolResult, 'later'>): void {
    const { misses } = this.lists;
    for (const { result, skill, path, created } of later) {
      const at = misses.findIndex((one) => one.seq === result && one.skill === skill && one.path === path);
      if (created === true && at >= 0) misses.splice(at, 1);
    }
  }
}

/** True if a result, or any part of it, has a text. */
function hasText(result: unknown): boolean {
  if (typeof result === 'string') return result.trim() !== '';
  return typeof result === 'object' && result !== null && Object.values(result).some(hasText);
}

/** Adds a call with its result to the lists. */
function addResult(
  { loaded, read, ran, misses }: Record<'loaded' | 'read' | 'ran' | 'misses', SkillEvent[]>,
  { tool, args }: ToolCall,
  { seq, error_code: errorCode, miss, read: named, ran: isRun, unproven, result }: ToolResult,
  isOfClient: boolean,
): void {
  const parsed =
    typeof args === 'object' && args !== null && !Array.isArray(args) ? (args as { [key: string]: Json }) : {};
  const view = { tool, args: parsed };
  // Journals of earlier versions say of a command that did not start what it would have read and run.
  const isStarted = errorCode !== 'TOOL_ERROR' || typeof result !== 'string' || !saysNotStarted(result);
  const file = isStarted ? named : undefined;
  const code = errorCode === undefined ? {} : { errorCode };
  // In a session of a client also what was asked for before the skill was loaded.
  const missed =
    (isOfClient ? miss : undefined) ?? missOf(view, defined({ kind: 'result', value: null, ...code, miss }));
  if (missed !== undefined) misses.push({ seq, skill: missed.skill, path: missed.path });
  else if (file !== undefined) {
    // Journals of earlier versions do not say so.
    const list = file.path === SKILL_FILE ? loaded : (isRun ?? runsScript(parsed, file.path)) ? ran : read;
    list.push(defined({ seq, ...file, unproven }));
  } else if (errorCode === undefined && LOAD.test(tool)) {
    const skill = textArgument(parsed, 'skill_name');
    if (skill !== undefined) loaded.push({ seq, skill: skill.trim(), path: SKILL_FILE });
  } else {
    const request = requestOf(view);
    if (request !== undefined && (errorCode === undefined || errorCode === SCRIPT_FAILED))
      (request.kind === 'script' ? ran : read).push({ seq, skill: request.skill, path: request.path });
  }
}

/** True for a call of a shell that does more than printing a file. Of several commands, only those that name the file count. */
function runsScript(args: { readonly [key: string]: Json }, path: string): boolean {
  const command = args.command ?? args.cmd;
  const text = Array.isArray(command) ? command.join(' ') : command;
  if (typeof text !== 'string') return false;
  const commands = text.replace(/^\s*(?:\S*\/)?(?:ba|z)?sh -l?c\s+['"]?/, '').split(/&&|\|\||[;|\n]/);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const naming = commands.filter((one) => one.includes(name));
  return (naming.length === 0 ? commands.slice(0, 1) : naming).some((one) => !PRINTS.test(one));
}
