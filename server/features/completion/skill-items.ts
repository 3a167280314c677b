/** Names of skills, where a text names another one. */
import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver-protocol';
import { type Range, readFrontmatter } from '../../../skill/index.ts';
import type { SkillEntry } from '../../workspace/entry.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Offered } from './item.ts';
import type { PathPlace } from './place.ts';

/** So many skills are offered; more are told apart by typing on. */
const MOST = 100;

/** Words before a name in code that send the model to a skill, and words behind it. */
const BEFORE =
  /\b(?:skills?[:\s]+(?:named |called )?|(?:use|using|invoke|load|run|call|follow|activate|apply|see|with|via|to)\s+(?:the\s+)?)(?:`[\w:-]+`(?:,\s*|\s+(?:and|or)\s+)(?:the\s+)?){0,5}$/i;
const BEHIND = /^`?\s+(?:agent\s+)?skills?\b/i;

/** Whether the words around code say that a skill is named there; undefined where they do not. */
export function namesSkill(text: string, { range, mayBeSkill, typed }: PathPlace): 'surely' | 'maybe' | undefined {
  if (!mayBeSkill || /[./\\]/.test(typed)) return undefined;
  if (BEHIND.test(text.slice(range.end, range.end + 40))) return 'surely';
  const before = text.slice(Math.max(0, range.start - 120), range.start).replace(/`{1,3}$/, '');
  return BEFORE.test(before.replaceAll(/\s+/g, ' ')) ? 'maybe' : undefined;
}

export interface SkillNames {
  readonly range: Range;
  readonly typed: string;
  /** Put before what is inserted. */
  readonly lead?: string;
  /** Not offered. */
  readonly except: ReadonlySet<string>;
  /** They come before whatever else is offered. */
  readonly isFirst?: boolean;
}

/** The skills of a workspace by their names; `own` is left out. No text is read: thousands are listed at each key. */
export function skillItems(
  { range, typed, lead = '', except, isFirst = false }: SkillNames,
  workspace: Pick<Workspace, 'skills' | 'nameOf'>,
  own: SkillEntry | undefined,
): Offered {
  const wanted = typed.toLowerCase();
  const found: CompletionItem[] = [];
  const names = new Set(except);
  let isCut = false;
  for (const entry of workspace.skills()) {
    if (entry === own) continue;
    const name = workspace.nameOf(entry);
    if (names.has(name) || !name.toLowerCase().startsWith(wanted)) continue;
    if (found.length >= MOST) {
      isCut = true;
      break;
    }
    names.add(name);
    found.push({
      label: name,
      kind: CompletionItemKind.Module,
      detail: 'skill',
      sortText: `${isFirst ? 'A' : 's'}${String(found.length).padStart(4, '0')}`,
      filterText: lead + name,
      insertText: lead + name,
      data: { kind: 'skill', path: entry.manifest },
    });
  }
  return { items: found, range, isIncomplete: isCut };
}

/** The description in the frontmatter of a SKILL.md; empty where there is none. */
export function descriptionIn(text: string): string {
  const { frontmatter } = readFrontmatter(text);
  const value = frontmatter.kind === 'valid' ? frontmatter.data.description : undefined;
  return typeof value === 'string' ? value.trim() : '';
}
