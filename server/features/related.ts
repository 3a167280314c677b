/** The other places of a finding, for editors. A finding is one diagnostic: a list of problems has one entry for one fact. */
import type { ClientCapabilities, DiagnosticRelatedInformation } from 'vscode-languageserver-protocol';
import type { Finding, Place } from '../rules/rule.ts';
import type { Lines } from '../workspace/lines.ts';

/** A file may repeat a path ten thousand times: past this no editor can show the places. */
const MOST = 500;
/** Lines that a message names to an editor which shows no other places. */
const MOST_LINES = 8;

/** Whether the editor shows related information, of diagnostics that it pulls or of those that are pushed. */
export function showsRelated({ textDocument }: ClientCapabilities): boolean {
  return [textDocument?.diagnostic, textDocument?.publishDiagnostics].some((one) => one?.relatedInformation === true);
}

export function relatedInformation(
  { related = [], ...finding }: Finding,
  lines: Lines,
  uri: string,
): DiagnosticRelatedInformation[] {
  return related.slice(0, MOST).map((place) => ({
    location: { uri, range: lines.range(place.range) },
    message: messageAt(place, finding),
  }));
}

/** What is said at another place: the finding's message, unless this place has its own. */
export function messageAt({ target, message }: Place, finding: Pick<Finding, 'target' | 'message'>): string {
  if (message !== undefined) return message;
  if (target !== undefined) return `\`${target}\` leads into \`${finding.target ?? ''}\` as well.`;
  return `The same again: \`${finding.target ?? ''}\`.`;
}

/** The message for an editor that shows no related information: it names the lines. */
export function messageWithLines({ message, related = [] }: Finding, lines: Lines): string {
  if (related.length === 0) return message;
  const all = [...new Set(related.map(({ range }) => lines.position(range.start).line + 1))];
  const shown = all.slice(0, MOST_LINES).join(', ');
  return `${message} Also on line${all.length === 1 ? '' : 's'} ${shown}${all.length > MOST_LINES ? ', and more' : ''}.`;
}
