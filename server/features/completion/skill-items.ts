/** Completes names of other skills. */
import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver-protocol';
import { type Range, readFrontmatter } from '../../../skill/index.ts';
import type { SkillEntry } from '../../workspace/skill-entry.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { CompletionResult } from './item.ts';
import type { PathPlace } from './place.ts';

/** Maximum number of skills; typing more narrows the list. */
const MAX_SKILLS = 100;

/** Words before or after a name in code that refer the model to a skill. */
const BEFORE =
  /\b(?:skills?[:\s]+(?:named |called )?|(?:use|using|invoke|load|run|call|follow|activate|apply|see|with|via|to)\s+(?:the\s+)?)(?:`[\w:-]+`(?:,\s*|\s+(?:and|or)\s+)(?:the\s+)?){0,5}$/i;
const AFTER = /^`?\s+(?:agent\s+)?skills?\b/i;

/** Returns how clearly the words around code name a skill; undefined if they do not. */
export function namesSkill(text: string, { range, mayBeSkill, typed }: PathPlace): 'surely' | 'maybe' | undefined {
  if (!mayBeSkill || /[./\\]/.test(typed)) return undefined;
  if (AFTER.test(text.slice(range.end, range.end + 40))) return 'surely';
  const before = text.slice(Math.max(0, range.start - 120), range.start).replace(/`{1,3}$/, '');
  return BEFORE.test(before.replaceAll(/\s+/g, ' ')) ? 'maybe' : undefined;
}

export interface SkillNameQuery {
  readonly range: Range;
  readonly typed: string;
  /** Prefix of the inserted text. */
  readonly prefix?: string;
  /** Excluded names. */
  readonly except: ReadonlySet<string>;
  /** True to sort the items before all others. */
  readonly isFirst?: boolean;
}

/** Returns the skills of a workspace except `own`, by name. Reads no text, since thousands may be listed on each keystroke. */
export function skillItems(
  { range, typed, prefix = '', except, isFirst = false }: SkillNameQuery,
  workspace: Pick<Workspace, 'skills' | 'nameOf'>,
  own: SkillEntry | undefined,
): CompletionResult {
  const lower = typed.toLowerCase();
  const found: CompletionItem[] = [];
  const names = new Set(except);
  let isIncomplete = false;
  for (const entry of workspace.skills()) {
    if (entry === own) continue;
    const name = workspace.nameOf(entry);
    if (names.has(name) || !name.toLowerCase().startsWith(lower)) continue;
    if (found.length >= MAX_SKILLS) {
      isIncomplete = true;
      break;
    }
    names.add(name);
    found.push({
      label: name,
      kind: CompletionItemKind.Module,
      detail: 'skill',
      sortText: `${isFirst ? 'A' : 's'}${String(found.length).padStart(4, '0')}`,
      filterText: prefix + name,
      insertText: prefix + name,
      data: { kind: 'skill', path: entry.manifest },
    });
  }
  return { items: found, range, isIncomplete };
}

/** Returns the description in a SKILL.md's frontmatter; empty if there is none. */
export function descriptionIn(text: string): string {
  const { frontmatter } = readFrontmatter(text);
  const value = frontmatter.kind === 'valid' ? frontmatter.data.description : undefined;
  return typeof value === 'string' ? value.trim() : '';
}
