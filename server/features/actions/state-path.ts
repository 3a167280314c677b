/** Quick fixes with which the author says what a path is, once for all its places: they write a pattern into `.skillwright.json`. */
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { defined, PATH_MEANINGS, type PathMeaning, type Range, SPEC_FOLDERS } from '../../../skill/index.ts';
import { PATTERN_WRITTEN } from '../../protocol.ts';
import type { Finding } from '../../rules/rule/rule.ts';
import { toDiagnostic } from '../diagnostics.ts';
import { isReportedByEditor } from '../session.ts';
import { editorLines } from '../workspace-edit.ts';
import { textEdits, withNewFile } from './edits.ts';
import { type ActionInput, KINDS, type Offer } from './offer.ts';
import { newPatternFile, patternEdit } from './pattern-edit.ts';

const TITLES: Readonly<Record<PathMeaning, (what: string) => string>> = {
  'made-at-run-time': (what) => `${what} is made when the skill runs`,
  'user-project': (what) => `${what} belongs to the user's project`,
  'installed-later': (what) => `${what} is installed later`,
  example: (what) => `${what} is an example`,
};

/** Returns the actions for the first touched finding about a path or a file name without a file. */
export function statePathOffers(
  input: ActionInput,
  touched: readonly { readonly finding: Finding; readonly at: Range }[],
): readonly Offer[] {
  for (const { finding, at } of touched) {
    const pattern = patternFor(input, finding, at);
    if (pattern === undefined) continue;
    const { session, path, result } = input;
    const place = session.workspace.projectPlace(path);
    if (place === undefined || place.unreadable || (!place.exists && !input.support.create)) return [];
    const hasCommand = session.commands?.has(PATTERN_WRITTEN) ?? false;
    const what = pattern.endsWith('/') ? 'This folder' : 'This path';
    return PATH_MEANINGS.map((meaning) =>
      defined<Offer>({
        title: TITLES[meaning](what),
        kind: KINDS.statePath,
        diagnostics: isReportedByEditor(session, path, finding) ? undefined : [toDiagnostic(session, result, finding)],
        costly: true,
        command: hasCommand ? { title: 'Save the pattern', command: PATTERN_WRITTEN } : undefined,
        edit: () => editOf(input, place.path, { pattern, meaning }),
      }),
    );
  }
  return [];
}

/**
 * Returns the path at a place of a finding, normalized; the folder with `/` if the finding is about a missing folder. A folder
 * that skills have by the specification is not said to be something else as a whole.
 */
function patternFor({ analysis }: ActionInput, { code, covers, target }: Finding, at: Range): string | undefined {
  const isThere = (range: Range): boolean => range.start === at.start && range.end === at.end;
  if (code === 'reference.guessable')
    return analysis.mentions.find(({ mention }) => mention.what === 'name' && isThere(mention.range))?.mention.text;
  const found = analysis.references.find(
    ({ reference, resolution }) => resolution.kind !== 'found' && isThere(reference.range),
  );
  if (found === undefined) return undefined;
  const { absent, reference } = found;
  return absent !== undefined && covers !== undefined && !SPEC_FOLDERS.has(absent.folder) ? target : reference.path;
}

/** Returns the edit of the file, as it is in the editor if it is open there. */
function editOf(
  { session, support }: ActionInput,
  file: string,
  entry: { readonly pattern: string; readonly meaning: PathMeaning },
): WorkspaceEdit | undefined {
  const open = session.buffers.textOf(file);
  const read = open === undefined ? session.workspace.read(file) : undefined;
  if (read?.kind === 'missing') return support.create ? withNewFile(file, newPatternFile(entry)) : undefined;
  const text = open ?? (read?.kind === 'text' ? read.text : undefined);
  const edit = text === undefined ? undefined : patternEdit(text, entry);
  if (text === undefined || edit === undefined) return undefined;
  return textEdits(
    session,
    [{ path: file, text, lines: editorLines(text, open !== undefined), edits: [edit] }],
    support,
  );
}
