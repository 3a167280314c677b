import { posix } from 'node:path';
import { diskFiles } from '../../skill/disk.ts';
import type { Skill } from '../../skill/index.ts';
import { type CauseFinder, causeFinder } from '../guards/cause.ts';
import type { Cause, Json, RunEvent, RunFinished, ToolCall, ToolResult } from '../protocol/events.ts';
import type { StressCause } from '../protocol/stress.ts';

/** A call that failed. */
export interface WastedCall {
  readonly path: string;
  readonly kind: StressCause['kind'];
  /** True if the skill has the file, but not where the client looked. */
  readonly bundled: boolean;
  /** The words that provoked it, if any were found. */
  readonly cause: Cause | undefined;
  /** True if the same path had failed before in this run. */
  readonly isRetry: boolean;
  /** True if a guard ended the run at this call. */
  endedRun: boolean;
  readonly tokens: number;
}

/** The result of one run. */
export interface WatchedRun {
  readonly finished: RunFinished;
  readonly wasted: readonly WastedCall[];
  /** True if a guard told the model to stop, denied a call or ended the run. Warnings and limits do not count. */
  readonly guarded: boolean;
}

/** Rules of limits, which every run has and which are not guards. */
const LIMITS: ReadonlySet<string> = new Set(['max_llm_calls', 'max_tokens', 'max_cost', 'iteration_cap']);
const FILE_TOOL = /(?:^|_)(?:load_skill_resource|run_skill_script)$/;

/** Collects the result of a run from its events without storing them. */
export class RunWatcher {
  private readonly skill: Skill;
  private readonly causes: CauseFinder;
  private readonly calls = new Map<number, ToolCall>();
  private readonly wasted = new Map<number, WastedCall>();
  private readonly failed = new Set<string>();
  private guarded = false;
  /** Tokens of the current model call, divided by the number of its tool calls. */
  private tokens = 0;

  constructor(skill: Skill, causes: CauseFinder) {
    this.skill = skill;
    this.causes = causes;
  }

  onEvent(event: RunEvent): void {
    if (event.type === 'llm_response') {
      const { inputTokens = 0, outputTokens = 0 } = event.usage;
      this.tokens = Math.round((inputTokens + outputTokens) / Math.max(1, event.toolCalls.length));
    } else if (event.type === 'tool_call') this.calls.set(event.seq, event);
    else if (event.type === 'tool_result') this.result(event);
    else if (event.type === 'guard' && event.verdict !== 'warn' && !LIMITS.has(event.rule)) {
      this.guarded = true;
      const call = this.wasted.get(event.parent ?? 0);
      if (call !== undefined && event.verdict === 'stop') call.endedRun = true;
    }
  }

  end(finished: RunFinished): WatchedRun {
    return { finished, wasted: [...this.wasted.values()], guarded: this.guarded };
  }

  private result({ parent = 0, error_code, read, miss }: ToolResult): void {
    if (read?.skill === this.skill.name) this.causes.recordRead(read.skill, read.path);
    const call = this.calls.get(parent);
    if (call === undefined || !FILE_TOOL.test(call.tool)) {
      // Nothing misled a model that asks for a skill before it is loaded.
      const isCounted = miss?.skill === this.skill.name && miss.unloaded !== true;
      if (isCounted) this.miss(parent, miss.path, 'missing', hasFile(this.skill, miss.path));
      return;
    }
    const path = pathIn(call.args);
    if (error_code === undefined) this.causes.recordRead(this.skill.name, path);
    else this.miss(parent, path, hasFile(this.skill, path) ? 'unreachable' : 'missing', false);
  }

  private miss(call: number, path: string, kind: StressCause['kind'], bundled: boolean): void {
    const isRetry = this.failed.has(path);
    this.failed.add(path);
    const cause = this.causes.find(this.skill.name, path);
    this.wasted.set(call, { path, kind, bundled, cause, isRetry, endedRun: false, tokens: this.tokens });
  }
}

/** True if the skill or a nested skill has this file, so that only the tools cannot load it. */
function hasFile({ root, bundle }: Skill, path: string): boolean {
  const inside = posix.normalize(path);
  if (bundle.files.has(inside)) return true;
  return !/^(?:\/|\.\.)/.test(inside) && diskFiles().kind(`${root}/${inside}`) === 'file';
}

function pathIn(args: Json): string {
  if (typeof args !== 'object' || args === null || !('file_path' in args)) return '';
  const { file_path: path } = args as { readonly file_path: unknown };
  return typeof path === 'string' ? path : '';
}

/** Maximum number of cached results. */
const MAX_CACHED = 5_000;

/**
 * Creates cause finders for the runs of one skill. They share a cache by path and by the files read before, because most
 * runs of a stress test make the same requests.
 */
export function createCauseFinders(skill: Skill): () => CauseFinder {
  const known = new Map<string, Cause | undefined>();
  return () => {
    const finder = causeFinder((name) => (name === skill.name ? skill : undefined));
    const readPaths = new Set<string>();
    return {
      recordRead: (_, path) => void readPaths.add(path),
      find(name, path) {
        const key = [path, ...[...readPaths].sort()].join('\n');
        if (!known.has(key)) {
          for (const one of readPaths) finder.recordRead(name, one);
          if (known.size >= MAX_CACHED) known.clear();
          known.set(key, finder.find(name, path));
        }
        return known.get(key);
      },
    };
  };
}
