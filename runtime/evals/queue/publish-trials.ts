import { basename } from 'node:path';
import type { Redis } from 'ioredis';
import { defined, type Skill } from '../../../skill/index.ts';
import type { PreparedTrial, RunTemplate } from '../prepare/prepare-trials.ts';
import { BlobPublisher, MAX_BLOB_BYTES } from './blobs.ts';
import { packFolder } from './folder-pack.ts';
import type { NewJob } from './packages.ts';
import {
  jobId,
  QUEUE_VERSION,
  TRIAL_SETTINGS,
  type TrialCase,
  type TrialJob,
  type TrialSettings,
} from './trial-job.ts';

/** The settings that all trials of an eval share. */
export interface SharedSettings {
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly runtimeVersion: string;
  readonly distractors: readonly Skill[];
  /** The limits on the calls to a provider. */
  readonly limitsOf: (model: string) => TrialSettings['limits'];
}

/** Folders that no run copies, and whose content must not leave the machine, such as addresses with passwords in `.git`. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Publishes what trials need, each value once, and describes them as jobs. */
export class TrialPublisher {
  private readonly blobs: BlobPublisher;
  private readonly evalId: string;
  private readonly shared: SharedSettings;
  /** Hashes by the path of a folder, the text of a case, or the template. */
  private readonly folders = new Map<string, string>();
  private readonly cases = new Map<string, string>();
  private readonly settings = new Map<RunTemplate, string>();

  constructor(client: Redis, evalId: string, shared: SharedSettings) {
    this.blobs = new BlobPublisher(client);
    this.evalId = evalId;
    this.shared = shared;
  }

  /** Extends the life of everything that was published. What a restart of Redis has lost is published again by `describe`. */
  async renew(): Promise<void> {
    if (await this.blobs.renew()) return;
    for (const known of [this.folders, this.cases, this.settings]) known.clear();
  }

  /** Returns the job of a trial, or an error message. */
  async describe({ trial, skill, template, workspace }: PreparedTrial): Promise<NewJob | string> {
    const settings = await this.settingsHash(template);
    if ('message' in settings) return settings.message;
    const own = trial.skill === undefined ? undefined : await this.skillHash(trial.skill);
    if (own !== undefined && 'message' in own) return own.message;
    const place = workspace === undefined ? undefined : await this.folderHash(workspace);
    if (place !== undefined && 'message' in place) return place.message;
    const data: TrialJob = defined({
      version: QUEUE_VERSION,
      eval: this.evalId,
      trial: trial.id,
      settings: settings.hash,
      case: await this.caseHash({ skill: skill.name, kind: trial.case.kind, prompt: trial.case.prompt }),
      skill: own?.hash,
      workspace: place?.hash,
      side: trial.side,
      number: trial.number,
    });
    return {
      name: 'trial',
      data,
      // A removed job can be added again, and a result is kept elsewhere. Attempts are for failures of Redis.
      opts: {
        jobId: jobId(this.evalId, trial.id),
        removeOnComplete: true,
        attempts: 5,
        backoff: { type: 'fixed', delay: 1_000 },
      },
    };
  }

  private async settingsHash(template: RunTemplate): Promise<{ readonly hash: string } | { readonly message: string }> {
    const known = this.settings.get(template);
    if (known !== undefined) return { hash: known };
    const { settings, runtimeVersion, limitsOf } = this.shared;
    const distractors: string[] = [];
    for (const skill of this.shared.distractors) {
      const packed = await this.skillHash(skill);
      if ('message' in packed) return packed;
      distractors.push(packed.hash);
    }
    const limits = limitsOf(template.model);
    const { guards, maxLlmCalls, install, baseUrl } = settings;
    const parsed = TRIAL_SETTINGS.safeParse({
      runtimeVersion,
      client: template.client,
      model: template.model,
      guards,
      maxLlmCalls,
      install,
      distractors,
      baseUrl,
      limits,
    });
    if (!parsed.success)
      return {
        message: `Leave out --queue: its workers cannot run these trials (${parsed.error.issues[0]?.path.join('.')}).`,
      };
    const hash = await this.blobs.publishJson(parsed.data);
    this.settings.set(template, hash);
    return { hash };
  }

  private async caseHash(value: TrialCase): Promise<string> {
    const key = JSON.stringify(value);
    const hash = this.cases.get(key) ?? (await this.blobs.publishJson(value));
    this.cases.set(key, hash);
    return hash;
  }

  /** A client installs a skill under the name of its folder, which is therefore part of the content. */
  private skillHash({ root }: Skill) {
    return this.folderHash(root, basename(root));
  }

  private async folderHash(
    root: string,
    name?: string,
  ): Promise<{ readonly hash: string } | { readonly message: string }> {
    const known = this.folders.get(root);
    if (known !== undefined) return { hash: known };
    const packed = packFolder(root, name, SKIPPED);
    if (packed.kind === 'failed') return { message: packed.message };
    if (packed.bytes.length > MAX_BLOB_BYTES)
      return {
        message: `Remove files from ${root}: a queue takes up to ${MAX_BLOB_BYTES / 1024 / 1024} MB, compressed.`,
      };
    await this.blobs.publish(packed.hash, packed.bytes);
    this.folders.set(root, packed.hash);
    return { hash: packed.hash };
  }
}
