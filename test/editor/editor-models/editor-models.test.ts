/** Runs with a model of VS Code: through the runtime process, the extension and VS Code's API. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { CancellationError, LanguageModelChatMessageRole, LanguageModelError, LanguageModelTextPart } from 'vscode';
import { editorModels } from '../../../client/models/editor-models.ts';
import type { RunEvent, RunFinished } from '../../../runtime/protocol/events.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { TIMEOUT_FACTOR } from '../harness/timeout-factor.ts';
import { until } from '../harness/until.ts';
import { type Answer, calls, formatParts, text, Vendor } from './provider.ts';

const SKILL = 'release-writer';
/** An image of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface FinishedRun {
  readonly events: readonly RunEvent[];
  readonly finished: RunFinished;
  readonly journal: string;
}

/** Starts a run and returns its journal immediately. */
async function start(model: string): Promise<string> {
  const { runs } = await skillwright();
  const started = await runs.start({
    prompt: 'Write the notes.',
    skills: [inWorkspace('skills', SKILL)],
    model,
    guards: 'default',
    maxLlmCalls: 5,
    runs: inWorkspace('.skillwright', 'runs'),
    trusted: true,
  });
  assert.equal(started.kind, 'started', started.kind === 'failed' ? started.message : '');
  return started.kind === 'started' ? started.run.journal : '';
}

async function waitForFinish(journal: string): Promise<FinishedRun> {
  const { runs } = await skillwright();
  await until('the end of the run', () => runs.find(journal) === undefined, 20_000);
  const events = readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEvent);
  const finished = events.at(-1);
  assert.ok(finished?.type === 'run_finished');
  return { events, finished, journal };
}

const run = async (model: string): Promise<FinishedRun> => waitForFinish(await start(model));

describe("VS Code's models", () => {
  let vendor: Vendor;

  before(async () => {
    await skillwright();
    vendor = new Vendor();
  });
  after(() => vendor.dispose());

  it('are listed for all vendors, without a prompt', async () => {
    const listed = await until('the models', async () => {
      const all = await editorModels();
      return all.length >= 3 && all;
    });
    assert.deepEqual(
      listed
        .filter(({ vendor: by }) => by.startsWith('skillwright-'))
        .map(({ id, maxInputTokens }) => [id, maxInputTokens]),
      [
        ['sees', 4096],
        ['blind', 4096],
        ['foreign-model', 1000],
      ],
    );
  });

  it('reply with text, with an estimated token count', async () => {
    vendor.begin(text('All done.'));
    const { finished, events } = await run('vscode/sees');
    assert.deepEqual([finished.reason, finished.text], ['final', 'All done.']);
    assert.equal(finished.usage.estimated, true);
    assert.ok((finished.usage.inputTokens ?? 0) > 100);
    assert.equal(finished.usage.costUsd, undefined);
    assert.equal(events[0]?.type === 'run_started' && events[0].simulated, false);
    const [request] = vendor.requests;
    assert.deepEqual(
      request?.messages.map(({ role }) => role),
      [LanguageModelChatMessageRole.User, LanguageModelChatMessageRole.User],
    );
    assert.ok(request?.options.tools?.some(({ name }) => name === 'load_skill'));
  });

  it('can think, which is shown but not sent back', async function () {
    const Thinking: unknown = Reflect.get(vscode, 'LanguageModelThinkingPart');
    if (typeof Thinking !== 'function') this.skip();
    const thought: unknown = Reflect.construct(Thinking, ['Which skill is it?']);
    vendor.begin(async (request) => {
      request.say(thought as vscode.LanguageModelTextPart);
      await calls(['c1', 'list_skills', {}])(request);
    }, text('Done.'));
    const { finished, events } = await run('vscode/sees');
    assert.equal(finished.text, 'Done.');
    const answered = events.find((event) => event.type === 'llm_response');
    assert.equal(answered?.reasoning, 'Which skill is it?');
    assert.ok(!vendor.requests[1]?.messages.flatMap(formatParts).some((line) => line.includes('Which skill')));
  });

  it('can call tools in parallel, and receive the result of each call', async () => {
    vendor.begin(calls(['c1', 'load_skill', { skill_name: SKILL }], ['c2', 'list_skills', {}]), text('Read both.'));
    const { finished, events } = await run('vscode/sees');
    assert.equal(finished.text, 'Read both.');
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'tool_call' ? [event.tool] : [])),
      ['load_skill', 'list_skills'],
    );
    const [reply, answered] = vendor.requests[1]?.messages.slice(-2) ?? [];
    assert.ok(reply && answered);
    assert.deepEqual(
      [reply.role, answered.role],
      [LanguageModelChatMessageRole.Assistant, LanguageModelChatMessageRole.User],
    );
    const called = formatParts(reply).map((line) => /^call (\S+) (\w+)$/.exec(line));
    assert.deepEqual(
      called.map((match) => match?.[2]),
      ['load_skill', 'list_skills'],
    );
    const results = formatParts(answered);
    assert.equal(results.length, 2);
    for (const [at, match] of called.entries())
      assert.ok(results[at]?.startsWith(`result ${match?.[1]} `), results[at]);
    assert.match(results[0] ?? '', /release-writer/);
  });

  it('end the run with an error if their reply breaks off, without running a tool or retrying', async () => {
    const cut: Answer = async (request) => {
      request.say(new LanguageModelTextPart('I will '));
      await calls(['c1', 'list_skills', {}])(request);
      await new Promise((resolve) => setTimeout(resolve, 300));
      throw new Error('the line is dead');
    };
    vendor.begin(cut);
    const { finished, events } = await run('vscode/sees');
    assert.equal(finished.reason, 'model_error');
    assert.match(finished.error ?? '', /interrupted: .*the line is dead/);
    assert.ok(!events.some((event) => event.type === 'tool_call'));
    assert.equal(vendor.requests.length, 1);
  });

  for (const [title, error, expected] of [
    [
      'are blocked',
      () => LanguageModelError.Blocked('the quota is used up'),
      /quota may be used up: .*the quota is used up/,
    ],
    ['refuse', () => LanguageModelError.NoPermissions('not for you'), /does not let Skillwright use sees.*not for you/],
    ['were taken away', () => LanguageModelError.NotFound('no such model'), /VS Code has no model sees.*no such model/],
    [
      'were cancelled by their extension',
      () => new CancellationError(),
      /was cancelled by VS Code or by the model's extension/,
    ],
    ['fail', () => new Error('boom 17'), /The model sees of VS Code failed: .*boom 17/],
  ] as const)
    it(`that ${title} end the run with the reason`, async () => {
      vendor.begin(async () => {
        throw error();
      });
      const { finished } = await run('vscode/sees');
      assert.equal(finished.reason, 'model_error');
      assert.match(finished.error ?? '', expected);
      assert.equal(vendor.requests.length, 1);
    });

  it('are cancelled immediately when the run is stopped, even if they ignore it', async () => {
    const { runs } = await skillwright();
    let token = false;
    vendor.begin(async (request) => {
      request.token.onCancellationRequested(() => {
        token = true;
      });
      request.say(new LanguageModelTextPart('Thinking'));
      await new Promise(() => undefined);
    });
    const journal = await start('vscode/sees');
    await until('the question', () => vendor.requests.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const stopped = performance.now();
    runs.stop(journal);
    const { finished } = await waitForFinish(journal);
    assert.equal(finished.reason, 'cancelled');
    assert.ok(performance.now() - stopped < 3000 * TIMEOUT_FACTOR, 'not killed after its grace');
    await until('the cancellation to reach the model', () => token);
  });

  it('are cancelled when the window closes and when their output is too long', async () => {
    let cancelled = 0;
    const endless: Answer = async ({ say, token }) => {
      token.onCancellationRequested(() => cancelled++);
      for (let part = 0; part < 60 && !token.isCancellationRequested; part++) {
        say(new LanguageModelTextPart('x'.repeat(50_000)));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    };
    vendor.begin(endless);
    const long = await run('vscode/sees');
    assert.match(long.finished.error ?? '', /longer than 2,000,000 characters/);
    await until('the cancellation to reach the model', () => cancelled === 1);
    vendor.begin(endless);
    const journal = await start('vscode/sees');
    await until('the question', () => vendor.requests.length === 1);
    const { runs } = await skillwright();
    runs.leave(journal);
    await until('the cancellation to reach the model', () => cancelled === 2);
    await until('the end of the process', () => runs.find(journal) === undefined);
    assert.match(readFileSync(journal, 'utf8'), /"interrupted":"window"[^\n]*\n$/);
  });

  it("of another extension require the user's consent, which VS Code denies in tests", async () => {
    const { finished } = await run('vscode/foreign-model');
    assert.equal(finished.reason, 'model_error');
    assert.match(finished.error ?? '', /Manage Language Model Access.*does not let Skillwright use foreign-model/);
  });

  it('that do not exist are reported as missing', async () => {
    const { finished } = await run('vscode/unknown');
    assert.match(finished.error ?? '', /VS Code has no model unknown/);
  });

  it('receive the images of a skill, or a note if they do not support images', async () => {
    writeFileSync(inWorkspace('skills', SKILL, 'assets', 'logo.png'), Buffer.from(PNG, 'base64'));
    for (const [model, expected] of [
      ['sees', /^data image\/png$/],
      ['blind', /logo\.png is binary \(image\/png\)/],
    ] as const) {
      vendor.begin(
        calls(['c1', 'load_skill_resource', { skill_name: SKILL, file_path: 'assets/logo.png' }]),
        text('Seen.'),
      );
      const { finished, events } = await run(`vscode/${model}`);
      assert.equal(finished.reason, 'final', JSON.stringify(events.slice(-4)));
      const lines = vendor.requests[1]?.messages.flatMap(formatParts) ?? [];
      assert.ok(
        lines.some((line) => expected.test(line)),
        `${model}: ${lines.slice(-3).join('\n')}`,
      );
    }
  });
});
