import { posix } from 'node:path';
import { diskFiles } from '../../skill/disk.ts';
import type { Skill } from '../../skill/index.ts';
import { type CauseFinder, causeFinder } from '../guards/cause.ts';
import type { Cause, Json, RunEvent, RunFinished, ToolCall, ToolResult } from '../protocol/events.ts';
import type { StressCause } from '../protocol/stress.ts';

/** A call that was answered with an error. */
export interface WastedCall {
  readonly path: string;
  readonly kind: StressCause['kind'];
  /** The words that provoked it, where there are some. */
  readonly cause: Cause | undefined;
  /** The same path had failed in this run before. */
  readonly again: boolean;
  /** A guard ended the run with it. */
  stop: boolean;
  readonly tokens: number;
}

/** What one run came to. */
export interface WatchedRun {
  readonly finished: RunFinished;
  readonly wasted: readonly WastedCall[];
  /** A guard intervened: it told the model to stop, denied a call or ended the run. Warnings and limits do not count. */
  readonly guarded: boolean;
}

/** Rules of limits that every run has, whatever guards it: none of them is a guard that intervened. */
const LIMITS: ReadonlySet<string> = new Set(['max_llm_calls', 'max_tokens', 'max_cost', 'iteration_cap']);
const ASKS_FOR_FILES = /(?:^|_)(?:load_skill_resource|run_skill_script)$/;

/** Reads a run from its events as they come; the events themselves are not kept. */
export class RunWatch {
  private readonly skill: Skill;
  private readonly causes: CauseFinder;
  private readonly calls = new Map<number, ToolCall>();
  private readonly wasted = new Map<number, WastedCall>();
  private readonly failed = new Set<string>();
  private guarded = false;
  /** Tokens of the model call under way, a part for each call that it asked for. */
  private tokens = 0;

  constructor(skill: Skill, causes: CauseFinder) {
    this.skill = skill;
    this.causes = causes;
  }

  take(event: RunEvent): void {
    if (event.type === 'llm_response') {
      const { inputTokens = 0, outputTokens = 0 } = event.usage;
      this.tokens = Math.round((inputTokens + outputTokens) / Math.max(1, event.toolCalls.length));
    } else if (event.type === 'tool_call') this.calls.set(event.seq, event);
    else if (event.type === 'tool_result') this.result(event);
    else if (event.type === 'guard' && event.verdict !== 'warn' && !LIMITS.has(event.rule)) {
      this.guarded = true;
      const call = this.wasted.get(event.parent ?? 0);
      if (call !== undefined && event.verdict === 'stop') call.stop = true;
    }
  }

  end(finished: RunFinished): WatchedRun {
    return { finished, wasted: [...this.wasted.values()], guarded: this.guarded };
  }

  private result({ parent = 0, error_code }: ToolResult): void {
    const call = this.calls.get(parent);
    if (call === undefined || !ASKS_FOR_FILES.test(call.tool)) return;
    const path = pathIn(call.args);
    if (error_code === undefined) {
      this.causes.recordRead(this.skill.name, path);
      return;
    }
    const kind = isThere(this.skill, path) ? 'unreachable' : 'missing';
    const again = this.failed.has(path);
    this.failed.add(path);
    const cause = this.causes.find(this.skill.name, path);
    this.wasted.set(parent, { path, kind, cause, again, stop: false, tokens: this.tokens });
  }
}

/** Whether the skill has this file, in a skill within it too, so that only the tools are in the way. */
function isThere({ root, bundle }: Skill, path: string): boolean {
  const inside = posix.normalize(path);
  if (bundle.files.has(inside)) return true;
  return !/^(?:\/|\.\.)/.test(inside) && diskFiles().kind(`${root}/${inside}`) === 'file';
}

function pathIn(args: Json): string {
  if (typeof args !== 'object' || args === null || !('file_path' in args)) return '';
  const { file_path: path } = args as { readonly file_path: unknown };
  return typeof path === 'string' ? path : '';
}

/** Answers kept at most. */
const MOST_KEPT = 5_000;

/**
 * Finds the words for one skill. What a run has read counts, and is read again only where a question is new: most runs
 * of a stress test ask what others have asked before.
 */
export function causesOf(skill: Skill): () => CauseFinder {
  const known = new Map<string, Cause | undefined>();
  return () => {
    const finder = causeFinder((name) => (name === skill.name ? skill : undefined));
    const heard = new Set<string>();
    return {
      recordRead: (_, path) => void heard.add(path),
      find(name, path) {
        const key = [path, ...[...heard].sort()].join('\n');
        if (!known.has(key)) {
          for (const one of heard) finder.recordRead(name, one);
          if (known.size >= MOST_KEPT) known.clear();
          known.set(key, finder.find(name, path));
        }
        return known.get(key);
      },
    };
  };
}
