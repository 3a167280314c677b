import { basename } from '../../skill/index.ts';
import type { Finding } from '../rules/rule.ts';
import { levelOf } from '../rules/run.ts';
import type { Settings } from '../settings.ts';
import type { DocumentResult, SkillEntry } from './entry.ts';
import { Lines } from './lines.ts';

/**
 * What is said of a document that cannot be read, or whose SKILL.md cannot: a SKILL.md that is no text is a finding at its
 * very beginning, and nothing is said about the files of its skill. `within`: the skills that it lies in, as in a stamp.
 */
export function unreadable(entry: SkillEntry, path: string, settings: Settings, within: string): DocumentResult {
  const document = entry.document(path);
  const severity = levelOf('frontmatter.syntax', settings) ?? 'error';
  const findings: Finding[] = [];
  if (path === entry.manifest && 'unreadable' in document && severity !== 'off') {
    const message = `${basename(path)} cannot be read. ${document.unreadable}, so clients skip the whole skill.`;
    findings.push({ code: 'frontmatter.syntax', severity, range: { start: 0, end: 0 }, message });
  }
  const stamp = { lookedAt: new Set<string>(), names: false, others: false, within };
  return { path, lines: new Lines(''), findings, stamp };
}
