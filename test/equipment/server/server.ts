/** Test helpers: in-memory workspaces, and texts with marks, `«»`, around the expected ranges of findings. */

import type { Session } from '../../../server/features/session.ts';
import { MAX_MESSAGE_LENGTH } from '../../../server/rules/rule/message.ts';
import { type Bundled, type Finding, placesOf } from '../../../server/rules/rule/rule.ts';
import { DEFAULT_SETTINGS, readSettings, type Settings } from '../../../server/settings.ts';
import { Targets } from '../../../server/targets/targets.ts';
import { Buffers } from '../../../server/workspace/buffers.ts';
import type { DocumentResult, ReadDocument } from '../../../server/workspace/skill-entry.ts';
import { Workspace } from '../../../server/workspace/workspace.ts';
import { type MemoryFile, memoryFiles, type SkillPlace, skimDocument } from '../../../skill/index.ts';

/** Valid frontmatter for a skill `notes`. */
export const HEAD = '---\nname: notes\ndescription: Sorts notes. Use it for notes.\n---\n\n';

/** Reads the settings from a configuration section as the editor sends it. */
export const settings = (section: unknown): Settings => readSettings(section);

/** A workspace that throws if the message of a finding does not have the form that {@link faultsOfMessage} checks. */
class CheckedWorkspace extends Workspace {
  override diagnose(path: string): DocumentResult | undefined {
    const result = super.diagnose(path);
    for (const { code, message, related = [] } of result?.findings ?? [])
      for (const one of [message, ...related.flatMap((place) => place.message ?? [])])
        for (const fault of faultsOfMessage(one)) throw new Error(`Message of ${code}: ${fault}: ${one}`);
    return result;
  }
}

/** The first words of an instruction. */
const INSTRUCTION =
  /^(?:Add|Also|Begin|Change|Choose|Convert|Copy|Correct|Declare|Did you|Do|Double|Escape|Fill|Give|Indent|Keep|Leave|Link|Make|Move|Name|Put|Reference|Remove|Rename|Replace|Say|See|Shorten|Simplify|Start|Try|Use|Write)\b/;
/** Lists of problems show about as many characters. */
const SHOWN = 60;

/**
 * Returns the faults in the form of a message: full sentences, the fact first, at most {@link MAX_MESSAGE_LENGTH} characters. A
 * long path counts as 50.
 */
export function faultsOfMessage(message: string): readonly string[] {
  // 50 characters and the two backticks.
  const counted = message.replace(/`[^`]{50,}`/g, '`'.repeat(52));
  const [fact = ''] = counted.split(/[.:] /, 1);
  return [
    ...(counted.length > MAX_MESSAGE_LENGTH ? [`shorten it to ${MAX_MESSAGE_LENGTH} characters`] : []),
    ...(/^[\p{Lu}`“]/u.test(message) ? [] : ['start with a capital letter']),
    ...(INSTRUCTION.test(message) ? ['state the fact first, then what to do'] : []),
    ...(fact.search(/[`“]/) >= SHOWN ? [`name what it is about in the first ${SHOWN} characters`] : []),
    ...(/[.?]$/.test(message) ? [] : ['end with a period']),
  ];
}

/** Creates a workspace of the files, by absolute path or, for a single skill, relative to `/work/notes`; rethrows rule errors. */
export function workspaceOf(
  files: Readonly<Record<string, MemoryFile>>,
  using = DEFAULT_SETTINGS,
  read?: ReadDocument,
): Workspace {
  const absolute = Object.entries(files).map(([path, file]) => [
    path.startsWith('/') ? path : `/work/notes/${path}`,
    file,
  ]);
  const onRuleError = (code: string, _document: string, error: unknown): never => {
    throw new Error(`rule ${code} threw`, { cause: error });
  };
  const fs = memoryFiles(Object.fromEntries(absolute));
  const workspace = new CheckedWorkspace(fs, onRuleError, undefined, read);
  workspace.setSettings(using);
  workspace.setFolders(['/work']);
  return workspace;
}

/** Creates a session without open documents; `reportedByEditor` as in `initializationOptions`. */
export function sessionOf(workspace: Workspace, reportedByEditor: readonly string[] = []): Session {
  const buffers = new Buffers();
  const targets = new Targets(workspace);
  return { workspace, targets, buffers, rulePages: undefined, reportedByEditor: new Set(reportedByEditor) };
}

/** The clients named in expected texts. A fixed list, so that new clients do not change these texts. */
export const KNOWN_CLIENTS = [
  'claude-code',
  'vscode',
  'codex',
  'copilot-cli',
  'gemini-cli',
  'cursor',
  'opencode',
  'pi',
  'adk',
];

/** The place of the skill `notes` where any client may read it, for tests that call a rule directly. */
export const ANY_PLACE: SkillPlace = {
  clients: [],
  alone: false,
  isOfUnknownClient: false,
  folder: 'notes',
  isTemplate: false,
  isFixture: false,
  pluginRoots: {},
};

/** Lookups of a skill without other files, for tests that call a rule directly. */
export const NO_LOOKUPS: Bundled = {
  document: () => undefined,
  script: () => undefined,
  unreached: () => [],
  deep: () => new Map(),
  namesakes: () => [],
  links: () => [],
  outer: () => [],
  siblings: () => new Map(),
  toolPool: () => undefined,
  renamed: () => undefined,
};

/** Returns a text without marks. */
export const removeMarks = (text: string): string => text.replaceAll(/[«»]/g, '');

/**
 * Returns the findings of one document of the skill `notes`; its text may contain marks.
 * @throws if `check`, which parses only parts of a text, has different findings from an editor
 */
export function findingsOf(
  files: Readonly<Record<string, string>>,
  document = 'SKILL.md',
  using = DEFAULT_SETTINGS,
): readonly Finding[] {
  const plain = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, removeMarks(text)]));
  const path = `/work/notes/${document}`;
  const findings = workspaceOf(plain, using).diagnose(path)?.findings ?? [];
  const skimmedFindings = workspaceOf(plain, using, skimDocument).diagnose(path)?.findings ?? [];
  const [inEditor, inCheck] = [findings, skimmedFindings].map((all) =>
    all.map(({ code, range, message }) => `${code} ${range.start}-${range.end}: ${message}`).join('\n'),
  );
  if (inEditor !== inCheck)
    throw new Error(
      `Read "Partial parsing in check" in server/README.md. Findings of check:\n${inCheck}\nand of an editor:\n${inEditor}`,
    );
  return findings;
}

/** Returns the text with `«»` around every range of a rule's findings, which never overlap. */
export function markFindings(text: string, findings: readonly Finding[], code: string): string {
  let out = text;
  const ranges = findings
    .filter((one) => one.code === code)
    .flatMap(placesOf)
    .map(({ range }) => range);
  // From the end, so that the offsets before a mark stay valid.
  for (const range of ranges.sort((a, b) => b.start - a.start)) {
    out = `${out.slice(0, range.start)}«${out.slice(range.start, range.end)}»${out.slice(range.end)}`;
  }
  return out;
}

/**
 * Returns the text after one fix: the first preferred one of any finding or, if `title` is given, the first with that title.
 * @throws if there is none
 */
export function applyFix(text: string, findings: readonly Finding[], title?: string): string {
  const fixes = findings.flatMap((finding) => finding.fixes ?? []);
  const fix = fixes.find((one) => one.kind === 'edit' && (title === undefined ? one.preferred : one.title === title));
  if (fix?.kind !== 'edit') throw new Error(`no such fix; there are: ${fixes.map((one) => one.title).join(', ')}`);
  let out = text;
  for (const edit of [...fix.edits].sort((a, b) => b.range.start - a.range.start)) {
    out = out.slice(0, edit.range.start) + edit.text + out.slice(edit.range.end);
  }
  return out;
}
