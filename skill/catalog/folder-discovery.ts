/** The types that the readers of a catalog share. */
import type { Discovery } from '../clients/discovery.ts';
import { defined } from '../text/defined.ts';
import type { Reason } from './reasons.ts';

/** The rules of a client that searches folders. */
export type FolderDiscovery = Extract<Discovery, { kind: 'folders' }>;

/** The fields of frontmatter. */
export type Fields = Readonly<Record<string, unknown>>;

/** The reason why a skill has no entry. */
export type NoEntry = { readonly kind: 'none' } & Reason;

/** Returns the reason why a skill has no entry. */
export function noEntry(reason: Reason['reason'], says: string, fix?: string): NoEntry {
  return defined<NoEntry>({ kind: 'none', reason, says, fix });
}

/** Returns the start of a text of a skill, as shown in a reason. */
export const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
