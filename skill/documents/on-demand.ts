import { readFrontmatter } from '../markdown/frontmatter.ts';
import type { SkillDocument } from '../model/model.ts';
import { registerParts, sectionsOf } from '../text/parts.ts';
import { readDocument } from './document.ts';

/** Like `readDocument`, but the body is parsed when something of it is needed for the first time. */
export function readOnDemand(path: string, text: string): SkillDocument {
  let parsed: SkillDocument | undefined;
  const parse = (): SkillDocument => {
    parsed ??= readDocument(path, text);
    return parsed;
  };
  const document: SkillDocument = {
    path,
    text,
    ...readFrontmatter(text),
    get headings() {
      return parse().headings;
    },
    get references() {
      return parse().references;
    },
    get mentions() {
      return parse().mentions;
    },
    get anchors() {
      return parse().anchors;
    },
    referencesWhere: (accepts) => parse().referencesWhere(accepts),
    treeReferences: () => parse().treeReferences(),
  };
  registerParts(document, () => sectionsOf(parse()) ?? []);
  return document;
}
