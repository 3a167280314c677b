import type { CodeLens } from 'vscode-languageserver-protocol';
import { RUN_AGENT } from '../protocol.ts';
import type { Session } from './session.ts';

/** At the top of SKILL.md: run an agent on the skill. */
export function codeLenses({ workspace }: Session, path: string): readonly CodeLens[] {
  const entry = workspace.skillOf(path);
  if (entry?.manifest !== path) return [];
  const top = { line: 0, character: 0 };
  return [
    {
      range: { start: top, end: top },
      command: { title: 'Run Agent on this Skill', command: RUN_AGENT, arguments: [entry.root] },
    },
  ];
}
