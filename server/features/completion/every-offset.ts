/**
 * For tests and `npm run bench:completion`: whether completion offers the file that a reference leads to, asked with the
 * rest of its path deleted, at each place where somebody may ask.
 */
import { dirname, type FileSystem, overlay, type Reference, type ReferenceForm } from '../../../skill/index.ts';
import { Buffers } from '../../workspace/buffers.ts';
import { Lines } from '../../workspace/lines.ts';
import { uriOf } from '../../workspace/uris.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { complete } from './completion.ts';

const SUPPORT = { snippets: false, markdown: false };

/** One place that was asked, and what came of it. */
export interface AskedOffset {
  readonly path: string;
  readonly form: ReferenceForm;
  readonly target: string;
  /** How much of the path was left. */
  readonly left: number;
  /** Whether the file lies in the skill's own folder. */
  readonly isOwn: boolean;
  readonly isOffered: boolean;
  /** Milliseconds that the answer took. */
  readonly took: number;
}

/** In links and code at every offset of the path, elsewhere behind its first `/`. */
export function offsetsOf({ form, target }: Pick<Reference, 'form' | 'target'>): readonly number[] {
  const everywhere = form === 'link' || form === 'image' || form === 'definition' || form === 'code';
  const slash = target.search(/[/\\]/);
  const from = everywhere ? 0 : slash < 0 ? target.length + 1 : slash + 1;
  return Array.from({ length: Math.max(0, target.length - from + 1) }, (_, index) => from + index);
}

/**
 * Asks at every place of every reference of the skills below `folder` that leads to a file. `wanted` may leave some out.
 */
export function* askEverywhere(
  disk: FileSystem,
  folder: string,
  wanted: (path: string, index: number) => boolean = () => true,
): Iterable<AskedOffset> {
  const buffers = new Buffers();
  const fs = overlay(disk, buffers.texts);
  const workspace = new Workspace(fs, () => {});
  workspace.setFolders([folder]);
  let index = 0;
  for (const entry of workspace.skills()) {
    for (const path of entry.documents()) {
      const result = workspace.diagnose(path);
      const document = entry.document(path);
      if (result?.analysis === undefined || 'unreadable' in document) continue;
      const { text } = document;
      buffers.open(uriOf(path), 'skill', 0, text);
      let isChanged = false;
      for (const { reference, resolution } of result.analysis.references) {
        if (resolution.kind !== 'found' || resolution.target !== 'file' || !wanted(path, index++)) continue;
        const { form, target, range } = reference;
        for (const left of offsetsOf(reference)) {
          const at = range.start + left;
          const cut = text.slice(0, at) + text.slice(range.end);
          buffers.texts.set(path, cut);
          workspace.textChanged(path, false);
          isChanged = true;
          const position = new Lines(cut).position(at);
          const before = performance.now();
          const list = complete({ workspace }, fs, { path, position, support: SUPPORT });
          const took = performance.now() - before;
          const isOffered = list?.items.some((item) => Object(item.data).path === resolution.path) ?? false;
          const isOwn = `${resolution.path}/`.startsWith(`${entry.root}/`);
          yield { path, form, target, left, isOwn, isOffered, took };
        }
      }
      buffers.close(uriOf(path));
      if (isChanged) workspace.textChanged(path, false);
    }
    if (entry.root !== dirname(folder)) entry.rest();
  }
}
