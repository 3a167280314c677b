/** Skills that are templates of skills: no client reads them before a program or a person fills them in. */
import type { Frontmatter } from '../model/model.ts';

/** `{{ cookiecutter.name }}`, `{% if … %}`, `[[ name ]]`, `<% name %>` and `__name__` in a path. */
const IN_PATH = /\{\{|\{%|\[\[|<%|\/__\w+__(?:\/|$)/;
/** A folder of templates above the skill, or the skill's own folder. */
const FOLDER = /\/templates?\/|\/(?:[._]?template|skill[-_]template)$/i;
/** A name that is to be filled in: `{{name}}`, `${NAME}`, `<skill-name>`, `[skill-name]`, `{skill_name}`, `__NAME__`. */
const NAME =
  /\{\{|\{%|<%|\$\{|\$\(|^<[^<>]*>$|^[[{][\w-]*(?:name|skill|title|NAME|SKILL|TITLE)[\w-]*[\]}]$|^__\w+__$|^%\w+%$/;

/** Maximum length of frontmatter that is searched for the name, in UTF-16 units. */
const MAX_FRONTMATTER = 4096;

/** True if the path of a skill's folder, from the repository's root on, has placeholders, or a folder of templates. */
export const isTemplatePath = (path: string): boolean => IN_PATH.test(`/${path}`) || FOLDER.test(`/${path}`);

/** True if the name in the frontmatter of a text is a placeholder. */
export function hasPlaceholderName(text: string, frontmatter: Frontmatter): boolean {
  if (frontmatter.kind === 'none') return false;
  const block = text.slice(0, Math.min(MAX_FRONTMATTER, frontmatter.range.end));
  const written = /^name:([^\r\n]{0,200})/m.exec(block)?.[1]?.trim() ?? '';
  return NAME.test(written.replace(/^(["'])(.*)\1$/, '$2').trim());
}
