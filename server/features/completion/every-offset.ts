/**
 * For tests and `npm run bench:completion`: whether completion offers the file or the heading that a path leads to, asked
 * with the rest of the path deleted, at each place where somebody may ask.
 */
import { dirname, type FileSystem, overlay, type Range } from '../../../skill/index.ts';
import type { Lead, LeadForm } from '../../targets/target.ts';
import { Targets } from '../../targets/targets.ts';
import { Buffers } from '../../workspace/buffers.ts';
import { Lines } from '../../workspace/lines.ts';
import { uriOf } from '../../workspace/uris.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { complete } from './completion.ts';

const SUPPORT = { snippets: false, markdown: false };

/** One place that was asked, and what came of it. */
export interface AskedOffset {
  readonly path: string;
  readonly form: LeadForm;
  /** The path, or what stands after `#`. */
  readonly target: string;
  /** How much of it was left. */
  readonly left: number;
  /** Whether the file lies in the skill's own folder. */
  readonly isOwn: boolean;
  readonly isOffered: boolean;
  /** Milliseconds that the answer took. */
  readonly took: number;
}

const EVERYWHERE: ReadonlySet<LeadForm> = new Set(['link', 'image', 'definition', 'code']);

/**
 * In links and code at every offset of the path, elsewhere behind its first `/`. What stands of an entry of a tree is the end
 * of `path`, whose `/` may stand in another entry.
 */
export function offsetsOf({ form, written, path }: Pick<Lead, 'form' | 'written' | 'path'>): readonly number[] {
  const slash = form === 'tree' && path.indexOf('/') < path.length - written.length ? -1 : written.search(/[/\\]/);
  const isFlat = slash < 0 && !(form === 'tree' && path.includes('/'));
  const from = EVERYWHERE.has(form) ? 0 : isFlat ? written.length + 1 : slash + 1;
  return upTo(written.length, from);
}

const upTo = (last: number, from = 0): readonly number[] =>
  Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index);

/** What is asked about one lead: its path, or the heading behind `#`. */
interface Question {
  readonly form: LeadForm;
  readonly range: Range;
  readonly written: string;
  readonly offsets: readonly number[];
  readonly isOwn: boolean;
  readonly isAnswer: (item: { readonly data?: unknown; readonly label: string }) => boolean;
}

/**
 * Asks at every place of every path that leads to a file, and of every `#` that leads to a heading, in the skills below the
 * folders of a workspace. `wanted` may leave some out.
 */
export function* askEverywhere(
  disk: FileSystem,
  folders: readonly string[],
  wanted: (path: string, index: number, range: Range) => boolean = () => true,
): Iterable<AskedOffset> {
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
        .flatMap((lead) => questionsOf(targets, lead, entry.root))
        .filter(({ range }) => wanted(path, index++, range));
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
    if (!folders.includes(dirname(entry.root))) entry.rest();
  }
}

function questionsOf(targets: Targets, lead: Lead, root: string): readonly Question[] {
  const { form, kind, range, written, fragment } = lead;
  const [target] = lead.targets;
  if (kind !== 'path' || target?.kind !== 'file') return [];
  const isOwn = `${target.path}/`.startsWith(`${root}/`);
  const path: Question = {
    ...{ form, range, written, isOwn },
    offsets: form === 'anchor' ? [] : offsetsOf(lead),
    isAnswer: ({ data }) => Object(data).path === target.path,
  };
  const slug = fragment && targets.heading(target.path, fragment.name)?.slug;
  if (fragment === undefined || slug === undefined) return [path];
  const name = { range: fragment.range, written: fragment.name, offsets: upTo(fragment.name.length) };
  return [path, { ...name, form: 'anchor', isOwn, isAnswer: ({ label }) => label === slug }];
}
