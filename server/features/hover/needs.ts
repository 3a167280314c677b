/** Hover section about what a skill needs, at its name in the frontmatter. */
import { type CheckedNeed, formatNumber, type NeedKind, type Range } from '../../../skill/index.ts';
import type { Session } from '../session.ts';
import { skillNeeds } from '../skill-needs.ts';
import { code, type Part, type Words } from './content.ts';

const TITLES: Readonly<Record<NeedKind, string>> = {
  tool: 'Tools',
  'mcp-tool': 'MCP tools',
  skill: 'Skills',
  program: 'Programs',
};
const KINDS = ['tool', 'mcp-tool', 'skill', 'program'] as const;

/** Maximum number of names in a line, and of lines about what is missing. */
const MAX_NAMES = 12;
const MAX_MISSING = 8;

/** Describes what the body tells the model to use, and what of it is not there. */
export function needsAt(
  session: Session,
  path: string,
  at: number,
): readonly { readonly range: Range; readonly parts: readonly Part[] }[] {
  const entry = session.workspace.skillOf(path);
  if (entry === undefined || path !== entry.manifest) return [];
  const frontmatter = session.targets.frontmatter(path);
  const field = frontmatter?.kind === 'valid' ? frontmatter.fields.find(({ key }) => key === 'name') : undefined;
  if (field === undefined || at < field.keyRange.start || at > field.valueRange.end) return [];
  const needs = skillNeeds(session, session.workspace, entry);
  if (needs.length === 0) return [];
  const missing = needs.filter((one) => one.missing !== undefined);
  const parts: readonly Part[] = [
    { kind: 'words', words: ['The body tells the model to use:'] },
    { kind: 'list', items: KINDS.flatMap((kind) => lineOf(kind, needs)) },
    ...(missing.length === 0
      ? []
      : [
          { kind: 'words', words: ['Not found here:'] } as const,
          {
            kind: 'list',
            items: [...missing.slice(0, MAX_MISSING).map(missingLine), ...moreOf(missing, MAX_MISSING)],
          } as const,
        ]),
  ];
  return [{ range: { start: field.keyRange.start, end: field.valueRange.end }, parts }];
}

function lineOf(kind: NeedKind, needs: readonly CheckedNeed[]): readonly Words[] {
  const all = needs.filter((one) => one.kind === kind);
  if (all.length === 0) return [];
  const shown = all.slice(0, MAX_NAMES).flatMap(({ name }, index) => [...(index === 0 ? [] : [', ']), code(name)]);
  const more = all.length - MAX_NAMES;
  return [[`${TITLES[kind]}: `, ...shown, ...(more > 0 ? [` and ${formatNumber(more)} more`] : [])]];
}

/** The reason is our own words, with the name of a server as code. */
function missingLine({ name, missing = '' }: CheckedNeed): Words {
  const words = missing.split('`').map((part, index) => (index % 2 === 0 ? part : code(part)));
  return [code(name), ': ', ...words];
}

const moreOf = (all: readonly CheckedNeed[], max: number): readonly Words[] =>
  all.length > max ? [[`${formatNumber(all.length - max)} more`]] : [];
