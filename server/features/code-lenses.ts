import type { CodeLens } from 'vscode-languageserver-protocol';
import type { Session } from './session.ts';

/** The editor's command that starts a run; its argument is the skill's folder. */
export const RUN_AGENT = 'skillwright.runAgent';

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
