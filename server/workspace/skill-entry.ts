import {
  addCounts,
  type Bundle,
  basename,
  deepDocuments,
  dirname,
  type FileSystem,
  isForOthers,
  isMarkdown,
  join,
  mayHaveCases,
  PATH_KINDS,
  type PathCounts,
  previousVersionOf,
  readBundle,
  readDocument,
  type Skill,
  type SkillDocument,
  skillOf,
  WordSet,
  within,
} from '../../skill/index.ts';
import type { AnalyzedDocument } from '../rules/rule/analysis.ts';
import type { Finding } from '../rules/rule/rule.ts';
import type { Lines } from './lines.ts';
import { type OutlineHeading, type OutlineItem, outlineItem, outlineOf } from './outline.ts';

/** The findings of one document, cached until a dependency changes. */
export interface DocumentResult {
  readonly path: string;
  readonly lines: Lines;
  readonly findings: readonly Finding[];
  /** Absent if the document or its SKILL.md cannot be read. */
  readonly analysis?: AnalyzedDocument;
  readonly stamp: Stamp;
}

/** The dependencies of a result. The stamp of an unloaded skill is retained without the result, which remains valid. */
export interface Stamp {
  /** Absolute paths of the skill's other files that the findings depend on; always includes SKILL.md. */
  readonly usedFiles: UsedFiles;
  /** The findings depend on files outside the skill. */
  readonly others: boolean;
  /** The findings depend on other skills with this skill's name. */
  readonly names: boolean;
  /** The findings depend on the frontmatter of the skills in the same folder. */
  readonly siblings: boolean;
  /** The folders of the enclosing skills, as one string: their texts may reference this skill's files. */
  readonly within: string;
}

/** Reads a document in full or in part. `before`: its previous version, if cached. */
export type ReadDocument = (path: string, text: string, before?: SkillDocument) => SkillDocument;

/** Some files of a skill, or all of its text files. */
export type UsedFiles = ReadonlySet<string> | 'all';

/** Maximum length of a script, in UTF-16 units; longer ones are data or bundles, and not searched for file names. */
const MAX_SCRIPT = 256 * 1024;

/** A skill of the workspace. Everything is read on demand and cached until invalidated. */
export class SkillEntry {
  readonly root: string;
  /** Absolute path of SKILL.md. */
  readonly manifest: string;
  readonly #fs: FileSystem;
  readonly #documents = new Map<string, SkillDocument | { readonly unreadable: string }>();
  /** Previous versions of documents, until they are read again. */
  readonly #before = new Map<string, SkillDocument>();
  /** Analyses of previous versions of documents, while nothing else has changed. */
  readonly #analyses = new Map<string, { readonly of: SkillDocument; readonly analysis: AnalyzedDocument }>();
  readonly #results = new Map<string, DocumentResult>();
  /** Stamps of all valid results, whether the results are cached or not. */
  readonly #stamps = new Map<string, Stamp>();
  /** Texts of bundled non-Markdown files. */
  readonly #scripts = new Map<string, string | undefined>();
  /** Words of the documents; retained when texts are released. */
  readonly #words = new Map<string, WordSet>();
  /** Headings of the documents, determined from lines alone; retained as well. */
  readonly #outlines = new Map<string, readonly OutlineHeading[]>();
  #outline: readonly OutlineItem[] | undefined;
  #bundle: Bundle | undefined;
  #skill: Skill | undefined;
  #deep: ReadonlyMap<string, string> | undefined;
  /** Counts of the paths without a file, by document; retained when texts are released. */
  readonly #counts = new Map<string, PathCounts>();
  /** Number of documents of the current bundle. */
  #documentCount: number | undefined;
  #pathCounts: PathCounts | undefined;

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

  /** Returns the skill, or why its SKILL.md cannot be read. */
  skill(): Skill | { readonly unreadable: string } {
    if (this.#skill) return this.#skill;
    const manifest = this.document(this.manifest);
    if ('unreadable' in manifest) return manifest;
    this.#skill = skillOf(this.root, manifest, this.bundle);
    return this.#skill;
  }

  /** Returns a document of the skill, or of an enclosing one, by its absolute path. */
  document(path: string): SkillDocument | { readonly unreadable: string } {
    const cached = this.#documents.get(path);
    if (cached) return cached;
    const read = this.#fs.read(path);
    const document =
      read.kind === 'text'
        ? this.#read(path, read.text, this.#before.get(path))
        : { unreadable: unreadableReason(read.kind) };
    this.#before.delete(path);
    this.#documents.set(path, document);
    return document;
  }

  /** Returns the words of a document by its absolute path, without parsing it; none if it cannot be read. */
  words(path: string): WordSet {
    const known = this.#words.get(path);
    if (known) return known;
    const words = new WordSet(this.text(path) ?? '');
    this.#words.set(path, words);
    return words;
  }

  /** Returns bundled files and headings by file without parsing; cached until the skill changes. */
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

  /** Returns the text of a bundled non-Markdown file by its absolute path; undefined if it is not text. */
  script(path: string): string | undefined {
    if (this.#scripts.has(path)) return this.#scripts.get(path);
    const read = this.#fs.read(path);
    const text = read.kind === 'text' && read.text.length <= MAX_SCRIPT ? read.text : undefined;
    this.#scripts.set(path, text);
    return text;
  }

  /** Reads the text of any bundled file without caching; undefined if it is not text. */
  text(path: string): string | undefined {
    const read = this.#fs.read(path);
    return read.kind === 'text' ? read.text : undefined;
  }

  /** Returns documents more than one level below SKILL.md; cached, since each of them needs all. */
  deep(skill: Skill): ReadonlyMap<string, string> {
    this.#deep ??= deepDocuments(skill, (path) => {
      const document = this.document(path);
      return 'unreadable' in document ? undefined : document;
    });
    return this.#deep;
  }

  /** Returns the absolute paths of SKILL.md and the skill's other Markdown files. */
  documents(): readonly string[] {
    const others = [...this.bundle.files].filter(isMarkdown).map((file) => join(this.root, file));
    return [this.manifest, ...others.filter((path) => path !== this.manifest).sort()];
  }

  /** Returns true if a path is one of the skill's documents: a Markdown file of its bundle. */
  has(path: string): boolean {
    if (path === this.manifest) return true;
    const inner = within(this.root, path);
    return inner !== undefined && isMarkdown(inner) && this.bundle.files.has(inner);
  }

  /** Returns the absolute paths of the skill's files that may contain eval cases. */
  evalFiles(): readonly string[] {
    return [...this.bundle.files]
      .filter(mayHaveCases)
      .sort()
      .map((file) => join(this.root, file));
  }

  /** Returns true if a path is that of a file of the skill that may contain eval cases. */
  hasEvalFile(path: string): boolean {
    const inner = within(this.root, path);
    return inner !== undefined && mayHaveCases(inner) && this.bundle.files.has(inner);
  }

  /** Returns true if a path is known not to be one of the skill's files and folders. */
  lacks(path: string): boolean {
    const inner = within(this.root, path);
    if (this.#bundle === undefined || this.#bundle.truncated || inner === undefined || inner === '') return false;
    return !this.#bundle.files.has(inner) && !this.#bundle.folders.has(inner);
  }

  result(path: string): DocumentResult | undefined {
    return this.#results.get(path);
  }

  /** The counts of all paths without a file; undefined until all documents were diagnosed once. */
  get pathCounts(): PathCounts | undefined {
    return this.#pathCounts;
  }

  /** Stores the counts of a document. Returns true if those of the skill are different now. */
  storeCounts(path: string, counts: PathCounts): boolean {
    this.#counts.set(path, counts);
    if (this.#documentCount === undefined) {
      const documents = new Set(this.documents());
      this.#documentCount = documents.size;
      for (const known of this.#counts.keys()) if (!documents.has(known)) this.#counts.delete(known);
    }
    if (this.#counts.size < this.#documentCount) return false;
    let total: PathCounts = {};
    for (const one of this.#counts.values()) total = addCounts(total, one);
    const isSame = PATH_KINDS.every((kind) => (total[kind] ?? 0) === (this.#pathCounts?.[kind] ?? 0));
    this.#pathCounts = total;
    return !isSame;
  }

  /** Returns the stamp of a valid result. */
  stamp(path: string): Stamp | undefined {
    return this.#stamps.get(path);
  }

  /** Returns the analysis of a document's previous version, if nothing else has changed since. */
  analysisBefore(path: string): AnalyzedDocument | undefined {
    const known = this.#analyses.get(path);
    const document = this.#documents.get(path);
    if (known === undefined || document === undefined || 'unreadable' in document) return undefined;
    return previousVersionOf(document)?.document === known.of ? known.analysis : undefined;
  }

  store(result: DocumentResult): void {
    this.#analyses.delete(result.path);
    this.#results.set(result.path, result);
    this.#stamps.set(result.path, result.stamp);
  }

  /** Handles a changed text. Everything in the skill depends on SKILL.md; results depend on other files by their stamps. */
  documentChanged(path: string): void {
    const known = this.#documents.get(path);
    if (known && !('unreadable' in known)) {
      this.#before.set(path, known);
      const analysis = this.#results.get(path)?.analysis;
      const last = analysis ? { of: known, analysis } : this.#analyses.get(path);
      // The analysis of another document may depend on this text.
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
    } else this.#dropResults((stamp, of) => of === path || stamp.usedFiles === 'all' || stamp.usedFiles.has(path));
  }

  /** Handles a created or deleted folder: one event may stand for its contents, so texts below it are invalidated. */
  folderChanged(folder: string): void {
    for (const cache of [this.#documents, this.#before, this.#scripts])
      for (const path of cache.keys()) if (within(folder, path)) cache.delete(path);
  }

  /** Handles created or deleted files of the skill. Texts are retained. */
  bundleChanged(): void {
    this.#analyses.clear();
    this.#bundle = undefined;
    this.#documentCount = undefined;
    this.#words.clear();
    this.#outlines.clear();
    this.#outline = undefined;
    this.#deep = undefined;
    this.#skill = undefined;
    this.#dropResults();
  }

  /** Handles a change outside the skill: drops the results that may depend on it. */
  surroundingsChanged(): void {
    this.#analyses.clear();
    this.#dropResults(({ others }) => others);
  }

  /** Handles changes of an enclosing skill, or of the nesting. */
  outerChanged(): void {
    this.#analyses.clear();
    for (const cache of [this.#documents, this.#scripts])
      for (const path of cache.keys()) if (within(this.root, path) === undefined) cache.delete(path);
    this.#dropResults(({ usedFiles }) => usedFiles === 'all');
  }

  /** Handles created, deleted or renamed skills with the same name. */
  namesakesChanged(): void {
    this.#analyses.clear();
    this.#dropResults(({ names }) => names);
  }

  /** Handles changed frontmatter of a skill in the same folder. */
  siblingsChanged(): void {
    this.#dropResults(({ siblings }) => siblings);
  }

  /** Handles changed settings, or unreported changes of texts. Only `texts` drops the parsed documents too. */
  forget(what: 'results' | 'texts'): void {
    this.#analyses.clear();
    this.#dropResults();
    if (what === 'texts') {
      this.#words.clear();
      this.#outlines.clear();
      this.#outline = undefined;
      this.unload();
    }
  }

  /**
   * Releases texts and findings of a skill that is not shown. Its results remain valid as long as their stamps exist; requests
   * read the texts again.
   */
  unload(): void {
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

function unreadableReason(kind: 'binary' | 'too-large' | 'missing' | 'unreadable'): string {
  switch (kind) {
    case 'binary':
      return 'It is not UTF-8 text';
    case 'too-large':
      return 'It is larger than 2 MB';
    case 'missing':
      return 'It was deleted';
    case 'unreadable':
      return 'It cannot be opened';
  }
}
