import { createHash } from 'node:crypto';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-protocol';
import { basename, defined } from '../../skill/index.ts';
import { PROJECT_FILE, placeOf } from '../project-file.ts';
import type { Severity } from '../protocol.ts';
import type { Finding } from '../rules/rule/rule.ts';
import { Lines } from '../workspace/lines.ts';
import type { DocumentResult, Stamp } from '../workspace/skill-entry.ts';
import { messageWithLines, relatedInformation } from './related-information.ts';
import { isCheckedByEditor, isReportedByEditor, type Session, uriFor } from './session.ts';

/** The diagnostics of a document in LSP form. */
export interface DocumentDiagnostics {
  readonly items: Diagnostic[];
  /** A hash of `items`, stable across restarts of the server; empty if there are none. */
  readonly resultId: string;
}

/** The content of `Diagnostic.data`. */
export interface DiagnosticData {
  readonly target?: string;
  readonly suggestions: readonly string[];
}

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

const NONE: DocumentDiagnostics = { items: [], resultId: '' };
/** Cached by the stamp of the result, which outlives the result. */
const cache = new WeakMap<Stamp, DocumentDiagnostics>();
/** For documents that the editor checks itself. */
const cacheOfShown = new WeakMap<Stamp, DocumentDiagnostics>();

/** Returns the diagnostics of a document; none for a file that is not part of a skill. */
export function diagnosticsOf(session: Session, path: string): DocumentDiagnostics {
  if (basename(path) === PROJECT_FILE) return diagnosticsOfProject(session, path);
  const stamp = session.workspace.stamp(path);
  const ownCache = isCheckedByEditor(session, path) ? cacheOfShown : cache;
  const known = stamp && ownCache.get(stamp);
  if (known) return known;
  const result = session.workspace.diagnose(path);
  if (result === undefined) return NONE;
  const made = diagnosticsIn(session, path, result);
  ownCache.set(result.stamp, made);
  return made;
}

function diagnosticsIn(session: Session, path: string, result: DocumentResult): DocumentDiagnostics {
  const items = result.findings
    .filter((finding) => !isReportedByEditor(session, path, finding))
    .map((finding) => toDiagnostic(session, result, finding));
  if (items.length === 0) return NONE;
  const resultId = createHash('sha1').update(JSON.stringify(items)).digest('base64url');
  return { items, resultId };
}

/** Returns the problems of a `.skillwright.json`, except those that the editor reports by the file's schema. */
function diagnosticsOfProject(session: Session, path: string): DocumentDiagnostics {
  const { workspace, rulePages } = session;
  const project = workspace.projectFiles().find((one) => one.path === path);
  const isReported = (aspect: string): boolean => isReportedByEditor(session, path, { code: 'settings', aspect });
  const problems = project?.problems.filter(({ aspect }) => !isReported(aspect)) ?? [];
  if (project === undefined || problems.length === 0) return NONE;
  const lines = new Lines(project.text);
  const items = problems.map(
    (problem): Diagnostic =>
      defined({
        range: lines.range(placeOf(problem, project.text)),
        severity: DiagnosticSeverity.Warning,
        code: 'settings',
        source: 'skillwright',
        message: problem.message,
        codeDescription: rulePages === undefined ? undefined : { href: `${rulePages}/README.md` },
      }),
  );
  return { items, resultId: createHash('sha1').update(JSON.stringify(items)).digest('base64url') };
}

/** Converts a finding to an LSP diagnostic. */
export function toDiagnostic(session: Session, { path, lines }: DocumentResult, finding: Finding): Diagnostic {
  const { rulePages, showsRelated = false } = session;
  const { code, severity, target, suggestions = [], related } = finding;
  const data: DiagnosticData = defined({ suggestions, target });
  return defined({
    range: lines.range(finding.range),
    severity: SEVERITIES[severity],
    code,
    source: 'skillwright',
    message: showsRelated ? finding.message : messageWithLines(finding, lines),
    data,
    relatedInformation:
      related !== undefined && showsRelated ? relatedInformation(finding, lines, uriFor(session, path)) : undefined,
    codeDescription: rulePages === undefined ? undefined : { href: `${rulePages}/${code}.md` },
  });
}
