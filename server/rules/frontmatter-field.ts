import { knowsField, oddValue, wrongMetadata, wrongValue } from './fields.ts';
import type { Rule } from './rule.ts';

/** A known field whose value no client can use. */
export const frontmatterField: Rule = {
  code: 'frontmatter.field',
  title: 'A field of the frontmatter has a wrong value',
  severity: 'error',
  manifestOnly: true,
  *check({ document, profile }) {
    if (document.frontmatter.kind !== 'valid') return;
    for (const { key, value, keyRange, valueRange } of document.frontmatter.fields) {
      if (!knowsField(key, profile)) continue;
      const range = valueRange.end > valueRange.start ? valueRange : keyRange;
      const wrong = value === null && key !== 'compatibility' ? undefined : wrongValue(key, value, profile);
      if (wrong !== undefined) {
        yield {
          range,
          aspect: key,
          message: `\`${key}\` ${wrong}. A client that checks it ignores the field or the skill.`,
        };
        continue;
      }
      const odd = value === null ? undefined : oddValue(key, value, profile);
      if (odd !== undefined)
        yield { range, severity: 'warning', message: `\`${key}\` ${odd}. Not every client takes that.` };
      if (key !== 'metadata' || typeof value !== 'object' || value === null) continue;
      for (const [name, entry] of Object.entries(value)) {
        const bad = wrongMetadata(name, entry, profile);
        if (bad === undefined) continue;
        yield {
          range,
          message: `\`metadata.${name}\` ${bad.message}. ${bad.loadsAnyway ? 'The specification has a map of texts.' : `${profile === 'codex' ? 'Codex' : 'ADK'} refuses the skill otherwise.`}`,
          severity: bad.loadsAnyway ? 'warning' : 'error',
        };
      }
    }
  },
};
