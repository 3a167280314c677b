import { defined } from '../../../skill/index.ts';
import { isChosen } from '../../clients.ts';
import type { Problem, Rule } from '../rule/rule.ts';
import { isTemplate, rulingClients } from '../rule/ruling-clients.ts';
import { knowsField, metadataProblem, styleProblem, valueProblem } from './fields.ts';

/** Reports known fields with values that no client can use. */
export const frontmatterField: Rule = {
  code: 'frontmatter.field',
  title: 'A frontmatter field has an invalid value',
  severity: 'error',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { document, clients } = input;
    if (document.frontmatter.kind !== 'valid' || isTemplate(input)) return;
    const ruling = rulingClients(input);
    for (const { key, value, keyRange, valueRange } of document.frontmatter.fields) {
      if (!knowsField(key, clients)) continue;
      const range = valueRange.end > valueRange.start ? valueRange : keyRange;
      const wrong = value === null && key !== 'compatibility' ? undefined : valueProblem(key, value, clients);
      if (wrong !== undefined) {
        yield defined({
          range,
          aspect: key,
          // A client ignores a field that it does not know.
          severity: knowsField(key, ruling) ? undefined : 'information',
          message: `\`${key}\` ${wrong}.`,
        });
        continue;
      }
      const odd = value === null ? undefined : styleProblem(key, value, clients);
      if (odd !== undefined)
        yield { range, severity: 'warning', message: `\`${key}\` ${odd}. Some clients reject commas.` };
      if (key !== 'metadata' || typeof value !== 'object' || value === null) continue;
      for (const [name, entry] of Object.entries(value)) {
        const bad = metadataProblem(name, entry, clients);
        if (bad === undefined) continue;
        yield {
          range,
          message: `\`metadata.${name}\` ${bad.message}. ${bad.loadsAnyway ? 'The specification allows only strings in `metadata`.' : `${isChosen(clients, 'adk') || !isChosen(clients, 'codex') ? 'ADK' : 'Codex'} rejects the skill otherwise.`}`,
          severity: bad.loadsAnyway ? 'warning' : 'error',
        };
      }
    }
  },
};
