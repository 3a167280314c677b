import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import type { z } from 'zod';
import type { Skill } from '../../../skill/index.ts';
import { removeFolderNow } from '../../disk/remove-folder.ts';
import { createTemporaryFolder } from '../../temporary/temporary-folder.ts';
import { readSkills } from '../../toolset/read-skills.ts';
import { fetchBlob } from './blobs.ts';
import { unpackFolder } from './folder-pack.ts';

/** The value of a hash, or why it cannot be used. */
export type Content<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'refused'; readonly why: string };

/** Number of folders that a worker keeps on disk. */
const MAX_FOLDERS = 500;
/** Number of parsed values that are kept in memory. */
const MAX_VALUES = 2_000;

/**
 * The content of trials on the disk of a worker, in a folder of its own in the system's folder for temporary files: skills and
 * workspaces by their hashes, fetched when a trial needs them.
 */
export class WorkerContent {
  /** Absolute path of the folder in which runs are written. */
  readonly runs: string;
  /** Absolute path of an empty folder, in which agents are looked up: jobs cannot name any. */
  readonly empty: string;
  private readonly client: Redis;
  private readonly root: string;
  private readonly folders = new Map<string, Promise<Content<string>>>();
  private readonly skills = new Map<string, Content<Skill>>();
  private readonly values = new Map<string, Content<unknown>>();

  constructor(client: Redis) {
    this.client = client;
    this.root = createTemporaryFolder('worker');
    this.runs = join(this.root, 'runs');
    this.empty = join(this.root, 'empty');
    for (const folder of [this.runs, this.empty, join(this.root, 'content')]) mkdirSync(folder);
  }

  /** Returns JSON of this hash that fits a schema. */
  async json<T>(hash: string, schema: z.ZodType<T>): Promise<Content<T>> {
    const known = this.values.get(hash);
    const content = known ?? (await this.readJson(hash, schema));
    if (this.values.size >= MAX_VALUES) this.values.clear();
    // A value that is missing now may be published again.
    if (content.kind === 'found') this.values.set(hash, content);
    return content as Content<T>;
  }

  /** Returns the skill in a folder of this hash. */
  async skill(hash: string): Promise<Content<Skill>> {
    const known = this.skills.get(hash);
    if (known !== undefined) return known;
    const folder = await this.folder(hash);
    if (folder.kind === 'refused') return folder;
    // A client installs a skill under the name of its folder.
    const [name = ''] = readdirSync(folder.value);
    const read = readSkills([join(folder.value, name)], { client: null });
    if (read.kind === 'failed') return { kind: 'refused', why: read.message };
    const [skill] = read.skills;
    if (skill === undefined) return { kind: 'refused', why: 'it is not a skill' };
    const content = { kind: 'found', value: skill } as const;
    this.skills.set(hash, content);
    return content;
  }

  /** Returns the path of a folder of this hash. */
  folder(hash: string): Promise<Content<string>> {
    const known = this.folders.get(hash);
    if (known !== undefined) return known;
    const fetched = this.fetchFolder(hash);
    this.folders.set(hash, fetched);
    // A value that is missing now may be published again.
    void fetched.then(({ kind }) => kind === 'refused' && this.folders.delete(hash));
    return fetched;
  }

  /** Deletes folders when there are many. Call it while no trial runs. */
  trim(): void {
    if (this.folders.size <= MAX_FOLDERS) return;
    for (const hash of this.folders.keys()) removeFolderNow(join(this.root, 'content', hash));
    this.folders.clear();
    this.skills.clear();
  }

  /** Returns the path of a skill that every run can be prepared with. */
  placeholder(): string {
    const folder = join(this.root, 'placeholder');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'SKILL.md'), '---\nname: placeholder\ndescription: Replaced by each trial.\n---\n');
    return folder;
  }

  remove(): void {
    removeFolderNow(this.root);
  }

  private async readJson<T>(hash: string, schema: z.ZodType<T>): Promise<Content<T>> {
    const bytes = await fetchBlob(this.client, hash);
    if (bytes === undefined) return missing(hash);
    if (createHash('sha256').update(bytes).digest('hex') !== hash)
      return { kind: 'refused', why: 'the content does not match its hash' };
    try {
      const parsed = schema.safeParse(JSON.parse(bytes.toString('utf8')));
      if (parsed.success) return { kind: 'found', value: parsed.data };
      return { kind: 'refused', why: `${parsed.error.issues[0]?.path.join('.')} is invalid` };
    } catch {
      return { kind: 'refused', why: 'it is not JSON' };
    }
  }

  private async fetchFolder(hash: string): Promise<Content<string>> {
    const bytes = await fetchBlob(this.client, hash);
    if (bytes === undefined) return missing(hash);
    const folder = join(this.root, 'content', hash);
    removeFolderNow(folder);
    mkdirSync(folder);
    const problem = unpackFolder(bytes, folder, hash);
    if (problem === undefined) return { kind: 'found', value: folder };
    removeFolderNow(folder);
    return { kind: 'refused', why: problem };
  }
}

function missing(hash: string): { readonly kind: 'refused'; readonly why: string } {
  return { kind: 'refused', why: `${hash.slice(0, 12)} is missing in the queue or too large; repeat the command` };
}
