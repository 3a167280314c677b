import { basename } from '../../skill/index.ts';
import type { Finding } from '../rules/rule/rule.ts';
import { levelOf } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import { Lines } from './lines.ts';
import type { DocumentResult, SkillEntry } from './skill-entry.ts';

/**
 * Returns the result for a document that cannot be read, or whose SKILL.md cannot. A SKILL.md that is not text has a finding
 * at its start; other files of its skill have none. `within`: the enclosing skills, as in a stamp.
 */
export function unreadableResult(entry: SkillEntry, path: string, settings: Settings, within: string): DocumentResult {
  const document = entry.document(path);
  const severity = levelOf('frontmatter.syntax', settings) ?? 'error';
  const findings: Finding[] = [];
  if (path === entry.manifest && 'unreadable' in document && severity !== 'off') {
    const message = `Replace ${basename(path)} with a UTF-8 text file of at most 2 MB. ${document.unreadable}, so clients skip the skill.`;
    findings.push({ code: 'frontmatter.syntax', severity, range: { start: 0, end: 0 }, message });
  }
  const stamp = { usedFiles: new Set<string>(), names: false, siblings: false, others: false, within };
  return { path, lines: new Lines(''), findings, stamp };
}
