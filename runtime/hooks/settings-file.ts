/** Adds hooks to a client's settings and takes them out again, without touching anything else in the file. */
import {
  applyEdits,
  type Edit,
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser';

/** The result of a change of a settings file. */
export type SettingsChange =
  /** `undo` has, for each step, the edits that take it back: to apply from the last to the first. */
  | { readonly kind: 'changed'; readonly text: string; readonly undo: readonly (readonly Edit[])[] }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly message: string };

/** The hooks to add: entries by event. */
export type HookEntries = Readonly<Record<string, unknown>>;

/**
 * Returns a text with an entry for each event. Entries of ours that are there already, which the mark tells, are replaced.
 *
 * @param text the file; empty if there is none
 * @param mark text that only our commands contain
 */
export function withHooks(text: string, entries: HookEntries, mark: string): SettingsChange {
  const problem = problemOf(text);
  if (problem !== undefined) return { kind: 'refused', message: problem };
  const draft = new Draft(text);
  removeOurs(draft, mark);
  for (const [event, entry] of Object.entries(entries)) {
    if (valueAt(draft.text, ['hooks']) === undefined) draft.add([], 'hooks', {});
    if (valueAt(draft.text, ['hooks', event]) === undefined) draft.add(['hooks'], event, [entry]);
    else draft.add(['hooks', event], undefined, entry);
  }
  return draft.change();
}

/** Takes a change back. Undefined if the text is not the one that the change led to, so that the edits lead nowhere. */
export function undone(text: string, undo: readonly (readonly Edit[])[]): string {
  return undo.toReversed().reduce((left, edits) => applyEdits(left, [...edits]), text);
}

/** Returns a text without our entries, and without the lists and the object that they leave empty. */
export function withoutHooks(text: string, mark: string): SettingsChange {
  const problem = problemOf(text);
  if (problem !== undefined) return { kind: 'refused', message: problem };
  const draft = new Draft(text);
  removeOurs(draft, mark);
  return draft.change();
}

/** True if a text has an entry of ours. */
export function hasHooks(text: string, mark: string): boolean {
  const hooks = valueAt(text, ['hooks']);
  return hooks !== undefined && JSON.stringify(hooks).includes(mark);
}

function removeOurs(draft: Draft, mark: string): void {
  const hooks = valueAt(draft.text, ['hooks']);
  if (typeof hooks !== 'object' || hooks === null || Array.isArray(hooks)) return;
  for (const [event, list] of Object.entries(hooks)) {
    if (!Array.isArray(list)) continue;
    // From the end, so that the positions of the others stay.
    for (let index = list.length - 1; index >= 0; index--) {
      const entry: unknown = list[index];
      if (!isOurs(entry, mark)) continue;
      const inner = innerHooks(entry);
      const ours = inner.map((one) => isOurs(one, mark));
      if (inner.length > 0 && !ours.every(Boolean)) {
        for (let at = inner.length - 1; at >= 0; at--)
          if (ours[at] === true) draft.remove(['hooks', event, index, 'hooks', at]);
      } else draft.remove(['hooks', event, index]);
    }
    const left = valueAt(draft.text, ['hooks', event]);
    if (list.length > 0 && Array.isArray(left) && left.length === 0) draft.remove(['hooks', event]);
  }
  const left = valueAt(draft.text, ['hooks']);
  const isEmptied =
    Object.keys(hooks).length > 0 && typeof left === 'object' && left !== null && Object.keys(left).length === 0;
  if (isEmptied) draft.remove(['hooks']);
}

function isOurs(entry: unknown, mark: string): boolean {
  return JSON.stringify(entry)?.includes(mark) === true;
}

function innerHooks(entry: unknown): readonly unknown[] {
  return typeof entry === 'object' && entry !== null && 'hooks' in entry && Array.isArray(entry.hooks)
    ? entry.hooks
    : [];
}

/** A text that is edited step by step, and how to take the steps back. A byte order mark stays where it is. */
class Draft {
  text: string;
  private readonly mark: string;
  private readonly original: string;
  private readonly undo: Edit[][] = [];

  constructor(original: string) {
    this.original = original;
    this.mark = original.startsWith('\uFEFF') ? '\uFEFF' : '';
    this.text = original.slice(this.mark.length);
  }

  /** Adds a value at the end of an object or a list. Nothing else is formatted again. */
  add(container: JSONPath, key: string | undefined, value: unknown): void {
    const root = parseTree(this.text, [], { allowTrailingComma: true });
    const node = root && findNodeAtLocation(root, container);
    const eol = this.text.includes('\r\n') ? '\r\n' : '\n';
    const unit = indentOf(this.text);
    if (node === undefined) {
      // Only an empty file has no root.
      const content = `{${eol}${unit}${property(key, value, unit, unit, eol)}${eol}}${eol}`;
      this.apply([{ offset: 0, length: this.text.length, content }]);
      return;
    }
    const [outer = ''] = /^[ \t]*/.exec(this.text.slice(this.text.lastIndexOf('\n', node.offset - 1) + 1)) ?? [];
    const inner = outer + unit;
    const content = property(key, value, inner, unit, eol);
    const last = node.children?.at(-1);
    const rest = this.text.slice(node.offset + 1, node.offset + node.length - 1);
    // A comment in an empty object stays.
    const length = rest.trim() === '' ? rest.length : 0;
    this.apply([
      last === undefined
        ? { offset: node.offset + 1, length, content: `${eol}${inner}${content}${eol}${outer}` }
        : { offset: last.offset + last.length, length: 0, content: `,${eol}${inner}${content}` },
    ]);
  }

  /** Removes a property of an object, or an element of a list, with one comma. */
  remove(path: JSONPath): void {
    const root = parseTree(this.text, [], { allowTrailingComma: true });
    const value = root && findNodeAtLocation(root, path);
    const node = value?.parent?.type === 'property' ? value.parent : value;
    const siblings = node?.parent?.children ?? [];
    if (node === undefined) return;
    const index = siblings.indexOf(node);
    const [before, after] = [siblings[index - 1], siblings[index + 1]];
    const end = node.offset + node.length;
    const from = before === undefined ? node.offset : before.offset + before.length;
    const [comma = ''] = /^\s*,/.exec(this.text.slice(end)) ?? [];
    const to = before !== undefined ? end : after !== undefined ? after.offset : end + comma.length;
    this.apply([{ offset: from, length: to - from, content: '' }]);
  }

  private apply(edits: Edit[]): void {
    this.undo.push(inverse(this.text, edits, this.mark.length));
    this.text = applyEdits(this.text, edits);
  }

  change(): SettingsChange {
    const text = this.mark + this.text;
    return text === this.original ? { kind: 'unchanged' } : { kind: 'changed', text, undo: this.undo };
  }
}

/** Returns the indentation of a level, as the file has it. */
function indentOf(text: string): string {
  const [, indent = '  '] = /\{[^{}[\]]*?\n([ \t]+)"/.exec(text) ?? [];
  return indent;
}

function property(key: string | undefined, value: unknown, indent: string, unit: string, eol: string): string {
  const text = JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`);
  return key === undefined ? text : `${JSON.stringify(key)}: ${text}`;
}

/** Returns the edits that take others back, at their offsets in the changed text. */
function inverse(text: string, edits: readonly Edit[], shift: number): Edit[] {
  let moved = shift;
  return edits
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ offset, length, content }) => {
      const back = { offset: offset + moved, length: content.length, content: text.slice(offset, offset + length) };
      moved += content.length - length;
      return back;
    });
}

/** Returns why a file cannot be changed; undefined if it can. Comments and trailing commas are kept, as clients accept them. */
function problemOf(text: string): string | undefined {
  if (text.replace(/^\uFEFF/, '').trim() === '') return undefined;
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) return `it is not valid JSON (line ${text.slice(0, error.offset).split('\n').length})`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not a JSON object';
  const hooks: unknown = 'hooks' in value ? value.hooks : undefined;
  if (hooks !== undefined && (typeof hooks !== 'object' || hooks === null || Array.isArray(hooks)))
    return 'its "hooks" is not an object';
  for (const [event, list] of Object.entries(hooks ?? {}))
    if (!Array.isArray(list)) return `its "hooks.${event}" is not a list`;
  return undefined;
}

function valueAt(text: string, path: JSONPath): unknown {
  const tree = parseTree(text.replace(/^\uFEFF/, ' '), [], { allowTrailingComma: true });
  const node = tree && findNodeAtLocation(tree, path);
  return node === undefined ? undefined : getNodeValue(node);
}
