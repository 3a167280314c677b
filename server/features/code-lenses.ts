import type { CodeLens } from 'vscode-languageserver-protocol';
import { estimateTokens, formatCount, formatNumber, join } from '../../skill/index.ts';
import { DEBUG_AGENT, RUN_AGENT } from '../protocol.ts';
import type { SkillEntry } from '../workspace/skill-entry.ts';
import type { Session } from './session.ts';

/** Maximum number of bundled files that are read to estimate tokens. */
const MAX_FILES = 300;
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Returns lenses at the top of SKILL.md: run or debug an agent on the skill, and the token cost of each level of disclosure. */
export function codeLenses({ workspace, commands }: Session, path: string): readonly CodeLens[] {
  const entry = workspace.skillOf(path);
  if (entry?.manifest !== path) return [];
  const top = { line: 0, character: 0 };
  const range = { start: top, end: top };
  const size = sizeOf(entry);
  return [
    { range, command: { title: 'Run Agent on This Skill', command: RUN_AGENT, arguments: [entry.root] } },
    ...(commands?.has(DEBUG_AGENT)
      ? [{ range, command: { title: 'Debug', command: DEBUG_AGENT, arguments: [entry.root] } }]
      : []),
    // Without a command, it is plain text.
    ...(size === undefined ? [] : [{ range, command: { title: size, command: '' } }]),
  ];
}

/** Returns `84 tokens always, 2,310 when loaded (212 lines), 34,000 in 12 more files`; undefined if SKILL.md cannot be read. */
function sizeOf(entry: SkillEntry): string | undefined {
  const skill = entry.skill();
  if ('unreadable' in skill) return undefined;
  const { text, bodyStart } = skill.manifest;
  const metadata = estimateTokens(`${skill.name}: ${skill.description}`);
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const { tokens, files, more } = resources(entry);
  return [
    `≈ ${formatCount(metadata, 'token')} always`,
    `${formatNumber(estimateTokens(text.slice(bodyStart)))} when loaded (${formatCount(lines, 'line')})`,
    ...(files === 0
      ? []
      : [`${more ? 'more than ' : ''}${formatNumber(tokens)} in ${formatCount(files, 'more file')}`]),
  ].join(', ');
}

/** Counts the bundled files except SKILL.md, and the tokens of the text files. */
function resources(entry: SkillEntry): { readonly tokens: number; readonly files: number; readonly more: boolean } {
  const paths = [...entry.bundle.files].map((file) => join(entry.root, file)).filter((path) => path !== entry.manifest);
  let tokens = 0;
  let characters = 0;
  let read = 0;
  for (const path of paths) {
    if (read === MAX_FILES || characters > MAX_CHARACTERS) break;
    read++;
    const text = entry.text(path) ?? '';
    characters += text.length;
    tokens += estimateTokens(text);
  }
  return { tokens, files: paths.length, more: read < paths.length || entry.bundle.truncated };
}
