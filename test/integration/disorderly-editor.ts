/** An editor that randomly edits, writes files, sends events late and batched, and makes requests in between. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import type { Diagnostic, WorkspaceDiagnosticReportPartialResult } from 'vscode-languageserver-protocol';
import { Editor, uriOf } from './language-server-client.ts';

/** A source of random choices, the same in every run. */
export interface RandomSource {
  (): number;
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
}

type Kind = 'created' | 'changed' | 'deleted';

const NAMES = ['a.md', 'b.md', 'guide.md', 'style-guide.md'];
const SKILLS = ['notes', 'bills', 'mail'];
const LINES = [
  'Read `references/a.md` first.\n',
  'See [the guide](references/guide.md#rules) and `references/b.md`.\n',
  '## Rules\n',
  'Follow the style guide.\n',
  '```bash\npython scripts/x.py\n```\n',
  '```\n',
  'Use the bills skill: `../bills/references/a.md`.\n',
  '<!-- skillwright-disable-next-line reference.missing -->\n',
];
const REQUESTS = [
  'hover',
  'completion',
  'definition',
  'references',
  'codeAction',
  'documentSymbol',
  'documentLink',
] as const;

export class DisorderlyEditor {
  readonly editor: Editor;
  readonly #folder: string;
  readonly #chance: RandomSource;
  /** File events not sent yet, by path: sent late, one per path, merged as VS Code does. */
  readonly #events = new Map<string, Kind>();
  /** Documents that are not open, as last reported by the pending workspace request. */
  readonly reported = new Map<string, readonly Diagnostic[]>();
  /** Renames that the server remembers: requests for an old path are redirected to the new one. */
  readonly renamed: { readonly from: string; readonly to: string }[] = [];
  /** Requests in progress. */
  readonly #pending = new Set<Promise<unknown>>();
  /** A log of all steps, for finding the cause of a difference. */
  readonly steps: string[] = [];

  private constructor(editor: Editor, folder: string, chance: RandomSource) {
    this.editor = editor;
    this.#folder = folder;
    this.#chance = chance;
  }

  /** Creates skills in `folder` and starts a server on it. */
  static async start(folder: string, chance: RandomSource): Promise<DisorderlyEditor> {
    for (const name of SKILLS) {
      write(join(folder, 'skills', name, 'SKILL.md'), manifestOf(name, chance));
      write(join(folder, 'skills', name, 'references/a.md'), '# A\n\nSee `b.md`.\n');
    }
    const editor = await Editor.start({ folders: [folder] });
    const instance = new DisorderlyEditor(editor, folder, chance);
    editor.connection.onNotification('$/progress', ({ value }: { value: WorkspaceDiagnosticReportPartialResult }) => {
      for (const report of value.items) if (report.kind === 'full') instance.reported.set(report.uri, report.items);
    });
    editor
      .request('workspace/diagnostic', { previousResultIds: [], partialResultToken: 'held' })
      .catch(() => undefined);
    return instance;
  }

  /** Performs a random step. */
  async step(): Promise<void> {
    const chance = this.#chance;
    const steps: readonly (() => Promise<void> | void)[] = [
      ...Array<() => Promise<void>>(6).fill(() => this.#type()),
      ...Array<() => void>(4).fill(() => this.#sendRequest()),
      () => this.#open(),
      () => this.#open(),
      () => this.#close(),
      () => this.#write(),
      () => this.#write(),
      () => this.#remove(),
      () => this.#rename(),
      () => this.#recreate(),
      () => this.#sendEvents(),
      () => this.#sendEvents(),
    ];
    await chance.pick(steps)();
    if (chance() < 0.3) await new Promise((resolve) => setTimeout(resolve, chance.below(12)));
  }

  /** Sends all pending events, and waits for all replies. */
  async settle(): Promise<void> {
    await this.#sendEvents();
    await Promise.allSettled(this.#pending);
  }

  async #type(): Promise<void> {
    const path = this.#pickOpen();
    if (path === undefined) return this.#open();
    const chance = this.#chance;
    const text = this.editor.text(path);
    const at = chance.below(text.length + 1);
    const [end, typed] =
      chance() < 0.3
        ? [Math.min(text.length, at + chance.below(40)), '']
        : [at, chance.pick([...LINES, 'x', '`', '\n', 'ä'])];
    this.#log(`type ${path} ${at}-${end} ${JSON.stringify(typed)}`);
    await this.editor.notify('textDocument/didChange', this.editor.change(path, at, end, typed));
  }

  #sendRequest(): void {
    const path = this.#pickOpen();
    if (path === undefined) return;
    const chance = this.#chance;
    const textDocument = { uri: uriOf(path) };
    const position = { line: chance.below(12), character: chance.below(20) };
    const source = new CancellationTokenSource();
    const params = {
      textDocument,
      position,
      range: { start: position, end: position },
      context: { includeDeclaration: true, diagnostics: [] },
    };
    const method = `textDocument/${chance() < 0.5 ? 'diagnostic' : chance.pick(REQUESTS)}`;
    this.#log(`request ${method} ${path}`);
    const answer = this.editor.connection.sendRequest(method, params, source.token).catch(() => undefined);
    this.#pending.add(answer);
    void answer.finally(() => this.#pending.delete(answer));
    if (chance() < 0.4) setTimeout(() => source.cancel(), chance.below(4));
  }

  async #open(): Promise<void> {
    const files = this.#files().filter((path) => path.endsWith('.md') && !this.editor.texts.has(path));
    if (files.length === 0) return;
    const path = this.#chance.pick(files);
    this.#log(`open ${path}`);
    await this.editor.open(path, readFileSync(path, 'utf8'), path.endsWith('SKILL.md') ? 'skill' : 'markdown');
  }

  async #close(path = this.#pickOpen()): Promise<void> {
    if (path === undefined) return;
    this.#log(`close ${path}`);
    this.editor.texts.delete(path);
    await this.editor.notify('textDocument/didClose', { textDocument: { uri: uriOf(path) } });
  }

  /** Creates or changes a file; an open one is saved, as editors do. */
  #write(): void {
    const chance = this.#chance;
    const skill = join(this.#folder, 'skills', chance.pick(SKILLS));
    const inner = chance.pick(['SKILL.md', 'scripts/x.py', ...NAMES.map((name) => `references/${name}`)]);
    const path = join(skill, inner);
    const existed = this.#files().includes(path);
    const text = inner === 'SKILL.md' ? manifestOf(chance.pick(SKILLS), chance) : `# X\n\n${chance.pick(LINES)}`;
    this.#log(`write ${path}`);
    for (const folder of write(path, this.editor.texts.get(path)?.text ?? text)) this.#addEvent(folder, 'created');
    this.#addEvent(path, existed ? 'changed' : 'created');
  }

  #remove(path = this.#pick(this.#all())): void {
    if (path === undefined) return;
    this.#log(`remove ${path}`);
    rmSync(path, { recursive: true });
    // The files in a folder are deleted without events.
    for (const known of [...this.#events.keys()]) if (known.startsWith(`${path}/`)) this.#events.delete(known);
    this.#addEvent(path, 'deleted');
  }

  /** Deletes a skill or a folder in it and recreates it with other texts. */
  #recreate(): void {
    const chance = this.#chance;
    const folders = this.#all().filter((path) => statSync(path).isDirectory());
    if (folders.length === 0) return;
    const folder = chance.pick(folders);
    const files = this.#files().filter((path) => path.startsWith(`${folder}/`));
    this.#remove(folder);
    const isReported = chance() < 0.6;
    for (const path of files.filter(() => chance() < 0.8)) {
      this.#log(`recreate ${path}${isReported ? '' : ', not reported'}`);
      const text = path.endsWith('SKILL.md') ? manifestOf(chance.pick(SKILLS), chance) : chance.pick(LINES);
      for (const folder of write(path, text)) this.#addEvent(folder, 'created');
      if (isReported) this.#addEvent(path, 'created');
    }
  }

  async #rename(): Promise<void> {
    const chance = this.#chance;
    const files = this.#files();
    if (files.length === 0) return;
    const from = chance.pick(files);
    const to = join(dirname(from), chance.pick([...NAMES, 'SKILL.md']));
    if (this.#files().includes(to) || from.endsWith('SKILL.md')) return;
    this.#log(`rename ${from} to ${to}`);
    this.renamed.push({ from, to });
    renameSync(from, to);
    const text = this.editor.texts.get(from)?.text;
    // VS Code closes the old document and opens the new one, before or after it reports the rename.
    const reopen = async () => {
      if (text === undefined) return;
      await this.#close(from);
      await this.editor.open(to, text, 'markdown');
    };
    const first = chance() < 0.5;
    if (first) await reopen();
    await this.editor.notify('workspace/didRenameFiles', {
      files: [{ oldUri: uriOf(from), newUri: uriOf(to) }],
    });
    if (!first) await reopen();
    this.#addEvent(from, 'deleted');
    this.#addEvent(to, 'created');
  }

  async #sendEvents(): Promise<void> {
    if (this.#events.size === 0) return;
    const changes = [...this.#events].map(([path, kind]) => ({ uri: uriOf(path), type: NUMBERS[kind] }));
    this.#log(`send events ${[...this.#events].map(([path, kind]) => `${kind} ${path}`).join(', ')}`);
    this.#events.clear();
    await this.editor.notify('workspace/didChangeWatchedFiles', { changes });
  }

  /** Merges events of one path within a short time, as VS Code does. */
  #addEvent(path: string, kind: Kind): void {
    const before = this.#events.get(path);
    if (before === 'created' && kind === 'deleted') this.#events.delete(path);
    else if (before === 'deleted' && kind === 'created') this.#events.set(path, 'changed');
    else if (!(before === 'created' && kind === 'changed')) this.#events.set(path, kind);
  }

  #pickOpen(): string | undefined {
    return this.#pick([...this.editor.texts.keys()]);
  }

  #pick(paths: readonly string[]): string | undefined {
    return paths.length === 0 ? undefined : this.#chance.pick(paths);
  }

  #all(): readonly string[] {
    return readdirSync(join(this.#folder, 'skills'), { recursive: true, encoding: 'utf8' })
      .map((path) => join(this.#folder, 'skills', path))
      .sort();
  }

  #files(): readonly string[] {
    return this.#all().filter((path) => statSync(path).isFile());
  }

  #log(step: string): void {
    this.steps.push(step.replaceAll(`${this.#folder}/`, ''));
  }
}

const NUMBERS: Readonly<Record<Kind, number>> = { created: 1, changed: 2, deleted: 3 };

function manifestOf(name: string, chance: RandomSource): string {
  const lines = Array.from({ length: 3 + chance.below(4) }, () => chance.pick(LINES)).join('\n');
  return `---\nname: ${name}\ndescription: Does ${name}. Use it for ${name}.\n---\n\n${lines}`;
}

/** Writes a file; returns the folders created for it, outermost first. */
function write(path: string, text: string): readonly string[] {
  const first = mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  if (first === undefined) return [];
  const made = [dirname(path)];
  while (made[0] !== undefined && made[0] !== first) made.unshift(dirname(made[0]));
  return made;
}
