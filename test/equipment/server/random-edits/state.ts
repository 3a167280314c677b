/** A workspace whose disk and editor buffers change step by step, and the server's responses in each state. */

import { documentLinks } from '../../../../server/features/document-links.ts';
import { pullDocument } from '../../../../server/features/pull.ts';
import type { Session } from '../../../../server/features/session.ts';
import type { AnalyzedDocument } from '../../../../server/rules/rule/analysis.ts';
import { Targets } from '../../../../server/targets/targets.ts';
import { Buffers } from '../../../../server/workspace/buffers.ts';
import { Lines } from '../../../../server/workspace/lines.ts';
import { uriOf } from '../../../../server/workspace/uris.ts';
import { Workspace } from '../../../../server/workspace/workspace.ts';
import { type FileSystem, overlay } from '../../../../skill/index.ts';
import { everyAnswer } from './every-answer.ts';
import { ChangingFiles } from './files.ts';
import type { TextEdit } from './text-edits.ts';

/** One step. Each is possible in any state, so that a series can be shortened. */
export type Step =
  | { readonly kind: 'open' | 'close'; readonly path: string }
  /** The workspace report has processed the file's skill, which releases its texts. */
  | { readonly kind: 'rest'; readonly path: string }
  /** Edits of an open document, applied sequentially in one notification. */
  | { readonly kind: 'type'; readonly path: string; readonly edits: readonly TextEdit[] }
  /** A file is written to disk; the editor reports it. */
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  /** A file or folder is deleted from disk; the editor reports it. */
  | { readonly kind: 'remove'; readonly path: string };

/** The texts of a state by path. */
export interface Snapshot {
  readonly disk: ReadonlyMap<string, string>;
  /** Texts of the open documents, which may be unsaved. */
  readonly buffers: ReadonlyMap<string, string>;
}

/** Everything that an editor receives about a document, including findings and fixes, as JSON to compare. */
export type Answer = string;

/** A server's workspace in which steps are applied. Throws if a rule throws. */
export class EditedWorkspace {
  readonly disk: ChangingFiles;
  readonly #buffers = new Buffers();
  readonly #session: Session;
  readonly #folders: readonly string[];
  readonly #fs: FileSystem;
  /** The version of the latest change of any document; the protocol only requires versions to increase. */
  #version = 1;

  constructor({ disk, buffers }: Snapshot, folders: readonly string[]) {
    this.disk = new ChangingFiles(disk);
    this.#folders = folders;
    this.#fs = overlay(this.disk, this.#buffers.texts);
    const workspace = new Workspace(this.#fs, (code, document, error) => {
      throw new Error(`${code} failed on ${document}`, { cause: error });
    });
    const isEdited = (root: string): boolean => this.#buffers.someUnder(root);
    const targets = new Targets(workspace, isEdited);
    this.#session = { workspace, targets, buffers: this.#buffers, rulePages: undefined, reportedByEditor: new Set() };
    for (const [path, text] of buffers) this.#buffers.open(uriOf(path), 'markdown', 1, text);
    workspace.setFolders(folders);
    for (const path of buffers.keys()) workspace.opened(path);
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  get snapshot(): Snapshot {
    return { disk: new Map(this.disk.texts), buffers: new Map(this.#buffers.texts) };
  }

  /** Returns the text as the editor shows it. */
  text(path: string): string | undefined {
    return this.#buffers.texts.get(path) ?? this.disk.texts.get(path);
  }

  isOpen(path: string): boolean {
    return this.#buffers.texts.has(path);
  }

  /** Returns the paths of all files, on disk or open. */
  paths(): readonly string[] {
    return [...new Set([...this.disk.texts.keys(), ...this.#buffers.texts.keys()])].sort();
  }

  /** Performs a step as the server does when it is notified. A step that is impossible in this state has no effect. */
  apply(step: Step): void {
    const { workspace } = this.#session;
    const { path } = step;
    switch (step.kind) {
      case 'open': {
        if (this.isOpen(path)) return;
        const onDisk = this.disk.texts.get(path);
        this.#buffers.open(uriOf(path), 'markdown', ++this.#version, onDisk ?? '');
        const appeared = onDisk === undefined;
        workspace.textChanged(path, appeared);
        workspace.opened(path);
        return;
      }
      case 'close': {
        if (this.#buffers.close(uriOf(path)) === undefined) return;
        const vanished = !this.disk.texts.has(path);
        workspace.textChanged(path, vanished);
        return;
      }
      case 'rest':
        workspace.skillOf(path)?.unload();
        return;
      case 'type': {
        if (!this.isOpen(path)) return;
        let text = this.#buffers.texts.get(path) ?? '';
        // Offsets beyond the end of the text, which a shortened series has, are clamped.
        const changes = step.edits.map(({ start, end, text: typed }) => {
          const [from, to] = [Math.min(start, text.length), Math.min(end, text.length)];
          const lines = new Lines(text);
          text = text.slice(0, from) + typed + text.slice(to);
          return { range: lines.range({ start: from, end: to }), text: typed };
        });
        this.#buffers.change(uriOf(path), ++this.#version, changes);
        workspace.textChanged(path, false);
        return;
      }
      case 'write': {
        const exists = this.disk.texts.has(path);
        if (!exists && this.disk.kind(path) === 'folder') return;
        this.disk.write(path, step.text);
        workspace.filesChanged([{ path, kind: exists ? 'changed' : 'created' }]);
        return;
      }
      case 'remove':
        if (this.disk.kind(path) === undefined) return;
        this.disk.remove(path);
        workspace.filesChanged([{ path, kind: 'deleted' }]);
        return;
    }
  }

  /** Returns the responses for every document of every skill by path; for two of them, those of every feature. */
  answers(): ReadonlyMap<string, Answer> {
    const paths = this.#session.workspace.skills().flatMap((entry) => entry.documents());
    const detailed = this.#selectDetailed(paths);
    return new Map(paths.map((path) => [path, this.answer(path, detailed.has(path))]));
  }

  /** Selects one of all documents and one of the open ones. All of them would take many times as long. */
  #selectDetailed(paths: readonly string[]): ReadonlySet<string> {
    // Selects by the total length of the texts: the same for the same state, and usually another one after a step.
    const totalLength = paths.reduce((sum, path) => sum + (this.text(path)?.length ?? 0), 0);
    const open = paths.filter((path) => this.isOpen(path));
    const selected = [paths, open].map((all) => [...all].sort()[totalLength % Math.max(all.length, 1)]);
    return new Set(selected.filter((path) => path !== undefined));
  }

  /** Returns the cached resolutions of a document's references and mentions. */
  analysis(path: string): AnalyzedDocument | undefined {
    return this.#session.workspace.diagnose(path)?.analysis;
  }

  /**
   * Returns the responses for a document: findings, links and occurrences.
   * @param inDetail includes the responses of every feature
   */
  answer(path: string, inDetail = false): Answer {
    const report = pullDocument(this.#session, path, undefined);
    const findings = this.#session.workspace.diagnose(path)?.findings;
    const { targets } = this.#session;
    const occurrences = { from: targets.of(path), to: targets.occurrencesOf({ kind: 'file', path }) };
    const links = documentLinks(this.#session, path);
    const features = inDetail ? everyAnswer(this.#session, this.#fs, path) : undefined;
    // Versions count this workspace's edits: a fresh workspace with the same texts has others.
    return JSON.stringify({ report, findings, links, occurrences, features }, (key, value: unknown) =>
      key === 'version' ? undefined : value,
    );
  }
}
