/** Follows every reference of real skills there and back, for a test and `npm run bench:going`. */
import type { Location } from 'vscode-languageserver-protocol';
import type { FileSystem, SkillDocument } from '../../../skill/index.ts';
import { Targets } from '../../targets/targets.ts';
import { Buffers } from '../../workspace/buffers.ts';
import { Lines } from '../../workspace/lines.ts';
import { pathOf } from '../../workspace/uris.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { definition } from '../definition.ts';
import { hover } from '../hover/hover.ts';
import { fileReferences } from '../references.ts';
import type { Session } from '../session.ts';

/** A place that leads to a file, told by somebody else than the index. */
export interface KnownPlace {
  readonly document: string;
  readonly form: string;
  readonly start: number;
  readonly end: number;
  /** Absolute path of the file that it leads to. */
  readonly leadsTo: string;
}

/** What came of one place. */
export interface Followed extends KnownPlace {
  /** Definition, asked at its first and last character and in the middle, goes to the file and nowhere else. */
  readonly goes: boolean;
  /** The references of the file have it, with exactly these characters. */
  readonly isFoundBack: boolean;
  /** Hover says something. */
  readonly says: boolean;
  /** Milliseconds that a definition, a hover and the references, where they were not kept, took. */
  readonly took: { readonly definition: number; readonly hover: number; readonly references?: number };
}

/** A session over all skills below some folders. */
export function sessionOver(fs: FileSystem, folders: readonly string[]): Session {
  const workspace = new Workspace(fs, (code, document, error) => {
    throw new Error(`rule ${code} threw on ${document}`, { cause: error });
  });
  workspace.setFolders(folders);
  const targets = new Targets(workspace, () => false);
  return { workspace, targets, buffers: new Buffers(), rulePages: undefined, reportedByEditor: new Set() };
}

/** The places at which the resolver finds a file, document by document; what no rule looks at as the index has it. */
export function resolvedPlaces({ workspace, targets }: Session, document: string): readonly KnownPlace[] {
  const { references = [] } = workspace.analysis(document) ?? {};
  const further = targets.of(document).flatMap(({ form, range, targets: [target] }) => {
    const isFurther = form === 'import' || form === 'frontmatter';
    return isFurther && target?.kind === 'file' ? [{ document, form, ...range, leadsTo: target.path }] : [];
  });
  const found = references.flatMap(({ reference, resolution }) =>
    resolution.kind === 'found' && resolution.target === 'file'
      ? [{ document, form: reference.form, ...reference.range, leadsTo: resolution.path }]
      : [],
  );
  return [...found, ...further];
}

/** The references of the files that were asked about, by their paths. */
export type KnownReferences = Map<string, readonly Location[]>;

/** `back`: where many places are followed, so that the references of a file are looked for once. */
export function follow(session: Session, place: KnownPlace, back: KnownReferences = new Map()): Followed {
  const { workspace, targets } = session;
  const { document, start, end, leadsTo } = place;
  const lines = new Lines(textOf(workspace.skillOf(document)?.document(document)));
  const began = performance.now();
  const answers = [start, (start + end) >> 1, end - 1].map((at) =>
    definition(session, document, lines.position(at), false),
  );
  const defined = performance.now();
  const said = hover(session, document, lines.position(start), { markdown: true, widths: true });
  const hovered = performance.now();
  const known = back.get(leadsTo);
  const all = known ?? fileReferences(session, leadsTo);
  back.set(leadsTo, all);
  const found = performance.now();
  const { start: from, end: to } = lines.range({ start, end });
  return {
    ...place,
    goes: answers.every((all) => all.length === 1 && all.every((one) => 'uri' in one && pathOf(one.uri) === leadsTo)),
    isFoundBack: all.some(
      ({ uri, range }) => pathOf(uri) === document && isSame(range.start, from) && isSame(range.end, to),
    ),
    // Of the document that one reads nothing is said.
    says: said !== undefined || leadsTo === document || targets.text(leadsTo) === undefined,
    took: {
      definition: (defined - began) / answers.length,
      hover: hovered - defined,
      ...(known ? {} : { references: found - hovered }),
    },
  };
}

type Position = { readonly line: number; readonly character: number };
const isSame = (one: Position, other: Position): boolean =>
  one.line === other.line && one.character === other.character;
const textOf = (document: SkillDocument | { readonly unreadable: string } | undefined): string =>
  document === undefined || 'unreadable' in document ? '' : document.text;
