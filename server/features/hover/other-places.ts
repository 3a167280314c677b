import type { DocumentResult } from '../../workspace/skill-entry.ts';
import { messageAt } from '../related-information.ts';

/**
 * Returns Markdown for an offset at another place of a finding. At the first place, the editor shows the message itself,
 * with the diagnostic.
 * @param rulePages URI of the folder of the rule pages
 */
export function otherPlacesAt({ lines, findings }: DocumentResult, offset: number, rulePages: string | undefined) {
  return findings.flatMap((finding) =>
    (finding.related ?? []).flatMap((place) => {
      const { start, end } = place.range;
      if (offset < start || offset > end) return [];
      const first = lines.position(finding.range.start).line + 1;
      const own = place.message === undefined && place.target === undefined ? [] : [messageAt(place, finding)];
      const code =
        rulePages === undefined ? `skillwright(${finding.code})` : `[${finding.code}](${rulePages}/${finding.code}.md)`;
      const messages = [...own, finding.message].map(toMarkdown);
      return [{ range: place.range, value: [...messages, `${code}, first on line ${first}`].join('\n\n') }];
    }),
  );
}

/** Converts a message to Markdown: code stays code, and everything else, including text of a skill, is escaped. */
function toMarkdown(message: string): string {
  return message
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\`*_{}[\]()#+.!<>|~&-]/g, '\\$&')))
    .join('');
}
