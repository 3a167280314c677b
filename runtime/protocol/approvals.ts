/** What a person has approved until it changes. Types only. */
import type { ScriptApproval } from './events.ts';

export interface Approved {
  /** All scripts of a skill, the start of an MCP server, or a module of tools. */
  readonly kind: 'skill' | 'server' | 'module';
  readonly name: string;
  /** The skill's folder, the file that names the server, the module. */
  readonly place: string;
  /** The sandbox that its scripts were approved in. */
  readonly sandbox: ScriptApproval['sandbox'];
  /** When, as ISO 8601. */
  readonly time: string;
}
