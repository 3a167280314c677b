/**
 * For tests and `npm run bench:completion`: checks that completion offers the target of each path or heading at every
 * offset where it may be requested, with the rest of the path deleted.
 */
import { dirname, type FileSystem, overlay, type Range } from '../../../skill/index.ts';
import type { Occurrence, OccurrenceForm } from '../../targets/target.ts';
import { Targets } from '../../targets/targets.ts';
import { Buffers } from '../../workspace/buffers.ts';
import { Lines } from '../../workspace/lines.ts';
import { uriOf } from '../../workspace/uris.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { complete } from './completion.ts';

const SUPPORT = { snippets: false, markdown: false };

/** The result at one offset. */
export interface TestedOffset {
  readonly path: string;
  readonly form: OccurrenceForm;
  /** The path, or the text after `#`. */
  readonly target: string;
  /** Number of remaining characters. */
  readonly left: number;
  /** True if the file is in the skill's own folder. */
  readonly isOwn: boolean;
  readonly isOffered: boolean;
  /** Duration of the request, in milliseconds. */
  readonly took: number;
}

const EVERYWHERE: ReadonlySet<OccurrenceForm> = new Set(['link', 'image', 'definition', 'code']);

/**
 * Returns the offsets to test: all offsets in links and code, elsewhere those after the first `/`. The text of a tree entry
 * is the end of `path`, whose `/` may be in another entry.
 */
export function offsetsOf({ form, written, path }: Pick<Occurrence, 'form' | 'written' | 'path'>): readonly number[] {
  const slash = form === 'tree' && path.indexOf('/') < path.length - written.length ? -1 : written.search(/[/\\]/);
  const isFlat = slash < 0 && !(form === 'tree' && path.includes('/'));
  const from = EVERYWHERE.has(form) ? 0 : isFlat ? written.length + 1 : slash + 1;
  return upTo(written.length, from);
}

const upTo = (last: number, from = 0): readonly number[] =>
  Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index);

/** The tests of one reference: its path, or the heading after `#`. */
interface Question {
  readonly form: OccurrenceForm;
  readonly range: Range;
  readonly written: string;
  readonly offsets: readonly number[];
  readonly isOwn: boolean;
  readonly isAnswer: (item: { readonly data?: unknown; readonly label: string }) => boolean;
}

/**
 * Tests every offset of every path to a file, and of every `#` with a heading, in the skills of a workspace's folders.
 * `isTested` filters them.
 */
export function* testEveryOffset(
  disk: FileSystem,
  folders: readonly string[],
  isTested: (path: string, index: number, range: Range) => boolean = () => true,
): Iterable<TestedOffset> {
  const buffers = new Buffers();
  const fs = overlay(disk, buffers.texts);
  const workspace = new Workspace(fs, () => {});
  workspace.setFolders(folders);
  const targets = new Targets(workspace);
  let index = 0;
  for (const entry of workspace.skills()) {
    for (const path of entry.documents()) {
      const text = targets.text(path);
      if (text === undefined) continue;
      const questions = targets
        .of(path)
        .flatMap((occurrence) => questionsOf(targets, occurrence, entry.root))
        .filter(({ range }) => isTested(path, index++, range));
      if (questions.length === 0) continue;
      buffers.open(uriOf(path), 'skill', 0, text);
      for (const { range, written, offsets, isAnswer, ...about } of questions) {
        for (const left of offsets) {
          const at = range.start + left;
          const cut = text.slice(0, at) + text.slice(range.end);
          buffers.texts.set(path, cut);
          workspace.textChanged(path, false);
          const position = new Lines(cut).position(at);
          const before = performance.now();
          const list = complete({ workspace }, fs, { path, position, support: SUPPORT });
          const took = performance.now() - before;
          yield { ...about, path, target: written, left, isOffered: list?.items.some(isAnswer) ?? false, took };
        }
      }
      buffers.close(uriOf(path));
      workspace.textChanged(path, false);
    }
    if (!folders.includes(dirname(entry.root))) entry.unload();
  }
}

function questionsOf(targets: Targets, occurrence: Occurrence, root: string): readonly Question[] {
  const { form, kind, range, written, fragment } = occurrence;
  const [target] = occurrence.targets;
  if (kind !== 'path' || target?.kind !== 'file') return [];
  const isOwn = `${target.path}/`.startsWith(`${root}/`);
  const path: Question = {
    form,
    range,
    written,
    isOwn,
    offsets: form === 'anchor' ? [] : offsetsOf(occurrence),
    isAnswer: ({ data }) => Object(data).path === target.path,
  };
  const slug = fragment && targets.heading(target.path, fragment.name)?.slug;
  if (fragment === undefined || slug === undefined) return [path];
  const name = { range: fragment.range, written: fragment.name, offsets: upTo(fragment.name.length) };
  return [path, { ...name, form: 'anchor', isOwn, isAnswer: ({ label }) => label === slug }];
}
