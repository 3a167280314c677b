/** A simulated model's view of a real client, derived from the names of its tools and from its messages. */
import { CLIENTS, type ClientBehavior, defined, own, type ReadTool } from '../../../skill/index.ts';
import type { Memory, PastCall } from './simulated-memory.ts';

/** A skill in the client's list. */
export interface ListedSkill {
  readonly name: string;
  readonly description: string;
  /** Absolute path of SKILL.md, if the client shows it. */
  readonly path?: string;
}

/** Returns the client whose tools are available; undefined if they belong to no client. */
export function clientOf(memory: Memory): ClientBehavior | undefined {
  const offered = (behavior: ClientBehavior): boolean => toolNames(behavior).every((name) => memory.tools.has(name));
  return CLIENTS.flatMap(({ behaviors }) => behaviors)
    .filter(offered)
    .toSorted((a, b) => toolNames(b).length - toolNames(a).length)[0];
}

function toolNames({ activation, shell, fileTools }: ClientBehavior): readonly string[] {
  const own = activation.kind === 'tool' ? [activation.tool] : [];
  return [...own, shell.tool, ...fileTools.map(({ tool }) => tool)];
}

const VALUES: Readonly<Record<string, string>> = {
  name: '(?<name>[^\\n<>]+?)',
  // Several lines, if the frontmatter has them. The bound keeps the search linear.
  description: '(?<description>[\\s\\S]{0,6000}?)',
  path: '(?<path>[^\\n<>()]+)',
  scope: '[a-z]+',
  label: '(?: \\([^\\n()]*\\))?',
};

/** Reads the client's list of skills back from the prompt. */
export function listedSkills({ catalogue }: ClientBehavior, text: string): readonly ListedSkill[] {
  const { entry, bareEntry } = catalogue;
  const found = (template: string, values = VALUES): readonly RegExpExecArray[] => {
    const pattern = templatePattern(template, (name) => own(values, name) ?? '.*?');
    return [...text.matchAll(new RegExp(`^${pattern}$`, 'gm'))];
  };
  const described = found(entry);
  const starts = new Set(described.map(({ index }) => index));
  const bare =
    bareEntry === undefined
      ? []
      : found(bareEntry, { ...VALUES, name: '(?<name>[^\\s<>]+)' }).filter(({ index }) => !starts.has(index));
  return [...described, ...bare]
    .toSorted((a, b) => a.index - b.index)
    .map(({ groups = {} }) =>
      defined({
        name: groups.name ?? '',
        description: groups.description ?? '',
        path: groups.path,
      }),
    );
}

/** True if a text says that paths are relative to the skill's folder. */
export function statesBase(text: string): boolean {
  return /relative (?:paths?\b[^.\n]{0,80}\b)?(?:is|are)?\s*(?:relative )?to (?:the |this )?(?:folder of|base|skill|folder|directory|SKILL)/i.test(
    text,
  );
}

/** Returns the folder of the loaded skill, if a text or the path in the list shows it. */
export function shownFolder(text: string, listed: ListedSkill | undefined): string | undefined {
  const named = /Base directory(?: for this skill)?: (?:file:\/\/)?(\S+)/.exec(text)?.[1];
  const tree = /<available_resources>\s*(\S+)\/\s/.exec(text)?.[1];
  return named ?? tree ?? listed?.path?.replace(/\/SKILL\.md$/, '');
}

/** Returns the text of a skill without the client's additions: its frame, or the head of a command's result. */
export function bodyOf({ activation }: ClientBehavior, text: string): string {
  if (activation.kind === 'tool') {
    const frame = templatePattern(activation.message ?? activation.result, (name) =>
      name === 'body' || name === 'file' ? '(?<text>[\\s\\S]*)' : '[\\s\\S]*?',
    );
    return withoutFrontmatter(new RegExp(frame).exec(text)?.groups?.text ?? text);
  }
  const output = /(?:^|\n)Output:\n([\s\S]*)$/.exec(text)?.[1] ?? text;
  return withoutFrontmatter(output);
}

function withoutFrontmatter(text: string): string {
  return text.replace(/^(?:```\n)?---\n(?:[\w-]+:[\s\S]*?\n)---\n/, '');
}

/** Returns the source of an expression that matches the text of a filled template. */
function templatePattern(template: string, expressionFor: (name: string) => string): string {
  const escaped = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return escaped.replace(/\{(\w+)\}/g, (_, name: string) => expressionFor(name));
}

/** True if a call did not find its skill. */
export function isUnknownSkill({ activation }: ClientBehavior, { tool, text }: PastCall): boolean {
  if (activation.kind !== 'tool' || activation.tool !== tool) return false;
  const pattern = templatePattern(activation.unknown, () => '[\\s\\S]*?');
  return new RegExp(`^(?:Error: )?${pattern}`).test(text);
}

/** Returns the folders that short names stand for in the client's list, such as `r0`. */
export function listedAliases(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/^(?:[-*] )?`?(r\d{1,3})`? ?[=:] ?`?([~/][^\s`]*)/gm);
  return new Map([...found].map(([, name = '', folder = '']) => [name, folder]));
}

/** True if a call did not find its file. */
export function isMiss({ fileTools, shell }: ClientBehavior, call: PastCall): boolean {
  const tool = fileTools.find((one) => one.tool === call.tool);
  if (tool?.kind === 'read' || tool?.kind === 'list') return matchesMessage(tool, call);
  if (tool !== undefined) return call.text.startsWith(tool.none.split('{')[0] ?? '');
  if (call.tool !== shell.tool) return false;
  return /No such file or directory|can't open file|Cannot find module|: not found\b/.test(call.text);
}

function matchesMessage({ messages }: Pick<ReadTool, 'messages'>, call: PastCall): boolean {
  const text = `${call.text}\n${String(call.value.error ?? '')}`;
  return Object.values(messages).some((message: string) => {
    const fixed = message.split(/\{\w+\}/).filter((part) => part.trim().length > 3);
    return fixed.length > 0 && fixed.every((part) => text.includes(part)) && text.length < 2000;
  });
}
