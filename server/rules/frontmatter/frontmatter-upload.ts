import type { FrontmatterField } from '../../../skill/index.ts';
import { isChosen } from '../../clients.ts';
import type { Problem, Rule, RuleInput } from '../rule/rule.ts';
import { isReadAlone, isTemplate, rulingClients } from '../rule/ruling-clients.ts';

/** Reports names and descriptions that agents load, but that claude.ai refuses as an upload, or the validator of Codex. */
export const frontmatterUpload: Rule = {
  code: 'frontmatter.upload',
  title: 'claude.ai refuses the name or the description as an upload, or the validator of Codex does',
  severity: 'information',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { frontmatter } = input.document;
    if (frontmatter.kind !== 'valid' || isTemplate(input)) return;
    const name = frontmatter.fields.find(({ key }) => key === 'name');
    const description = frontmatter.fields.find(({ key }) => key === 'description');
    if (name !== undefined) yield* reservedWord(name, input);
    if (description !== undefined) yield* tagIn(description, input);
  },
};

/** True if nothing speaks against uploading the skill: no clients are chosen, and its place is not that of one client alone. */
const mayBeUploaded = (input: RuleInput): boolean => input.clients === 'auto' && !isReadAlone(input);

/** From the requirements of Anthropic's documentation, "Skill structure". */
function* reservedWord({ value, valueRange, keyRange }: FrontmatterField, input: RuleInput): Iterable<Problem> {
  if (typeof value !== 'string' || !mayBeUploaded(input)) return;
  const [word] = /anthropic|claude/i.exec(value) ?? [];
  if (word === undefined) return;
  const start = input.document.text.indexOf(word, valueRange.start);
  const isThere = start >= 0 && start + word.length <= valueRange.end;
  yield {
    range: isThere ? { start, end: start + word.length } : valueRange.end > valueRange.start ? valueRange : keyRange,
    aspect: 'reserved-word',
    target: word,
    suggestions: [],
    message: `The name has the word \`${word}\`, which claude.ai and its API reserve, and refuse. Leave it out if the skill is to be uploaded.`,
  };
}

/** claude.ai refuses tags of XML; `quick_validate.py` of Codex' skill-creator any angle bracket. */
function* tagIn({ value, valueRange, keyRange }: FrontmatterField, input: RuleInput): Iterable<Problem> {
  if (typeof value !== 'string') return;
  const clients = rulingClients(input);
  const isForCodex = isChosen(clients, 'codex');
  const [tag] = /<\/?[A-Za-z][^<>\n]*>/.exec(value) ?? (isForCodex ? /[<>]/.exec(value) : null) ?? [];
  if (tag === undefined || !(isForCodex || mayBeUploaded(input))) return;
  const start = input.document.text.indexOf(tag, valueRange.start);
  const isThere = start >= 0 && start + tag.length <= valueRange.end;
  const shown = tag.length > 40 ? `${tag.slice(0, 39)}…` : tag;
  const who = isForCodex ? 'the validator of Codex refuses angle brackets' : 'claude.ai refuses tags';
  yield {
    range: isThere ? { start, end: start + tag.length } : valueRange.end > valueRange.start ? valueRange : keyRange,
    aspect: 'tag',
    target: shown,
    suggestions: [],
    severity: isForCodex && isChosen(input.clients, 'codex') ? 'warning' : 'information',
    message: `The description has \`${shown}\`: ${who}${isForCodex ? '' : ' in it when the skill is uploaded, and so does the validator of Codex'}. Leave it out.`,
  };
}
