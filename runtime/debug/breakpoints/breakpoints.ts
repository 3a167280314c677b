import { realpathSync } from 'node:fs';
import { causeFinder } from '../../guards/cause.ts';
import type { RunEvent } from '../../protocol/events.ts';
import type { BreakpointSource } from '../debugger.ts';
import { globMatches } from '../expressions/glob.ts';
import type { Position, StopCause } from '../position.ts';
import { positionValues } from '../position-values.ts';
import type { RunView } from '../run-view.ts';
import { Conditions, type WrittenConditions } from './breakpoint.ts';
import { fillLogMessage } from './log-message.ts';
import { skillIn } from './skill-documents.ts';
import { requestAt, type SkillRequest } from './skill-request.ts';
import { type LineTarget, readLines } from './source-line.ts';

const NO_KEY = 'Choose a key of the state that does not start with temp: and break when it is written.';

/** A breakpoint as set: its id, and why it has no effect if it has none. */
export interface SetBreakpoint {
  readonly id: number;
  readonly line?: number;
  readonly problem?: string;
}

interface SourceBreakpoint {
  readonly id: number;
  readonly target: LineTarget;
  readonly conditions: Conditions;
}

interface FunctionBreakpoint {
  readonly id: number;
  readonly glob: string;
  readonly conditions: Conditions;
}

interface DataBreakpoint {
  readonly id: number;
  readonly key: string;
  readonly conditions: Conditions;
}

/** The breakpoints of a session. */
export class Breakpoints implements BreakpointSource {
  private readonly log: (text: string) => void;
  private readonly inFiles = new Map<string, readonly SourceBreakpoint[]>();
  private onTools: readonly FunctionBreakpoint[] = [];
  private onState: readonly DataBreakpoint[] = [];
  private changedKeys: readonly string[] = [];
  private lastId = 0;
  private roots = new Map<string, string>();
  private readonly causes = causeFinder((name) => {
    const root = this.roots.get(name);
    return root === undefined ? undefined : skillIn(root);
  });

  /** @param log receives the texts of logpoints */
  constructor(log: (text: string) => void) {
    this.log = log;
  }

  /** Replaces the breakpoints in a file. */
  setInFile(
    file: string,
    written: readonly (WrittenConditions & { readonly line: number })[],
  ): readonly SetBreakpoint[] {
    const active: SourceBreakpoint[] = [];
    const targetOf = readLines(file);
    const result = written.map((one): SetBreakpoint => {
      const id = ++this.lastId;
      const target = targetOf(one.line);
      if ('unverified' in target) return { id, line: one.line, problem: target.unverified };
      const conditions = Conditions.parse(one);
      if (typeof conditions === 'string') return { id, line: one.line, problem: conditions };
      active.push({ id, target, conditions });
      return { id, line: target.line };
    });
    this.inFiles.set(file, active);
    return result;
  }

  /** Replaces the breakpoints on tools. A name may be a glob, and `.` stands for the `_` of a tool's name. */
  setOnTools(written: readonly (WrittenConditions & { readonly name: string })[]): readonly SetBreakpoint[] {
    const active: FunctionBreakpoint[] = [];
    const result = written.map((one): SetBreakpoint => {
      const id = ++this.lastId;
      const conditions = Conditions.parse(one);
      if (typeof conditions === 'string') return { id, problem: conditions };
      if (one.name.trim() === '') return { id, problem: 'Write the name of a tool, such as load_skill_resource.' };
      active.push({ id, glob: one.name.trim().replaceAll('.', '_'), conditions });
      return { id };
    });
    this.onTools = active;
    return result;
  }

  /** Replaces the breakpoints on keys of the state. A key of undefined stands for data that no run has. */
  setOnState(written: readonly (WrittenConditions & { readonly key: string | undefined })[]): readonly SetBreakpoint[] {
    const active: DataBreakpoint[] = [];
    const result = written.map((one): SetBreakpoint => {
      const id = ++this.lastId;
      const conditions = Conditions.parse(one);
      if (typeof conditions === 'string') return { id, problem: conditions };
      const { key } = one;
      if (key === undefined) return { id, problem: NO_KEY };
      active.push({ id, key, conditions });
      return { id };
    });
    this.onState = active;
    return result;
  }

  /** Returns the words of a skill that led to a file, if any. */
  causeOf({ skill, path }: Pick<SkillRequest, 'skill' | 'path'>) {
    return path === undefined ? undefined : this.causes.find(skill, path);
  }

  /** Returns the folder of a skill of the run. */
  rootOf(skill: string): string | undefined {
    return this.roots.get(skill);
  }

  add(event: RunEvent): void {
    if (event.type === 'run_started')
      this.roots = new Map([...event.skills, ...(event.calledSkills ?? [])].map(({ name, root }) => [name, root]));
    if (event.type === 'state' && event.edited !== true) {
      const keys = Object.keys(event.delta);
      this.changedKeys = [...this.changedKeys, ...keys];
    }
  }

  at(position: Position, view: RunView): StopCause | undefined {
    const hits = [
      ...this.sourceHits(position, view),
      ...this.toolHits(position, view),
      ...this.stateHits(position, view),
    ];
    const [first] = hits;
    if (first === undefined) return undefined;
    return { ...first, breakpoints: hits.flatMap(({ breakpoints = [] }) => breakpoints) };
  }

  private sourceHits(position: Position, view: RunView): readonly StopCause[] {
    const request = requestAt(position);
    if (request === undefined) return [];
    // Words of a file can be a cause only after the model has read it.
    if (position.at === 'tool_result' && request.path !== undefined)
      this.causes.recordRead(request.skill, request.path);
    if (position.at !== 'tool_call' && position.at !== 'tool_result') return [];
    const isAfter = position.at === 'tool_result';
    const all = [...this.inFiles.values()]
      .flat()
      .filter(({ target }) => target.skill === request.skill && this.isOfRun(target));
    const cause = all.length === 0 ? undefined : this.causeOf(request);
    return all
      .filter(({ target }) =>
        request.path === undefined
          ? target.loads
          : target.paths.includes(request.path) ||
            (cause?.file === target.file && cause.line <= target.line && target.line <= cause.endLine),
      )
      .filter(({ conditions }) => !request.isKnownBefore || conditions.isOnResult === isAfter)
      .flatMap(({ id, conditions, target }) =>
        this.hit(id, conditions, position, view, 'breakpoint', `Breakpoint on line ${target.line}.`),
      );
  }

  /** False for a file of another folder with a skill of the same name. */
  private isOfRun({ skill, root }: LineTarget): boolean {
    const own = this.roots.get(skill);
    return own === undefined || own === root || realPath(own) === realPath(root);
  }

  private toolHits(position: Position, view: RunView): readonly StopCause[] {
    if (position.at !== 'tool_call' && position.at !== 'tool_result') return [];
    const { tool } = position.boundary;
    return (
      this.onTools
        .filter(({ glob }) => globMatches(glob, tool))
        // A condition on the result can only hold after the call, any other before it.
        .filter(({ conditions }) => conditions.isOnResult === (position.at === 'tool_result'))
        .flatMap(({ id, conditions }) =>
          this.hit(id, conditions, position, view, 'function breakpoint', `Breakpoint on ${tool}.`),
        )
    );
  }

  private stateHits(position: Position, view: RunView): readonly StopCause[] {
    const keys = new Set(this.changedKeys);
    this.changedKeys = [];
    return this.onState
      .filter(({ key }) => keys.has(key))
      .flatMap(({ id, key, conditions }) =>
        this.hit(id, conditions, position, view, 'data breakpoint', `The state '${key}' has changed.`),
      );
  }

  private hit(
    id: number,
    conditions: Conditions,
    position: Position,
    view: RunView,
    reason: StopCause['reason'],
    description: string,
  ): readonly StopCause[] {
    const values = () => positionValues(position, view);
    if (!conditions.hit(values)) return [];
    if (conditions.logMessage === undefined) return [{ reason, description, breakpoints: [id] }];
    this.log(fillLogMessage(conditions.logMessage, values()));
    return [];
  }
}

/** Returns a path with links followed; the path itself if it does not exist. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
