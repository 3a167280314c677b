/** Follows every reference of real skills in both directions, for a test and `npm run bench:navigation`. */
import type { Location } from 'vscode-languageserver-protocol';
import { definition } from '../../../../server/features/definition.ts';
import { hover } from '../../../../server/features/hover/hover.ts';
import { fileReferences } from '../../../../server/features/references.ts';
import type { Session } from '../../../../server/features/session.ts';
import { Targets } from '../../../../server/targets/targets.ts';
import { Buffers } from '../../../../server/workspace/buffers.ts';
import { Lines } from '../../../../server/workspace/lines.ts';
import { pathOf } from '../../../../server/workspace/uris.ts';
import { Workspace } from '../../../../server/workspace/workspace.ts';
import { defined, type FileSystem, type SkillDocument } from '../../../../skill/index.ts';

/** A reference to a file, from a source independent of the index. */
export interface KnownPlace {
  readonly document: string;
  readonly form: string;
  readonly start: number;
  readonly end: number;
  /** Absolute path of the target. */
  readonly target: string;
}

/** The result for one reference. */
export interface FollowResult extends KnownPlace {
  /** True if Go to Definition leads to exactly this file from the first, middle and last character. */
  readonly hasDefinition: boolean;
  /** True if the references of the file include exactly this range. */
  readonly isInReferences: boolean;
  /** True if the hover is not empty. */
  readonly hasHover: boolean;
  /** Duration of a definition, a hover and, unless cached, the references, in milliseconds. */
  readonly durations: { readonly definition: number; readonly hover: number; readonly references?: number };
}

/** Creates a session over all skills in some folders. */
export function sessionOver(fs: FileSystem, folders: readonly string[]): Session {
  const workspace = new Workspace(fs, (code, document, error) => {
    throw new Error(`rule ${code} threw on ${document}`, { cause: error });
  });
  workspace.setFolders(folders);
  const targets = new Targets(workspace, () => false);
  return { workspace, targets, buffers: new Buffers(), rulePages: undefined, reportedByEditor: new Set() };
}

/** Returns the references that the resolver finds in a document; forms that no rule checks come from the index. */
export function resolvedPlaces({ workspace, targets }: Session, document: string): readonly KnownPlace[] {
  const { references = [] } = workspace.analysis(document) ?? {};
  const further = targets.of(document).flatMap(({ form, range, targets: [target] }) => {
    const isFurther = form === 'import' || form === 'frontmatter';
    return isFurther && target?.kind === 'file' ? [{ document, form, ...range, target: target.path }] : [];
  });
  const found = references.flatMap(({ reference, resolution }) =>
    resolution.kind === 'found' && resolution.target === 'file'
      ? [{ document, form: reference.form, ...reference.range, target: resolution.path }]
      : [],
  );
  return [...found, ...further];
}

/** Cached references by file. */
export type KnownReferences = Map<string, readonly Location[]>;

/** Follows one reference. `back` caches references per file. */
export function followReference(session: Session, place: KnownPlace, back: KnownReferences = new Map()): FollowResult {
  const { workspace, targets } = session;
  const { document, start, end, target: leadsTo } = place;
  const lines = new Lines(textOf(workspace.skillOf(document)?.document(document)));
  const startTime = performance.now();
  const answers = [start, (start + end) >> 1, end - 1].map((at) =>
    definition(session, document, lines.position(at), false),
  );
  const answered = performance.now();
  const shown = hover(session, document, lines.position(start), { markdown: true, widths: true });
  const hovered = performance.now();
  const known = back.get(leadsTo);
  const all = known ?? fileReferences(session, leadsTo);
  back.set(leadsTo, all);
  const found = performance.now();
  const { start: from, end: to } = lines.range({ start, end });
  return {
    ...place,
    hasDefinition: answers.every(
      (all) => all.length === 1 && all.every((one) => 'uri' in one && pathOf(one.uri) === leadsTo),
    ),
    isInReferences: all.some(
      ({ uri, range }) => pathOf(uri) === document && isSame(range.start, from) && isSame(range.end, to),
    ),
    // There is no hover for a reference to the document itself.
    hasHover: shown !== undefined || leadsTo === document || targets.text(leadsTo) === undefined,
    durations: defined({
      definition: (answered - startTime) / answers.length,
      hover: hovered - answered,
      references: known ? undefined : found - hovered,
    }),
  };
}

type Position = { readonly line: number; readonly character: number };
const isSame = (one: Position, other: Position): boolean =>
  one.line === other.line && one.character === other.character;
const textOf = (document: SkillDocument | { readonly unreadable: string } | undefined): string =>
  document === undefined || 'unreadable' in document ? '' : document.text;
