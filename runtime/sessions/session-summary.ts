import { fingerprint } from '../guards/fingerprint.ts';
import { addUsage } from '../models/usage.ts';
import type { FileMiss, Json, Usage } from '../protocol/events.ts';
import type { Imported, SessionEvent, SkillLoaded } from './log/session-event.ts';
import { isReadOnly } from './log/tool-uses.ts';

/** A skill that a session loaded. */
export interface UsedSkill {
  readonly skill: string;
  readonly by: readonly SkillLoaded['by'][];
}

/** Collects what a session did with skills from its events. */
export class SessionSummary {
  imported: Imported | undefined;
  /** ISO 8601, of the first event. */
  time = '';
  /** ISO 8601, of the last event. */
  endTime = '';
  /** The first prompt that is not empty. */
  title = '';
  model = '';
  prompts = 0;
  toolCalls = 0;
  /** Calls that got nothing: misses of skills' files, and repetitions with the same result although nothing had changed. */
  wasted = 0;
  usage: Usage = {};
  readonly misses = new Map<string, FileMiss & { count: number }>();
  /** Bundled files as `SKILL/PATH`. */
  readonly filesRead = new Set<string>();
  readonly scriptsRun = new Set<string>();
  private readonly loads = new Map<string, Set<SkillLoaded['by']>>();
  private readonly open = new Map<number, { readonly tool: string; readonly args: Json }>();
  private readonly results = new Set<string>();

  get skills(): readonly UsedSkill[] {
    return [...this.loads].map(([skill, by]) => ({ skill, by: [...by] }));
  }

  add(event: SessionEvent): void {
    this.endTime = event.time;
    switch (event.type) {
      case 'run_started':
        this.imported ??= event.imported;
        this.time ||= event.time;
        if (this.model === '' || this.model === 'unknown') this.model = event.model;
        if (typeof event.prompt === 'string') this.title ||= event.prompt.trim();
        this.prompts++;
        return;
      case 'skill_loaded':
        this.loads.set(event.skill, (this.loads.get(event.skill) ?? new Set()).add(event.by));
        return;
      case 'tool_call':
        this.toolCalls++;
        this.open.set(event.seq, { tool: event.tool, args: event.args });
        return;
      case 'tool_result':
        this.result(event);
        return;
      case 'run_finished':
        this.usage = addUsage(this.usage, event.usage);
        return;
      default:
        return;
    }
  }

  private result(event: Extract<SessionEvent, { readonly type: 'tool_result' }>): void {
    const call = this.open.get(event.parent ?? 0);
    this.open.delete(event.parent ?? 0);
    if (event.read !== undefined && event.read.path !== 'SKILL.md') {
      const file = `${event.read.skill}/${event.read.path}`;
      (event.ran === true ? this.scriptsRun : this.filesRead).add(file);
    }
    if (event.miss !== undefined) {
      const key = `${event.miss.skill}/${event.miss.path} ${event.miss.kind}`;
      const known = this.misses.get(key);
      if (known === undefined) this.misses.set(key, { ...event.miss, count: 1 });
      else known.count++;
      this.wasted++;
      return;
    }
    if (call === undefined || event.denied === true || event.error_code === 'CANCELLED') return;
    if (!isReadOnly(call.tool, call.args, '/') && event.error_code === undefined) {
      this.results.clear();
      return;
    }
    const key = fingerprint(JSON.stringify([call.tool, call.args, event.result]));
    if (this.results.has(key)) this.wasted++;
    else this.results.add(key);
  }
}
