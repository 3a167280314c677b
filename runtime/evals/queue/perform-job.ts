import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { defined, type Skill } from '../../../skill/index.ts';
import { removeFolderNow } from '../../disk/remove-folder.ts';
import type { Host } from '../../loop/interfaces/host.ts';
import { prepareTemplate } from '../prepare/prepare-template.ts';
import type { RuntimeTemplate } from '../prepare/prepare-trials.ts';
import type { PlannedTrial } from '../trials/plan.ts';
import { limitsFor, providerOf } from '../trials/provider-gate.ts';
import { runTrial } from '../trials/run-trial.ts';
import { MAX_BLOB_BYTES } from './blobs.ts';
import { packFolder } from './folder-pack.ts';
import { evalKeys, KEEP_SECONDS } from './keys.ts';
import { QueueLedger } from './queue-ledger.ts';
import { QueueLimits } from './queue-limits.ts';
import { defineScript, runScript } from './run-script.ts';
import { type Message, TRIAL_CASE, TRIAL_JOB, TRIAL_SETTINGS, type TrialJob, type TrialSettings } from './trial-job.ts';
import type { WorkerContent } from './worker-content.ts';

/** The decisions of a worker's owner. Nothing of it comes from the queue. */
export interface WorkerRules {
  /** Approves scripts, or not. */
  readonly host: Host;
  /** Models that are run; absent for any. */
  readonly models?: readonly string[];
  /** The only endpoint besides the providers' own that keys of this environment are sent to. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly runtimeVersion: string;
}

/** The end of a job. */
export type JobEnd = 'done' | 'give back';

/**
 * KEYS: 1 the mark of a stopped eval, 2 the ended trials, 3 the ledger. ARGV: the trial. Returns 1 if the trial must run. Without the
 * limit on its costs it must not: no one waits for it anymore, or the coordinator adds it again.
 */
const MUST_RUN = defineScript(`
if redis.call('HEXISTS', KEYS[3], 'max') == 0 then return 0 end
if redis.call('EXISTS', KEYS[1]) == 1 or redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then return 0 end
return 1
`);

/** KEYS: 1 the inbox. ARGV: 1 the message, 2 seconds to keep it. */
const SEND = defineScript(`
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
`);

/** Performs jobs of a queue. Their content may come from anyone who can write to it. */
export class JobPerformer {
  private readonly client: Redis;
  private readonly content: WorkerContent;
  private readonly rules: WorkerRules;
  private readonly leaseMs: number;
  private readonly templates = new Map<string, RuntimeTemplate>();
  private readonly ledgers = new Map<string, QueueLedger>();
  /** By the eval and the settings of trials. */
  private readonly limits = new Map<string, QueueLimits>();

  constructor(client: Redis, content: WorkerContent, rules: WorkerRules, leaseMs: number) {
    this.client = client;
    this.content = content;
    this.rules = rules;
    this.leaseMs = leaseMs;
  }

  /** Performs a job, or refuses it with a message to the coordinator. Rejects if the queue fails. */
  async perform(data: unknown, signal: AbortSignal): Promise<JobEnd> {
    const parsed = TRIAL_JOB.safeParse(data);
    // Without its ids there is no one to tell.
    if (!parsed.success) return 'done';
    const job = parsed.data;
    const keys = evalKeys(job.eval);
    if ((await runScript(this.client, MUST_RUN, [keys.stopped, keys.ended, keys.ledger], [job.trial])) !== 1)
      return 'done';
    const prepared = await this.prepare(job);
    if ('why' in prepared) return this.refuse(job, prepared.why);
    const ledger = this.ledgers.get(job.eval) ?? new QueueLedger(this.client, keys, this.leaseMs);
    this.ledgers.set(job.eval, ledger);
    return this.run(job, prepared, ledger, signal);
  }

  private async run(job: TrialJob, prepared: Prepared, ledger: QueueLedger, signal: AbortSignal): Promise<JobEnd> {
    const { trial, template, skillName, distractors, workspace, limits } = prepared;
    const reserved = await ledger.reserve(job.trial, trial.model, signal);
    if (reserved.kind === 'cancelled') return 'give back';
    if (reserved.kind === 'failed') throw new Error(reserved.message);
    if (reserved.kind === 'exhausted') return this.send(job, { kind: 'exhausted', trial: job.trial });
    const end = await runTrial(
      defined({
        template: template.spec,
        trial,
        skillName,
        distractors,
        host: this.rules.host,
        signal,
        budget: { maxUsd: reserved.maxUsd, charge: (totalUsd) => ledger.charge(reserved.id, totalUsd) },
        // Simulated models have no provider with limits.
        limits: template.spec.model.simulated ? {} : limitsFor(trial.model, limits),
        onBegin: () => undefined,
        workspace,
      }),
    );
    if (end.kind === 'failed') {
      await ledger.settle(reserved.id, { costUsd: 0 });
      return this.refuse(job, end.message);
    }
    const folder = join(this.content.runs, end.run);
    try {
      const { costUsd = 0 } = end.usage;
      if (signal.aborted && !end.isComplete) {
        await ledger.settle(reserved.id, { trial: job.trial, run: end.run, costUsd });
        return 'give back';
      }
      const packed = packFolder(folder);
      const bytes = packed.kind === 'packed' && packed.bytes.length <= MAX_BLOB_BYTES ? packed.bytes : undefined;
      if (bytes === undefined) {
        await ledger.settle(reserved.id, { trial: job.trial, run: end.run, costUsd });
        return await this.refuse(job, packed.kind === 'failed' ? packed.message : 'its run is too large for the queue');
      }
      const { isComplete, isOverBudget } = end;
      const refusal = isComplete ? undefined : await limits.refusal(providerOf(trial.model));
      const message = { kind: 'ran', trial: job.trial, run: end.run, costUsd, isComplete, isOverBudget } as const;
      await ledger.finish(reserved.id, refusal === undefined ? message : { ...message, refusal }, bytes);
      return 'done';
    } finally {
      removeFolderNow(folder);
    }
  }

  private async prepare(job: TrialJob): Promise<Prepared | { readonly why: string }> {
    const { content } = this;
    const settings = await content.json(job.settings, TRIAL_SETTINGS);
    if (settings.kind === 'refused') return { why: `its settings: ${settings.why}` };
    const problem = this.ruleAgainst(settings.value);
    if (problem !== undefined) return { why: problem };
    const one = await content.json(job.case, TRIAL_CASE);
    if (one.kind === 'refused') return { why: `its case: ${one.why}` };
    const skill = job.skill === undefined ? undefined : await content.skill(job.skill);
    if (skill?.kind === 'refused') return { why: `its skill: ${skill.why}` };
    const workspace = job.workspace === undefined ? undefined : await content.folder(job.workspace);
    if (workspace?.kind === 'refused') return { why: `its workspace: ${workspace.why}` };
    const distractors: Skill[] = [];
    for (const hash of settings.value.distractors) {
      const other = await content.skill(hash);
      if (other.kind === 'refused') return { why: `another skill: ${other.why}` };
      distractors.push(other.value);
    }
    const template = this.templates.get(job.settings) ?? (await this.open(settings.value));
    if ('why' in template) return template;
    this.templates.set(job.settings, template);
    const { kind, prompt, skill: skillName } = one.value;
    const base = { id: '', prompt, file: '', position: { line: 1, column: 1 } };
    const trial: PlannedTrial = defined({
      id: job.trial,
      caseName: '',
      side: job.side,
      number: job.number,
      client: settings.value.client,
      model: settings.value.model,
      // What is judged stays with the coordinator.
      case: kind === 'task' ? { ...base, kind, files: [], checks: [] } : { ...base, kind, shouldTrigger: true },
      skill: skill?.value,
    });
    const place = workspace === undefined ? {} : { workspace: workspace.value };
    return { trial, template, skillName, distractors, limits: this.limitsOf(job, settings.value), ...place };
  }

  /** Returns the reason why the owner of this worker does not allow a trial. */
  private ruleAgainst({ runtimeVersion, model, baseUrl }: TrialSettings): string | undefined {
    const { rules } = this;
    if (runtimeVersion !== rules.runtimeVersion)
      return `install the same version of Skillwright: the eval has ${runtimeVersion}, the worker ${rules.runtimeVersion}`;
    if (rules.models?.includes(model) === false)
      return `add --model ${model} to the worker: it does not run this model`;
    // Otherwise a job could have the worker's key sent to any server.
    if (baseUrl !== undefined && baseUrl !== rules.baseUrl)
      return 'add the same --base-url to the worker: it sends no requests to an endpoint that only the queue names';
    return undefined;
  }

  private limitsOf(job: TrialJob, { limits = {} }: TrialSettings): QueueLimits {
    const key = `${job.eval} ${job.settings}`;
    const { concurrent, perMinute } = limits;
    const known = this.limits.get(key);
    const own =
      known ??
      new QueueLimits(
        this.client,
        job.eval,
        defined({
          concurrent,
          perMinute,
        }),
        this.leaseMs,
      );
    this.limits.set(key, own);
    return own;
  }

  private async open(settings: TrialSettings): Promise<RuntimeTemplate | { readonly why: string }> {
    const { client, model, guards, maxLlmCalls, install, baseUrl } = settings;
    const { environment, apiKey } = this.rules;
    const template = await prepareTemplate(
      defined({
        client,
        model,
        guards,
        maxLlmCalls,
        install,
        environment,
        skills: [this.content.placeholder()],
        folder: this.content.empty,
        runs: this.content.runs,
        trusted: true,
        baseUrl,
        apiKey,
      }),
    );
    return 'refused' in template ? { why: template.refused } : template;
  }

  private refuse(job: TrialJob, message: string): Promise<JobEnd> {
    return this.send(job, { kind: 'refused', trial: job.trial, message: message.slice(0, 1_000) });
  }

  private async send(job: TrialJob, message: Message): Promise<JobEnd> {
    const { inbox } = evalKeys(job.eval);
    await runScript(this.client, SEND, [inbox], [JSON.stringify(message), KEEP_SECONDS]);
    return 'done';
  }
}

/** A trial with everything that its run needs. */
interface Prepared {
  readonly trial: PlannedTrial;
  readonly template: RuntimeTemplate;
  readonly skillName: string;
  readonly distractors: readonly Skill[];
  readonly workspace?: string;
  readonly limits: QueueLimits;
}
