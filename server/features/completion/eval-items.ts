import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver-protocol';
import {
  ASSERTION_FIELDS,
  BUNDLED_CHECKS,
  CHECK_KINDS,
  type EvalWord,
  FILE_FIELDS,
  GRADER_FIELDS,
  GRADER_TYPES,
  INPUT_FIELDS,
  ITEM_FIELDS,
  SUITE_FIELDS,
  TASK_FIELDS,
} from '../../../skill/index.ts';
import type { SkillEntry } from '../../workspace/skill-entry.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type EvalPlace, jsonPlace, yamlPlace } from './eval-place.ts';
import type { CompletionResult } from './item.ts';

/** Maximum number of files; typing more narrows the list. */
const MAX_FILES = 200;

const LISTS = new Set(['evals', 'cases', 'tests', 'test_cases', 'queries']);
const ASSERTION_LISTS = new Set(['assertions', 'expectations', 'expected_behavior']);

/** An eval file of a skill. */
export interface EvalText {
  readonly entry: SkillEntry;
  /** Relative to the skill. */
  readonly file: string;
  readonly text: string;
}

/**
 * Returns the completions in an eval file: fields, kinds of assertion and grader, bundled files and names of skills.
 * @param isBySchema true if the editor completes fields and kinds in JSON by the schema of the extension
 */
export function evalItems(
  { entry, file, text }: EvalText,
  offset: number,
  workspace: Pick<Workspace, 'skills' | 'nameOf'>,
  isBySchema: boolean,
): CompletionResult | undefined {
  const isJson = file.endsWith('.json');
  const place = (isJson ? jsonPlace : yamlPlace)(text, offset);
  if (place === undefined) return undefined;
  const items =
    isJson && isBySchema && (place.kind === 'key' || place.field === 'check')
      ? []
      : place.kind === 'key'
        ? keyItems(place, file, isJson)
        : valueItems(place, { entry, file, text }, workspace).map((item) => (isBySchema ? aboveSchema(item) : item));
  return { items, range: place.range, isIncomplete: items.length >= MAX_FILES };
}

/** Sorts an item above the empty text that the editor offers by the schema: `!` precedes its quotation mark. */
const aboveSchema = (item: CompletionItem): CompletionItem => ({
  ...item,
  sortText: `!${item.sortText ?? item.label}`,
});

function keyItems({ within }: EvalPlace, file: string, isJson: boolean): readonly CompletionItem[] {
  return fieldsIn(within[0], file).map(({ name, description }, index) => ({
    label: name,
    kind: CompletionItemKind.Field,
    documentation: description,
    insertText: isJson ? name : `${name}: `,
    sortText: String(index).padStart(2, '0'),
  }));
}

/** Returns the fields of the objects in a field, or of the file itself. */
function fieldsIn(field: string | undefined, file: string): readonly EvalWord[] {
  if (field === undefined) {
    if (/(?:^|\/)tasks\//.test(file)) return TASK_FIELDS;
    return /(?:^|\/)eval\.ya?ml$/.test(file) ? SUITE_FIELDS : [...FILE_FIELDS, ...ITEM_FIELDS];
  }
  if (ASSERTION_LISTS.has(field)) return ASSERTION_FIELDS;
  if (LISTS.has(field)) return ITEM_FIELDS;
  if (field === 'graders') return GRADER_FIELDS;
  return field === 'inputs' ? INPUT_FIELDS : [];
}

function valueItems(
  { field, within, typed }: EvalPlace,
  { entry, file, text }: EvalText,
  workspace: Pick<Workspace, 'skills' | 'nameOf'>,
): readonly CompletionItem[] {
  const parent = within[0] ?? '';
  if (field === 'check') return wordItems(CHECK_KINDS);
  if (field === 'type' && parent === 'graders') return wordItems(GRADER_TYPES);
  if (field === 'skill_name' || field === 'skill' || field === 'expected_skill')
    return workspace
      .skills()
      .slice(0, MAX_FILES)
      .map((one) => nameItem(workspace.nameOf(one), one === entry));
  if (field === 'should_trigger' || field === 'enabled')
    return ['true', 'false'].map((label) => ({ label, kind: CompletionItemKind.Value }));
  const files = [...entry.bundle.files].filter((path) => path !== file && !path.startsWith('SKILL.'));
  if (parent === 'files' || field === 'files') {
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    return fileItems(
      files.filter((path) => /^(?:evals|fixtures)\//.test(path) || (folder !== '' && path.startsWith(folder))),
      typed,
    );
  }
  const isBundled =
    field === 'expected_script' || (field === 'path' && ASSERTION_LISTS.has(parent) && BUNDLED.test(text));
  return isBundled
    ? fileItems(
        files.filter((path) => !/^evals?[/.]/.test(path)),
        typed,
      )
    : [];
}

/** A file without such a check may only name files of the workspace. */
const BUNDLED = new RegExp(`\\b(?:${[...BUNDLED_CHECKS].join('|')})\\b`);

const wordItems = (words: readonly EvalWord[]): readonly CompletionItem[] =>
  words.map(({ name, description }, index) => ({
    label: name,
    kind: CompletionItemKind.EnumMember,
    documentation: description,
    sortText: String(index).padStart(2, '0'),
  }));

const nameItem = (label: string, isOwn: boolean): CompletionItem => ({
  label,
  kind: CompletionItemKind.Module,
  detail: 'skill',
  sortText: `${isOwn ? '0' : '1'}${label}`,
});

function fileItems(files: readonly string[], typed: string): readonly CompletionItem[] {
  return files
    .filter((path) => path.toLowerCase().includes(typed.toLowerCase().replace(/^\.\//, '')))
    .sort()
    .slice(0, MAX_FILES)
    .map((path) => ({ label: path, kind: CompletionItemKind.File }));
}
