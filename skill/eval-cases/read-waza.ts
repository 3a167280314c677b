/** Reads waza's suites and tasks. */

import { defined } from '../text/defined.ts';
import type { CaseFile, EvalFile, EvalProblem, TaskCase } from './eval-case.ts';
import { type Fields, firstText, isFields, textsOf } from './fields.ts';
import type { ParsedText } from './parsed-text.ts';
import { readExpected, readGraders } from './waza-graders.ts';

/** True for waza's `eval.yaml`; skillgrade's file of the same name has neither `skill` nor `config`. */
export function isWazaSuite(value: Fields): boolean {
  return Array.isArray(value.tasks) && (typeof value.skill === 'string' || isFields(value.config));
}

/** True for a task file of waza. */
export function isWazaTask(value: Fields): boolean {
  if (!isFields(value.inputs)) return false;
  return typeof value.inputs.prompt === 'string' || 'graders' in value || 'expected' in value;
}

/** Reads the skill, the shared graders and the patterns of the task files of waza's `eval.yaml`. */
export function readWazaSuite(source: ParsedText, value: Fields): EvalFile {
  const problems: EvalProblem[] = [];
  const taskFiles = textsOf(value.tasks);
  if (taskFiles.length === 0) problems.push(source.problem(['tasks'], '`tasks` has no pattern. Name the task files.'));
  const skill = firstText(value, ['skill'])?.[1];
  return defined({
    kind: 'read',
    format: 'waza-suite',
    cases: [],
    problems,
    taskFiles,
    sharedChecks: readGraders(value.graders),
    skill,
  });
}

/** Reads a task file of waza. A disabled task (`enabled: false`) has no case. */
export function readWazaTask(source: ParsedText, value: Fields): EvalFile {
  const inputs = isFields(value.inputs) ? value.inputs : {};
  const prompt = firstText(inputs, ['prompt'])?.[1];
  if (prompt === undefined)
    return {
      kind: 'declined',
      reason: 'no-cases',
      problem: source.problem(['inputs'], 'This task has no prompt. Add one to `inputs`.'),
    };
  const problems: EvalProblem[] = [];
  const files = Array.isArray(inputs.files) ? inputs.files : [];
  const caseFiles = files.flatMap((file: unknown, index): readonly CaseFile[] => {
    const path = isFields(file) ? firstText(file, ['path'])?.[1] : undefined;
    if (path === undefined || !isFields(file)) {
      problems.push(source.problem(['inputs', 'files', index], 'This file has no `path`. Add one.'));
      return [];
    }
    return [
      defined({
        path: path.replaceAll('\\', '/'),
        content: typeof file.content === 'string' ? file.content : undefined,
      }),
    ];
  });
  const id = typeof value.id === 'string' || typeof value.id === 'number' ? String(value.id) : '1';
  const name = firstText(value, ['name'])?.[1];
  const task = defined<TaskCase>({
    kind: 'task',
    id,
    prompt,
    file: source.file,
    position: source.positionOf([]),
    files: caseFiles,
    name,
    checks: [...readExpected(value.expected), ...readGraders(value.graders)],
  });
  return { kind: 'read', format: 'waza-task', cases: value.enabled === false ? [] : [task], problems };
}
