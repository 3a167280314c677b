import type { ClientProfile, RecordedDifference } from '../../skill/index.ts';
import { DIFFERENCES } from '../../skill/index.ts';

/** The columns of the table of evidence in `docs/clients.md`. */
export const PROOF_COLUMNS: readonly string[] = ['', 'the facts are'];

/** Returns the rows of that table. */
export const proofRows = (clients: readonly ClientProfile[]): readonly (readonly string[])[] =>
  clients.map((client) => [`\`${client.id}\``, evidenceText(client)]);

/** Returns whether a profile was proved with the installed client, or is from documentation, with date and version. */
export const evidenceText = ({ version, date, proved }: ClientProfile): string =>
  proved === undefined
    ? `from documentation of ${date} (${version})`
    : `proved on ${proved.date} with ${proved.version}`;

/** The columns of the table of recorded differences in `docs/clients.md`. */
export const DIFFERENCE_COLUMNS: readonly string[] = ['client', 'probe', 'what the installed client does'];

/** Returns the rows of that table: the probes of a client that differ for one reason together. */
export function differenceRows(clients: readonly ClientProfile[]): readonly (readonly string[])[] {
  return clients.flatMap(({ id }) => {
    const byReason = new Map<string, RecordedDifference[]>();
    for (const one of DIFFERENCES[id] ?? []) byReason.set(one.because, [...(byReason.get(one.because) ?? []), one]);
    return [...byReason].map(([because, all]) => [
      `\`${id}\``,
      all.map(({ part, varies }) => `${part.replace(/: \*$/, '')}${varies === true ? ' (at times)' : ''}`).join(', '),
      because,
    ]);
  });
}
