/** Completion of references: paths, headings, fields and values of the frontmatter, skills and tools. */
import {
  type CompletionContext,
  type CompletionItem,
  type CompletionList,
  CompletionTriggerKind,
  type Position,
} from 'vscode-languageserver-protocol';
import { defined, type FileSystem, namedSkillAt, type Range, within } from '../../../skill/index.ts';
import { TRIGGER_SUGGEST } from '../../protocol.ts';
import { isMap } from '../../settings.ts';
import { Lines } from '../../workspace/lines.ts';
import type { Session } from '../session.ts';
import { agentItems, isAgentFile } from './agent-items.ts';
import type { EditedDocument } from './candidate.ts';
import { isLinkForm } from './candidates.ts';
import { withSentence } from './command-edit.ts';
import { describeFile } from './describe-file.ts';
import { evalItems } from './eval-items.ts';
import { asDocumentation, fieldItems, valueItems } from './field-items.ts';
import { type FrontmatterPlace, frontmatterLines, frontmatterPlace } from './frontmatter-place.ts';
import { headingItems } from './heading-items.ts';
import { type CompletionResult, concatenate, fenceLines } from './item.ts';
import { pathItems } from './path-items.ts';
import { type HeadingPlace, type PathPlace, type Place, placeAt } from './place.ts';
import { sectionItems } from './section-items.ts';
import { descriptionIn, namesSkill, skillItems } from './skill-items.ts';
import type { CompletionSupport } from './support.ts';
import { holdsTools, toolItems } from './tool-items.ts';

/** The part of the session that completion needs. */
export type CompletionSession = Pick<Session, 'workspace' | 'completedByEditor' | 'commands'>;

/** A completion request. */
export interface CompletionRequest {
  /** Absolute. */
  readonly path: string;
  readonly position: Position;
  readonly context?: CompletionContext | undefined;
  readonly support: CompletionSupport;
}

/** Returns the completions at a position; undefined if there are none. */
export function complete(
  session: CompletionSession,
  fs: FileSystem,
  request: CompletionRequest,
): CompletionList | undefined {
  const { workspace } = session;
  const { path, position } = request;
  const entry = workspace.skillOf(path);
  if (entry?.hasEvalFile(path)) {
    const text = entry.text(path);
    if (text === undefined) return undefined;
    const lines = new Lines(text);
    const isBySchema = session.completedByEditor?.has('evals') ?? false;
    const file = { entry, file: within(entry.root, path) ?? path, text };
    return listOf(session, lines, evalItems(file, lines.offset(position), workspace, isBySchema));
  }
  const instructions = entry ? undefined : workspace.instructions(path);
  if (!entry?.has(path) && instructions === undefined) {
    const text = isAgentFile(path) ? fs.read(path) : undefined;
    if (text?.kind !== 'text') return undefined;
    const lines = new Lines(text.text);
    return listOf(session, lines, agentItems(session, fs, path, text.text, lines.offset(position)));
  }
  const document = instructions?.document ?? entry?.document(path);
  const context = instructions?.context ?? (entry && workspace.contextOf(entry));
  if (document === undefined || 'unreadable' in document || context === undefined) return undefined;
  const { text } = document;
  const lines = new Lines(text);
  const offset = lines.offset(position);
  const settings = entry && workspace.settingsOf(entry, path);
  const edited = defined<EditedDocument>({ entry, document, context, settings });
  const front = frontmatterLines(text);
  if (front && offset >= front.start && offset <= front.end) {
    if (entry === undefined)
      return instructions?.kind === 'agent'
        ? listOf(session, lines, agentItems(session, fs, path, text, offset))
        : undefined;
    const place = offset < front.end || offset === text.length ? frontmatterPlace(text, offset, front) : undefined;
    const offered = place && isTyped(request) ? inFrontmatter(session, place, edited, request) : undefined;
    return listOf(session, lines, offered);
  }
  const place = placeAt(text, offset, document.bodyStart);
  return listOf(
    session,
    lines,
    place && isWanted(place, request) ? inBody(session, place, edited, lines, request.support) : undefined,
  );
}

const isTyped = ({ context }: CompletionRequest): boolean =>
  context?.triggerKind !== CompletionTriggerKind.TriggerCharacter;

/** Returns true if a position matches the trigger character of the request. */
function isWanted(place: Place, request: CompletionRequest): boolean {
  if (isTyped(request)) return true;
  switch (request.context?.triggerCharacter) {
    case '#':
      return place.kind === 'heading';
    case '(':
    case '<':
      return place.kind === 'path' && isLinkForm(place) && place.typed === '';
    case '`':
      return place.kind === 'path' && place.form === 'code' && place.typed === '';
    default:
      return place.kind === 'path' && place.typed !== '';
  }
}

function inBody(
  session: CompletionSession,
  place: Place,
  edited: EditedDocument,
  lines: Lines,
  support: CompletionSupport,
): CompletionResult | undefined {
  const { fs } = edited.context;
  const isByEditor = session.completedByEditor?.has('link') ?? false;
  switch (place.kind) {
    case 'heading':
      return isByEditor && place.form === 'link'
        ? { items: [], range: place.range }
        : headingItems(withNamedSkill(place, edited), edited);
    case 'line':
      return edited.entry === undefined ? undefined : sectionItems(place, edited, support);
    case 'path': {
      const found = pathItems(withNamedSkill(place, edited), edited, { isLinkCompletedByEditor: isByEditor, fs });
      const paths = withSentence(found, place, edited, lines);
      const named = namesSkill(edited.document.text, place);
      if (named === undefined) return paths;
      const { range, typed } = place;
      const query = { range, typed, except: new Set<string>(), isFirst: named === 'surely' };
      return concatenate(skillItems(query, session.workspace, edited.entry), paths);
    }
  }
}

/** Adds the other skill that the surrounding words name, like the resolver does. */
function withNamedSkill<P extends PathPlace | HeadingPlace>(place: P, { document }: EditedDocument): P {
  const { form, range, base } = place;
  if (base.kind !== 'document' || isLinkForm(place) || form === 'tree' || form === 'fence-command') return place;
  const name = namedSkillAt(document.text, range, form, document.bodyStart);
  return name === undefined ? place : { ...place, base: { kind: 'other-skill', name } };
}

function inFrontmatter(
  session: CompletionSession,
  place: FrontmatterPlace,
  edited: EditedDocument,
  request: CompletionRequest,
): CompletionResult | undefined {
  const { workspace, completedByEditor } = session;
  const { entry, document, context } = edited;
  if (entry === undefined) return undefined;
  const isManifest = request.path === entry.manifest;
  const { clients } = workspace.settingsOf(entry, request.path);
  const typed = document.text.slice(
    place.range.start,
    Math.max(place.range.start, new Lines(document.text).offset(request.position)),
  );
  const paths = () => pathItems(pathOf(place.range, typed), edited, { isLinkCompletedByEditor: false, fs: context.fs });
  if (place.kind === 'argument') return typed.includes('/') ? paths() : undefined;
  if (place.kind === 'field') {
    const hasColon = /^[ \t]*:/.test(document.text.slice(place.range.end, place.range.end + 20));
    const isByEditor = (name: string): boolean => completedByEditor?.has(`field/${name}`) ?? false;
    return isManifest ? fieldItems(place, clients, isByEditor, hasColon, request.support) : undefined;
  }
  const { field, range, prefix, others } = place;
  if (field === 'skills') return skillItems({ range, typed, prefix, except: new Set(others) }, workspace, entry);
  if (holdsTools(field)) return toolItems(place, clients, workspace.toolPool(entry)?.names ?? [], context);
  const values = completedByEditor?.has(`value/${field}`)
    ? undefined
    : valueItems(place, entry.folder, request.support);
  if (values && values.items.length > 0) return isManifest ? values : undefined;
  // A path in a field: the license file, or a list of references.
  return typed.includes('/') || PATH_FIELDS.test(field) ? paths() : undefined;
}

/** Returns the place of a path in the frontmatter. */
function pathOf(range: Range, typed: string): PathPlace {
  const base = { kind: 'document' } as const;
  return { kind: 'path', form: 'code', range, typed, base, under: '', angled: false, mayBeSkill: false };
}

/** Fields whose values usually are paths. */
const PATH_FIELDS = /^(?:license|references?|files?|scripts?|assets?|resources?|templates?|examples?)$/;

/** Builds a list from items and their range; undefined if there are none. */
function listOf(
  session: CompletionSession,
  lines: Lines,
  offered: CompletionResult | undefined,
): CompletionList | undefined {
  if (offered === undefined || offered.items.length === 0) return undefined;
  const range = lines.range(offered.range);
  const retriggers = session.commands?.has(TRIGGER_SUGGEST) ?? false;
  const items = offered.items.map(({ insertText, ...item }): CompletionItem => {
    const edited: CompletionItem = { ...item, textEdit: { range, newText: insertText ?? item.label } };
    return retriggers && isMap(item.data) && item.data.kind === 'folder'
      ? { ...edited, command: { title: 'Suggest', command: TRIGGER_SUGGEST } }
      : edited;
  });
  return { isIncomplete: offered.isIncomplete ?? false, items };
}

/** Resolves an item when it is selected: what the file is, and its first lines. */
export function completeItem(fs: FileSystem, item: CompletionItem, support: CompletionSupport): CompletionItem {
  const data: unknown = item.data;
  if (!isMap(data) || typeof data.path !== 'string') return item;
  if (data.kind === 'skill') {
    const read = fs.read(data.path);
    const description = read.kind === 'text' ? descriptionIn(read.text) : '';
    return description === '' ? item : { ...item, documentation: description };
  }
  if (data.kind !== 'file') return item;
  const { detail, lines, language } = describeFile(data.path, fs.read(data.path));
  if (lines.length === 0) return { ...item, detail };
  const documentation = support.markdown
    ? asDocumentation(fenceLines(lines, language), support)
    : asDocumentation(lines.join('\n'), support);
  return { ...item, detail, documentation };
}
