import {
  type Bundle,
  basename,
  deepDocuments,
  dirname,
  type FileSystem,
  isForOthers,
  isMarkdown,
  join,
  previousVersionOf,
  readBundle,
  readDocument,
  type Skill,
  type SkillDocument,
  skillOf,
  WordSet,
  within,
} from '../../skill/index.ts';
import type { AnalyzedDocument } from '../rules/analysis.ts';
import type { Finding } from '../rules/rule.ts';
import type { Lines } from './lines.ts';
import { type OutlineHeading, type OutlineItem, outlineItem, outlineOf } from './outline.ts';

/** What was found in one document, kept until something that it depends on changes. */
export interface DocumentResult {
  readonly path: string;
  readonly lines: Lines;
  readonly findings: readonly Finding[];
  /** Absent where the document or its SKILL.md cannot be read. */
  readonly analysis?: AnalyzedDocument;
  readonly stamp: Stamp;
}

/** What a result depends on. The stamp of a skill at rest is kept without the result: what was said of it still holds. */
export interface Stamp {
  /** Absolute paths of the skill's other files that the findings depend on; SKILL.md is always one. */
  readonly lookedAt: LookedAt;
  /** Something outside the skill may change the findings. */
  readonly others: boolean;
  /** Which other skills have this one's name may change them. */
  readonly names: boolean;
  /** The folders of the skills that it lay in, as one text: theirs may lead to its files. */
  readonly within: string;
}

/** Reads a document: as a whole, or the parts that matter. `before`: as it was when it was last read, if that is kept. */
export type ReadDocument = (path: string, text: string, before?: SkillDocument) => SkillDocument;

/** Some files of a skill, or any that holds text. */
export type LookedAt = ReadonlySet<string> | 'all';

/** Longer scripts are data or bundles; they are not searched for names of files. In UTF-16 units. */
const MAX_SCRIPT = 256 * 1024;

/** One skill of the workspace. Everything is read when it is first asked for, and kept until it is said to be stale. */
export class SkillEntry {
  readonly root: string;
  /** Absolute path of SKILL.md. */
  readonly manifest: string;
  readonly #fs: FileSystem;
  readonly #documents = new Map<string, SkillDocument | { readonly unreadable: string }>();
  /** Documents as they were before their text changed, until they are read again. */
  readonly #before = new Map<string, SkillDocument>();
  /** What was said of documents before their text changed, while nothing else has. */
  readonly #analyses = new Map<string, { readonly of: SkillDocument; readonly analysis: AnalyzedDocument }>();
  readonly #results = new Map<string, DocumentResult>();
  /** Of all results that still hold, whether they are kept or not. */
  readonly #stamps = new Map<string, Stamp>();
  /** Texts of bundled files that are no Markdown. */
  readonly #scripts = new Map<string, string | undefined>();
  /** Which words the documents have; kept when their texts are given back. */
  readonly #words = new Map<string, WordSet>();
  /** The headings of the documents, told by lines alone; kept as long. */
  readonly #outlines = new Map<string, readonly OutlineHeading[]>();
  #outline: readonly OutlineItem[] | undefined;
  #bundle: Bundle | undefined;
  #skill: Skill | undefined;
  #deep: ReadonlyMap<string, string> | undefined;

  readonly #read: ReadDocument;

  constructor(manifest: string, fs: FileSystem, read: ReadDocument = readDocument) {
    this.#read = read;
    this.manifest = manifest;
    this.root = dirname(manifest);
    this.#fs = fs;
  }

  get folder(): string {
    return basename(this.root);
  }

  get bundle(): Bundle {
    this.#bundle ??= readBundle(this.#fs, this.root);
    return this.#bundle;
  }

  /** The skill, or why its SKILL.md cannot be read. */
  skill(): Skill | { readonly unreadable: string } {
    if (this.#skill) return this.#skill;
    const manifest = this.document(this.manifest);
    if ('unreadable' in manifest) return manifest;
    this.#skill = skillOf(this.root, manifest, this.bundle);
    return this.#skill;
  }

  /** A document of the skill, or of one that it lies in, by its absolute path. */
  document(path: string): SkillDocument | { readonly unreadable: string } {
    const kept = this.#documents.get(path);
    if (kept) return kept;
    const read = this.#fs.read(path);
    const document =
      read.kind === 'text' ? this.#read(path, read.text, this.#before.get(path)) : { unreadable: why(read.kind) };
    this.#before.delete(path);
    this.#documents.set(path, document);
    return document;
  }

  /** Which words a document has, by its absolute path, without parsing it; none where it cannot be read. */
  words(path: string): WordSet {
    const known = this.#words.get(path);
    if (known) return known;
    const words = new WordSet(this.text(path) ?? '');
    this.#words.set(path, words);
    return words;
  }

  /** Bundled files and headings, by file, without parsing any; kept until something of the skill changes. */
  outline(): readonly OutlineItem[] {
    this.#outline ??= [
      ...[...this.bundle.files]
        .filter((file) => join(this.root, file) !== this.manifest && !isForOthers(file))
        .map((file) => outlineItem('file', file, { text: file, line: 0, length: 0 })),
      ...this.documents().flatMap((path) => {
        const file = within(this.root, path) ?? path;
        return this.#headings(path).map((heading) => outlineItem('section', file, heading));
      }),
    ];
    return this.#outline;
  }

  #headings(path: string): readonly OutlineHeading[] {
    const known = this.#outlines.get(path);
    if (known) return known;
    const headings = outlineOf(this.text(path) ?? '');
    this.#outlines.set(path, headings);
    return headings;
  }

  /** The text of a bundled file that is no Markdown, by its absolute path; undefined where it has none. */
  script(path: string): string | undefined {
    if (this.#scripts.has(path)) return this.#scripts.get(path);
    const read = this.#fs.read(path);
    const text = read.kind === 'text' && read.text.length <= MAX_SCRIPT ? read.text : undefined;
    this.#scripts.set(path, text);
    return text;
  }

  /** The text of a bundled file of any kind, read anew; undefined where it has none. */
  text(path: string): string | undefined {
    const read = this.#fs.read(path);
    return read.kind === 'text' ? read.text : undefined;
  }

  /** Documents more than one level below SKILL.md: every one of them asks for all. */
  deep(skill: Skill): ReadonlyMap<string, string> {
    this.#deep ??= deepDocuments(skill, (path) => {
      const document = this.document(path);
      return 'unreadable' in document ? undefined : document;
    });
    return this.#deep;
  }

  /** Absolute paths of SKILL.md and then the skill's other Markdown files. */
  documents(): readonly string[] {
    const others = [...this.bundle.files].filter(isMarkdown).map((file) => join(this.root, file));
    return [this.manifest, ...others.filter((path) => path !== this.manifest).sort()];
  }

  /** Whether a path is one of the skill's documents: a Markdown file of its bundle. */
  has(path: string): boolean {
    if (path === this.manifest) return true;
    const inner = within(this.root, path);
    return inner !== undefined && isMarkdown(inner) && this.bundle.files.has(inner);
  }

  /** Whether a path is known to be none of the skill's files and folders. */
  lacks(path: string): boolean {
    const inner = within(this.root, path);
    if (this.#bundle === undefined || this.#bundle.truncated || inner === undefined || inner === '') return false;
    return !this.#bundle.files.has(inner) && !this.#bundle.folders.has(inner);
  }

  result(path: string): DocumentResult | undefined {
    return this.#results.get(path);
  }

  /** The stamp of a result that still holds. */
  stamp(path: string): Stamp | undefined {
    return this.#stamps.get(path);
  }

  /** What was said of the version of a document that it was read from, while nothing else has changed since. */
  analysisBefore(path: string): AnalyzedDocument | undefined {
    const known = this.#analyses.get(path);
    const document = this.#documents.get(path);
    if (known === undefined || document === undefined || 'unreadable' in document) return undefined;
    return previousVersionOf(document)?.document === known.of ? known.analysis : undefined;
  }

  keep(result: DocumentResult): void {
    this.#analyses.delete(result.path);
    this.#results.set(result.path, result);
    this.#stamps.set(result.path, result.stamp);
  }

  /** The text of a file has changed. Everything in the skill depends on SKILL.md; on another file what looked at it. */
  documentChanged(path: string): void {
    const known = this.#documents.get(path);
    if (known && !('unreadable' in known)) {
      this.#before.set(path, known);
      const analysis = this.#results.get(path)?.analysis;
      const last = analysis ? { of: known, analysis } : this.#analyses.get(path);
      // What was said of another document may depend on this one's text.
      this.#analyses.clear();
      if (last) this.#analyses.set(path, last);
    }
    this.#documents.delete(path);
    this.#scripts.delete(path);
    this.#words.delete(path);
    this.#outlines.delete(path);
    this.#outline = undefined;
    this.#deep = undefined;
    if (path === this.manifest) {
      this.#skill = undefined;
      this.#dropResults();
    } else this.#dropResults((stamp, of) => of === path || stamp.lookedAt === 'all' || stamp.lookedAt.has(path));
  }

  /** A folder came or went: one event may stand for all that is in it, so the texts below it are read anew. */
  folderChanged(folder: string): void {
    for (const kept of [this.#documents, this.#before, this.#scripts])
      for (const path of kept.keys()) if (within(folder, path)) kept.delete(path);
  }

  /** Files of the skill came or went. Texts are kept. */
  bundleChanged(): void {
    this.#analyses.clear();
    this.#bundle = undefined;
    this.#words.clear();
    this.#outlines.clear();
    this.#outline = undefined;
    this.#deep = undefined;
    this.#skill = undefined;
    this.#dropResults();
  }

  /** Something outside the skill changed: drops the results that could tell the difference. */
  surroundingsChanged(): void {
    this.#analyses.clear();
    this.#dropResults(({ others }) => others);
  }

  /** Texts or files of a skill changed that this one lies in, or it lies in others now. */
  aroundChanged(): void {
    this.#analyses.clear();
    for (const kept of [this.#documents, this.#scripts])
      for (const path of kept.keys()) if (within(this.root, path) === undefined) kept.delete(path);
    this.#dropResults(({ lookedAt }) => lookedAt === 'all');
  }

  /** Another skill of its name came, went or is called otherwise. */
  namesakesChanged(): void {
    this.#analyses.clear();
    this.#dropResults(({ names }) => names);
  }

  /** Settings changed, or texts may have without anyone saying so. Only `texts` drops the parsed documents too. */
  forget(what: 'results' | 'texts'): void {
    this.#analyses.clear();
    this.#dropResults();
    if (what === 'texts') {
      this.#words.clear();
      this.#outlines.clear();
      this.#outline = undefined;
      this.rest();
    }
  }

  /**
   * Nobody looks at the skill: gives its texts and findings back. What was said of it is known to hold as long as the
   * stamps are there; a question is answered by reading anew.
   */
  rest(): void {
    this.#results.clear();
    this.#analyses.clear();
    this.#documents.clear();
    this.#before.clear();
    this.#scripts.clear();
    this.#deep = undefined;
    this.#skill = undefined;
  }

  #dropResults(which: (stamp: Stamp, path: string) => boolean = () => true): void {
    for (const [path, stamp] of this.#stamps) {
      if (!which(stamp, path)) continue;
      this.#stamps.delete(path);
      this.#results.delete(path);
    }
  }
}

function why(kind: 'binary' | 'too-large' | 'missing' | 'unreadable'): string {
  switch (kind) {
    case 'binary':
      return 'It is not UTF-8 text';
    case 'too-large':
      return 'It is larger than 2 MB';
    case 'missing':
      return 'It is gone';
    case 'unreadable':
      return 'It cannot be opened';
  }
}
