/** What a person has approved until it changes. Types only. */
import type { ScriptApproval } from './events.ts';

export interface Approved {
  /** All scripts of a skill, or the start of an MCP server. */
  readonly kind: 'skill' | 'server';
  readonly name: string;
  /** The skill's folder, or the file that names the server. */
  readonly place: string;
  /** The sandbox that its scripts were approved in. */
  readonly sandbox: ScriptApproval['sandbox'];
  /** When, as ISO 8601. */
  readonly time: string;
}
