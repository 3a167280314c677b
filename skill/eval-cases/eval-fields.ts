/** The fields of eval files and the kinds of assertion, for completion, the JSON schema and corrections. */

/** A field, or a value of one. */
export interface EvalWord {
  readonly name: string;
  readonly description: string;
}

/** A field with the value that editors insert for it. */
export interface EvalField extends EvalWord {
  readonly value: 'text' | 'number' | 'boolean' | 'list' | 'object';
}

/** Fields of an `evals.json`. */
export const FILE_FIELDS: readonly EvalField[] = [
  { name: 'skill_name', value: 'text', description: 'The `name` of the skill that the cases are for.' },
  { name: 'evals', value: 'list', description: 'The cases: tasks with assertions, or prompts with `should_trigger`.' },
];

/** Fields of a case. */
export const ITEM_FIELDS: readonly EvalField[] = [
  { name: 'id', value: 'text', description: 'A number or text that is unique in the file.' },
  { name: 'name', value: 'text', description: 'A name that results show.' },
  { name: 'prompt', value: 'text', description: 'The request that the agent is given.' },
  { name: 'query', value: 'text', description: 'The request of a trigger case, with `should_trigger`.' },
  {
    name: 'should_trigger',
    value: 'boolean',
    description: 'True if the request must load the skill, false if it must not.',
  },
  { name: 'expected_output', value: 'text', description: 'A description of the expected result, for a judge.' },
  {
    name: 'files',
    value: 'list',
    description:
      'Files in the workspace: paths relative to the skill or to this file, or objects with `path` and `content`.',
  },
  {
    name: 'assertions',
    value: 'list',
    description: 'Prose, which a language model judges, or objects with `check`, which are judged from the journal.',
  },
  { name: 'expectations', value: 'list', description: 'The same as `assertions`.' },
];

/** Fields of an assertion that is an object. */
export const ASSERTION_FIELDS: readonly EvalField[] = [
  { name: 'text', value: 'text', description: 'The assertion in words, as shown in results.' },
  { name: 'check', value: 'text', description: 'How the assertion is judged from the journal.' },
  { name: 'path', value: 'text', description: 'A file of the skill (`read`, `ran`) or of the workspace (`file`).' },
  { name: 'value', value: 'text', description: 'A text that the answer must contain.' },
  { name: 'values', value: 'list', description: 'Texts that the answer must contain.' },
  { name: 'ignore_case', value: 'boolean', description: 'True to ignore the case of letters in texts.' },
  { name: 'pattern', value: 'text', description: "A regular expression in RE2's syntax." },
  { name: 'flags', value: 'text', description: 'Flags of the regular expression: `i`, `m` and `s`.' },
  { name: 'limit', value: 'number', description: 'The highest allowed number.' },
  { name: 'tools', value: 'list', description: 'Names of tools in the order in which they must be called.' },
];

/** A kind of assertion with the fields of which it needs one. */
export interface CheckKind extends EvalWord {
  readonly needs: readonly string[];
}

const PATH = ['path'];
const TEXTS = ['value', 'values'];
const LIMIT = ['limit'];

/** The kinds of assertion that are judged from the journal. `read-assertion.ts` reads them. */
export const CHECK_KINDS: readonly CheckKind[] = [
  { name: 'loaded', needs: [], description: 'The skill was loaded.' },
  { name: 'not_loaded', needs: [], description: 'The skill was not loaded.' },
  { name: 'read', needs: PATH, description: 'A bundled file was read.' },
  { name: 'never_read', needs: PATH, description: 'A bundled file was never read.' },
  {
    name: 'reads_all',
    needs: [],
    description:
      'Every file was read that the loaded texts of the skill tell to read; under a condition, only if it was asked for.',
  },
  { name: 'ran', needs: PATH, description: 'A bundled script was run.' },
  { name: 'never_ran', needs: PATH, description: 'A bundled script was never run.' },
  { name: 'regex', needs: ['pattern', 'patterns'], description: 'The answer matches a regular expression.' },
  { name: 'absent_regex', needs: ['pattern', 'patterns'], description: 'The answer does not match it.' },
  { name: 'substring', needs: TEXTS, description: 'The answer contains the text.' },
  { name: 'substring_all', needs: TEXTS, description: 'The answer contains all texts.' },
  { name: 'substring_any', needs: TEXTS, description: 'The answer contains at least one of the texts.' },
  { name: 'absent_substring', needs: TEXTS, description: 'The answer contains none of the texts.' },
  { name: 'file', needs: PATH, description: 'A file exists in the workspace after the run.' },
  { name: 'no_file', needs: PATH, description: 'A file does not exist in the workspace after the run.' },
  { name: 'max_misses', needs: LIMIT, description: 'At most this many missing files were requested.' },
  { name: 'max_calls', needs: LIMIT, description: 'At most this many tools were called.' },
  { name: 'max_tokens', needs: LIMIT, description: 'At most this many tokens were used.' },
  { name: 'max_cost', needs: LIMIT, description: 'At most this many US dollars were spent.' },
  { name: 'max_seconds', needs: LIMIT, description: 'The run took at most this many seconds.' },
  { name: 'tool_order', needs: ['tools'], description: 'Tools were called in this order, others between them.' },
];

/** Checks whose `path` is a bundled file. */
export const BUNDLED_CHECKS: ReadonlySet<string> = new Set(['read', 'never_read', 'ran', 'never_ran']);

/** Fields of waza's `eval.yaml`. */
export const SUITE_FIELDS: readonly EvalField[] = [
  { name: 'name', value: 'text', description: 'The name of the suite.' },
  { name: 'skill', value: 'text', description: 'The `name` of the skill.' },
  { name: 'version', value: 'text', description: 'The version of the suite.' },
  { name: 'config', value: 'object', description: "Settings of waza's own runner." },
  { name: 'graders', value: 'list', description: 'Graders of all tasks.' },
  { name: 'tasks', value: 'list', description: 'Patterns of the task files, such as `tasks/*.yaml`.' },
];

/** Fields of a task file of waza. */
export const TASK_FIELDS: readonly EvalField[] = [
  { name: 'id', value: 'text', description: 'An id that is unique in the suite.' },
  { name: 'name', value: 'text', description: 'A name that results show.' },
  { name: 'inputs', value: 'object', description: 'The `prompt` and `files` of the task.' },
  { name: 'expected', value: 'object', description: 'Texts of the answer, limits and `should_trigger`.' },
  { name: 'graders', value: 'list', description: 'Graders of this task.' },
  { name: 'enabled', value: 'boolean', description: 'False to leave out the task.' },
];

/** Fields of `inputs` of a task. */
export const INPUT_FIELDS: readonly EvalField[] = [
  { name: 'prompt', value: 'text', description: 'The request that the agent is given.' },
  { name: 'files', value: 'list', description: 'Files in the workspace, objects with `path` and `content`.' },
];

/** Fields of a grader. */
export const GRADER_FIELDS: readonly EvalField[] = [
  { name: 'type', value: 'text', description: 'What the grader judges.' },
  { name: 'name', value: 'text', description: 'A name that results show.' },
  { name: 'config', value: 'object', description: 'What is expected; depends on `type`.' },
  { name: 'rubric', value: 'text', description: 'What a language model judges, for the type `prompt`.' },
];

/** The types of graders that are judged. `waza-graders.ts` reads them. */
export const GRADER_TYPES: readonly EvalWord[] = [
  { name: 'text', description: 'Texts and regular expressions in the answer.' },
  { name: 'keyword', description: 'Words in the answer.' },
  { name: 'file', description: 'Files in the workspace after the run.' },
  { name: 'behavior', description: 'Limits on calls, tokens and time; required and forbidden tools.' },
  { name: 'action_sequence', description: 'Tools that were called, in order.' },
  { name: 'skill_invocation', description: 'Skills that were loaded.' },
  { name: 'prompt', description: 'Prose, which a language model judges.' },
];
