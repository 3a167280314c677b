import type { DocumentResult } from '../../workspace/entry.ts';
import { messageAt } from '../related.ts';

/**
 * What is found where this offset lies in another place of a finding, as Markdown. At its first place an editor says so
 * itself, with the diagnostic.
 * @param rulePages URI of the folder of the rules' pages
 */
export function saidAt({ lines, findings }: DocumentResult, offset: number, rulePages: string | undefined) {
  return findings.flatMap((finding) =>
    (finding.related ?? []).flatMap((place) => {
      const { start, end } = place.range;
      if (offset < start || offset > end) return [];
      const first = lines.position(finding.range.start).line + 1;
      const own = place.message === undefined && place.target === undefined ? [] : [messageAt(place, finding)];
      const code =
        rulePages === undefined ? `skillwright(${finding.code})` : `[${finding.code}](${rulePages}/${finding.code}.md)`;
      const messages = [...own, finding.message].map(inMarkdown);
      return [{ range: place.range, value: [...messages, `${code}, first on line ${first}`].join('\n\n') }];
    }),
  );
}

/** A message in Markdown: paths in code stay so, and nothing else in it, words of a skill among them, is markup. */
function inMarkdown(message: string): string {
  return message
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\`*_{}[\]()#+.!<>|~&-]/g, '\\$&')))
    .join('');
}
