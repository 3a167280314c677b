import { defined } from '../../skill/index.ts';
import { isMissCode, requestOf } from '../guards/miss.ts';
import type { FileMiss, Json, JsonObject, SkillFile, ToolResult } from '../protocol/events.ts';
import { fieldsOf, isFields, textOf } from '../text/values.ts';

/** The findings about skills in a result of one of our own runs. */
export interface OwnFindings {
  /** The skill that was loaded. */
  readonly loaded?: string;
  readonly read?: SkillFile;
  readonly ran?: true;
  readonly miss?: FileMiss;
}

/**
 * Derives, from one of our own journals, the findings that an import records for the results of another client's session.
 * A run with ADK's tools has them in the arguments and error codes of its calls, a run as a client in `read` and `miss`.
 */
export class OwnRun {
  private readonly calls = new Map<number, { readonly tool: string; readonly args: Json }>();

  /** Adds a call, by its `seq`. */
  call(seq: number, tool: string, args: Json): void {
    this.calls.set(seq, { tool, args });
  }

  /** Evaluates a result. */
  result({ parent = 0, tool, read, unproven, miss, error_code: code }: Omit<ToolResult, 'seq' | 'time'>): OwnFindings {
    const args = this.calls.get(parent)?.args;
    this.calls.delete(parent);
    if (miss !== undefined) return { miss };
    if (read !== undefined)
      return read.path === 'SKILL.md' && unproven !== true ? { loaded: read.skill, read } : { read };
    const fields = isFields(args) ? (args as JsonObject) : {};
    const request = requestOf({ tool, args: fields });
    if (request !== undefined) {
      const { skill, path, kind } = request;
      if (isMissCode(request, code)) return { miss: { skill, path, kind } };
      if (code !== undefined) return {};
      return defined({ read: { skill, path }, ran: kind === 'script' ? true : undefined });
    }
    if (code !== undefined || !/(?:^|_)load_skill$/.test(tool)) return {};
    const name = textOf(fieldsOf(fields).skill_name) ?? textOf(fieldsOf(fields).name);
    return name === undefined ? {} : { loaded: name };
  }
}
