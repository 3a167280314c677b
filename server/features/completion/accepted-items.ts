/** For tests: accepts offered paths, and returns what the rules then report about them. */
import { type FileSystem, overlay, type Range } from '../../../skill/index.ts';
import { type Finding, placesOf } from '../../rules/rule/rule.ts';
import { isMap } from '../../settings.ts';
import { Targets } from '../../targets/targets.ts';
import { Buffers } from '../../workspace/buffers.ts';
import { Lines } from '../../workspace/lines.ts';
import { uriOf } from '../../workspace/uris.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { complete } from './completion.ts';

const SUPPORT = { snippets: false, markdown: false };

/** An item that was accepted. */
export interface AcceptedItem {
  /** The document, absolute. */
  readonly path: string;
  readonly form: string;
  /** The text before the cursor, from the start of the path. */
  readonly typed: string;
  readonly inserted: string;
  /** Its place in the list, from 0. */
  readonly rank: number;
  readonly kind: 'own file' | 'other file' | 'folder';
  /** The codes of findings at the inserted text that the document did not have before. */
  readonly codes: readonly string[];
}

/** The result at one position. */
export interface AcceptedAt {
  /** True if a file outside of the skill comes before one of its own. */
  readonly isMixed: boolean;
  readonly items: readonly AcceptedItem[];
}

/** Lines with a path to type, up to the cursor at `|`. */
const NEW_LINES: readonly (readonly [form: string, line: string])[] = [
  ['new code', 'Read `|`.'],
  ['new code', 'Read `../|`.'],
  ['new link', 'See [it](|).'],
  ['new link', 'See [it](../|).'],
  ['new image', '![it](|)'],
  ['new command', 'Run `python scripts/|`.'],
  ['new fence', '```bash\npython scripts/|\n```'],
  ['new prose', 'See ../|.'],
];

/** A text with the cursor in a path, of which `typed` is there. */
interface Position {
  readonly form: string;
  readonly text: string;
  readonly at: number;
  readonly typed: string;
}

/** Returns a document with a new line at its end, with the cursor in it. */
function withLine(text: string, form: string, line: string): Position {
  const [before = '', after = ''] = line.split('|');
  const start = `${text.trimEnd()}\n\n${before}`;
  return { form, text: `${start}${after}\n`, at: start.length, typed: before.split(/[`( ]/).at(-1) ?? '' };
}

/**
 * Requests completion in paths of the skills below folders, where nothing is typed and after the first `/`, and in new lines at
 * the end of their documents, and accepts up to `maxItems` of the items, spread over the list.
 * @param isTested selects among the paths and the documents, by their index
 */
export function* acceptItems(
  disk: FileSystem,
  folders: readonly string[],
  maxItems: number,
  isTested: (index: number) => boolean = () => true,
): Iterable<AcceptedAt> {
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
      // A folder in a tree has entries below it, which belong to no file.
      const places = targets
        .of(path)
        .filter(({ kind, form, written }) => kind === 'path' && !(form === 'tree' && written.endsWith('/')))
        .filter(() => isTested(index++));
      const positions: readonly Position[] = [
        ...places.flatMap(({ range, written, form }) =>
          [...new Set([0, written.indexOf('/') + 1])].map((left) => {
            const at = range.start + left;
            return { form, text: text.slice(0, at) + text.slice(range.end), at, typed: written.slice(0, left) };
          }),
        ),
        ...(isTested(index++) ? NEW_LINES.map(([form, line]) => withLine(text, form, line)) : []),
      ];
      if (positions.length === 0) continue;
      buffers.open(uriOf(path), 'skill', 0, text);
      const change = (to: string): void => {
        buffers.texts.set(path, to);
        workspace.textChanged(path, false);
      };
      for (const { form, text: cut, at, typed } of positions) {
        change(cut);
        const lines = new Lines(cut);
        const list = complete({ workspace }, fs, { path, position: lines.position(at), support: SUPPORT });
        const all = (list?.items ?? [])
          .filter(({ data }) => isMap(data) && (data.kind === 'file' || data.kind === 'folder'))
          .sort((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1));
        const kinds = all.map(({ data }): AcceptedItem['kind'] =>
          !isMap(data) || data.kind === 'folder'
            ? 'folder'
            : String(data.path).startsWith(`${entry.root}/`)
              ? 'own file'
              : 'other file',
        );
        const firstOther = kinds.indexOf('other file');
        const isMixed = firstOther >= 0 && kinds.lastIndexOf('own file') > firstOther;
        const had = countsOf(workspace.diagnose(path)?.findings ?? []);
        const step = Math.max(1, Math.floor(all.length / maxItems));
        const items = all.flatMap((item, rank): readonly AcceptedItem[] => {
          if (rank % step !== 0 || item.textEdit === undefined || !('range' in item.textEdit)) return [];
          const edits = [item.textEdit, ...(item.additionalTextEdits ?? [])].map(({ range: edited, newText }) => ({
            start: lines.offset(edited.start),
            end: lines.offset(edited.end),
            newText,
          }));
          const [main] = edits;
          if (main === undefined) return [];
          const before = edits.filter(({ start }) => start < main.start);
          const shift = before.reduce((sum, { start, end, newText }) => sum + newText.length - (end - start), 0);
          const inserted = { start: main.start + shift, end: main.start + shift + main.newText.length };
          change(
            edits
              .toSorted((a, b) => b.start - a.start)
              .reduce((one, { start, end, newText }) => one.slice(0, start) + newText + one.slice(end), cut),
          );
          const findings = workspace.diagnose(path)?.findings ?? [];
          const has = countsOf(findings);
          const codes = findings.flatMap((finding) =>
            (has.get(finding.code) ?? 0) > (had.get(finding.code) ?? 0) &&
            placesOf(finding).some((place) => overlaps(place.range, inserted))
              ? [finding.code]
              : [],
          );
          return [{ path, form, typed, inserted: main.newText, rank, kind: kinds[rank] ?? 'folder', codes }];
        });
        change(cut);
        yield { isMixed, items };
      }
      buffers.close(uriOf(path));
      workspace.textChanged(path, false);
    }
    entry.unload();
  }
}

function countsOf(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

const overlaps = (one: Range, other: Range): boolean => one.start < other.end && other.start < one.end;
