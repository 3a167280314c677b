/** Edits that add an entry to `allowed-tools`. */
import { allowedTools, allowedToolsField, readFrontmatter, type SkillDocument } from '../../../skill/index.ts';
import type { TextEdit } from '../rule/rule.ts';

/** Returns the edit; undefined if the field has a form to which nothing can be added safely. */
export function allowToolEdit(document: SkillDocument, entry: string): TextEdit | undefined {
  const edit = editOf(document, entry);
  return edit !== undefined && adds(document, edit, entry) ? edit : undefined;
}

function editOf({ text, frontmatter }: SkillDocument, entry: string): TextEdit | undefined {
  if (frontmatter.kind !== 'valid') return undefined;
  const field = allowedToolsField(frontmatter);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  if (field === undefined) {
    const start = text.lastIndexOf('\n', frontmatter.range.end - 1) + 1;
    return { range: { start, end: start }, text: `allowed-tools: ${entry}${newline}` };
  }
  const { start, end: after } = field.valueRange;
  const written = text.slice(start, after).trimEnd();
  const end = start + written.length;
  const last = written.slice(-1);
  const insert = (at: number, added: string): TextEdit => ({ range: { start: at, end: at }, text: added });
  if (Array.isArray(field.value)) {
    if (written.startsWith('[')) return insert(end - 1, `, '${entry}'`);
    const line = text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
    const [, mark] = /^([ \t]*-[ \t]+)(['"]?)/.exec(line) ?? [];
    const quote = last === '"' || last === "'" ? last : '';
    return mark === undefined ? undefined : insert(end, `${newline}${mark}${quote}${entry}${quote}`);
  }
  if (typeof field.value !== 'string') return undefined;
  const between = field.value.replace(/\([^()]*\)/g, '').includes(',') ? ', ' : ' ';
  return insert(last === '"' || last === "'" ? end - 1 : end, field.value.trim() === '' ? entry : `${between}${entry}`);
}

/** True if the text has one entry more after an edit, and the same others. */
function adds(
  { text: whole, bodyStart, frontmatter }: SkillDocument,
  { range, text: added }: TextEdit,
  entry: string,
): boolean {
  const text = whole.slice(0, bodyStart);
  const after = readFrontmatter(text.slice(0, range.start) + added + text.slice(range.end)).frontmatter;
  const keys = (one: SkillDocument['frontmatter']) => (one.kind === 'valid' ? one.fields.length : 0);
  const had = allowedToolsField(frontmatter);
  if (keys(after) !== keys(frontmatter) + (had === undefined ? 1 : 0)) return false;
  const entries = (value: unknown) =>
    (allowedTools(value) ?? []).map(({ tool, pattern }) => `${tool}(${pattern ?? ''})`);
  const expected = [...entries(had?.value ?? ''), ...entries(entry)];
  const actual = entries(allowedToolsField(after)?.value);
  return actual.length === expected.length && actual.every((one, index) => one === expected[index]);
}
