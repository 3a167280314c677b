/** The check of a skill that an agent has edited, for `runtime/hooks`, which knows no rules. */

import type { EditedFinding } from '../runtime/hooks/edited-skills.ts';
import { runCheck } from '../server/check/run.ts';
import { diskFiles } from '../skill/disk.ts';

/** Returns the errors and warnings of a skill, as `skillwright check` has them; none if it cannot be checked. */
export async function checkSkill(folder: string): Promise<readonly EditedFinding[]> {
  const result = await runCheck({
    paths: [folder],
    cwd: folder,
    fs: diskFiles(),
    settings: { clients: 'auto', overridesProjectClients: false, levels: new Map(), explain: false },
    onRuleError: () => undefined,
  });
  if (result.kind === 'unreadable') return [];
  return result.report.files.flatMap(({ path, lines, findings }) =>
    findings.flatMap(({ code, severity, message, range }) =>
      severity === 'error' || severity === 'warning'
        ? [{ path, code, severity, message, line: lines.position(range.start).line + 1 }]
        : [],
    ),
  );
}
