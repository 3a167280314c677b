import type { DocumentLink } from 'vscode-languageserver-protocol';
import { type Session, uriFor } from './session.ts';

/** Returns a link for every reference to a file. */
export function documentLinks(session: Session, path: string): readonly DocumentLink[] {
  const result = session.workspace.diagnose(path);
  if (result?.analysis === undefined) return [];
  return result.analysis.references.flatMap(({ reference, resolution }) =>
    resolution.kind === 'found' && resolution.target === 'file'
      ? [{ range: result.lines.range(reference.range), target: uriFor(session, resolution.path) }]
      : [],
  );
}
