/** The other places of a finding. A finding is one diagnostic, so that a list of problems has one entry per fact. */
import type { ClientCapabilities, DiagnosticRelatedInformation } from 'vscode-languageserver-protocol';
import type { Finding, Place } from '../rules/rule/rule.ts';
import type { Lines } from '../workspace/lines.ts';

/** Maximum number of related places: a file may repeat a path ten thousand times, which no editor can show. */
const MAX_RELATED = 500;
/** Maximum number of lines in a message for an editor that does not show related information. */
const MAX_LINES = 8;

/** Returns true if the editor shows related information of pulled or pushed diagnostics. */
export function showsRelated({ textDocument }: ClientCapabilities): boolean {
  return [textDocument?.diagnostic, textDocument?.publishDiagnostics].some((one) => one?.relatedInformation === true);
}

export function relatedInformation(
  { related = [], ...finding }: Finding,
  lines: Lines,
  uri: string,
): DiagnosticRelatedInformation[] {
  return related.slice(0, MAX_RELATED).map((place) => ({
    location: { uri, range: lines.range(place.range) },
    message: messageAt(place, finding),
  }));
}

/** Returns the message at another place: its own, or one derived from the finding. */
export function messageAt({ target, message }: Place, finding: Pick<Finding, 'target' | 'message'>): string {
  if (message !== undefined) return message;
  if (target !== undefined) return `\`${target}\` is also in the missing folder \`${finding.target ?? ''}\`.`;
  return `Another occurrence of \`${finding.target ?? ''}\`.`;
}

/** Returns the message for an editor that does not show related information: it includes the lines. */
export function messageWithLines({ message, related = [] }: Finding, lines: Lines): string {
  if (related.length === 0) return message;
  const all = [...new Set(related.map(({ range }) => lines.position(range.start).line + 1))];
  const lineNumbers = all.slice(0, MAX_LINES).join(', ');
  return `${message} Also on line${all.length === 1 ? '' : 's'} ${lineNumbers}${all.length > MAX_LINES ? ', and more' : ''}.`;
}
