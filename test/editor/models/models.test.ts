/** Choosing a model, setting its key, and the destinations of the key. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigurationTarget, commands, type MessageOptions, window, workspace } from 'vscode';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import {
  needsWindow,
  press,
  screenshot,
  screenshotAt,
  screenshotInThemes,
  type,
  webview,
  workbench,
} from '../harness/ui.ts';
import { until } from '../harness/until.ts';
import { type Endpoint, startEndpoint } from './endpoint.ts';

const KEY = 'sk-canary-ed17-5b20c3';
const WRONG = 'sk-wrong-canary-77';
const timeline = webview('[role=treegrid]');
const input = '.quick-input-widget input';
const message = '.quick-input-widget .quick-input-message';
const row = (label: string): string => `.quick-input-list .monaco-list-row[aria-label*="${label}"]`;
const focusedItem = (label: string): string => `.quick-input-list .monaco-list-row.focused[aria-label*="${label}"]`;

/** Chooses an item in the list with this title by typing its label. */
async function choose(title: string, label: string): Promise<void> {
  await untilTitle(title);
  await workbench.waitFor('.quick-input-list .monaco-list-row.focused');
  await type(label);
  await workbench.waitFor(focusedItem(label));
  await press('Enter');
}

/** Presses this key until a button with this icon is focused. */
async function pressUpTo(key: string, icon: string): Promise<void> {
  await until(`the button ${icon}`, async () => {
    await press(key);
    return workbench.evaluate<boolean>(`document.activeElement.className.includes('${icon}')`);
  });
}

async function untilTitle(title: string): Promise<void> {
  await until(`the box "${title}"`, async () => (await workbench.texts('.quick-input-title')).join('').includes(title));
}

async function clearBox(): Promise<void> {
  await press('Control+A');
  await press('Delete');
}

function journalOf(path: string): readonly RunEvent[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEvent);
}

interface ShownWarning {
  readonly message: string;
  readonly modal: boolean | undefined;
  readonly detail: string;
}

/**
 * Answers the first warning that `act` shows (`undefined` means Cancel) and returns it. VS Code shows no modal dialogs in
 * tests, so the API function that opens one is replaced until then.
 */
async function answerWarning(answer: string | undefined, act: () => Promise<void>): Promise<ShownWarning> {
  const original = window.showWarningMessage;
  let shown: ShownWarning | undefined;
  const replaced = async (message: string, options: MessageOptions): Promise<string | undefined> => {
    shown ??= { message, modal: options.modal, detail: options.detail ?? '' };
    return answer;
  };
  Object.assign(window, { showWarningMessage: replaced });
  try {
    await act();
    return await until('the warning', () => shown, 20_000);
  } finally {
    Object.assign(window, { showWarningMessage: original });
  }
}

/** Returns every file below a folder that contains this text. */
function filesWith(folder: string, text: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

/** Opens "Run Agent" for the skill csv-summary, up to its last step. */
async function runUpToModel(prompt: string): Promise<void> {
  void commands.executeCommand('skillwright.runAgent', inWorkspace('skills/csv-summary'));
  await workbench.waitFor('.quick-input-widget input[placeholder*="Select the agent"]');
  await workbench.waitFor(focusedItem('No agent, only skills'));
  await press('Enter');
  await workbench.waitFor('.quick-input-widget input[placeholder*="Enter a prompt"]');
  await workbench.waitFor('.quick-input-list .monaco-list-row.focused');
  await type(prompt);
  await workbench.waitFor(focusedItem(prompt));
  await press('Enter');
  await workbench.waitFor('.quick-input-widget input[placeholder*="Select a model"]');
}

async function waitForJournal(prompt: string): Promise<string> {
  const { runs } = await skillwright();
  const { journal } = await until('the run', () => runs.live().find((run) => run.params.prompt === prompt), 20_000);
  await until('its end', () => runs.live().length === 0, 30_000);
  return journal;
}

describe('models', () => {
  let office: Endpoint;
  let stranger: Endpoint;
  /** An endpoint without a list of models. */
  let silent: Endpoint;
  /** An endpoint that accepts requests and never responds. */
  let hanging: Endpoint;
  const settings = () => workspace.getConfiguration('skillwright');

  before(async function () {
    needsWindow(this);
    await skillwright();
    await commands.executeCommand('workbench.action.closeSidebar');
    const script = {
      calls: [['run_skill_script', { skill_name: 'csv-summary', script_path: 'scripts/summarize.py' }]],
    } as const;
    office = await startEndpoint(KEY, (body) =>
      body.includes('Pause first') && !body.includes('"tool"') ? script : { text: 'All done at the office.' },
    );
    stranger = await startEndpoint(undefined, () => ({ text: 'Thank you.' }));
    silent = await startEndpoint(undefined, () => ({}), 404);
    hanging = await startEndpoint(undefined, () => ({}), 'never');
    const endpoints = { office: office.url, stranger: stranger.url };
    await settings().update('endpoints', endpoints, ConfigurationTarget.Global);
  });
  after(async () => {
    office?.close();
    for (const one of [stranger, silent, hanging]) one?.close();
    await settings().update('endpoints', undefined, ConfigurationTarget.Global);
  });

  afterEach(async () => {
    await commands.executeCommand('workbench.action.closeQuickOpen');
    // The box fades out, and would still receive typed text.
    await workbench.waitForNone('.quick-input-widget');
    // A timeline behind a dialog can take the focus between two of its steps on a busy machine.
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('an endpoint that requires a key is marked in the list, which offers to set it', async () => {
    void commands.executeCommand('skillwright.selectModel');
    await workbench.waitFor(row('office requires an API key'));
    await screenshot('models/no-key');
    await choose('Select Model', 'office requires an API key');
    await workbench.waitFor(`${input}[placeholder*="Key for ${office.origin}"]`);
    await press('Escape');
    // Back in the list.
    await workbench.waitFor('.quick-input-widget input[placeholder*="Select a model"]');
    await press('Escape');
    await workbench.waitForNone('.quick-input-widget');
  });

  it('a rejected key stays in the input box with the next step and is not logged; the correct key is saved', async function () {
    this.timeout(60_000);
    void commands.executeCommand('skillwright.setApiKey');
    await choose('Set API Key', office.origin);
    await workbench.waitFor(`${input}[type=password]`);
    await type(WRONG);
    await press('Enter');
    await until('the message', async () => (await workbench.texts(message)).join(' ').includes('refused the key'));
    const text = (await workbench.texts(message)).join(' ');
    assert.match(text, /\[redacted\]/);
    assert.ok(!text.includes(WRONG), text);
    assert.match(text, /press Enter.*\(Shift\+Tab\) to save it anyway/);
    assert.equal(
      await workbench.evaluate(`document.querySelectorAll('${message} a').length`),
      0,
      'no link to a command',
    );
    await screenshotInThemes('models/key-refused-', ['dark', 'light']);
    assert.equal(office.requests.at(-1)?.headers.authorization, `Bearer ${WRONG}`);
    await clearBox();
    await type(KEY);
    const before = office.requests.length;
    await press('Enter');
    await workbench.waitForNone('.quick-input-widget');
    assert.equal(office.requests.length, before + 1, 'one check');
    assert.equal(office.requests.at(-1)?.path, '/v1/models');
    void commands.executeCommand('skillwright.setApiKey');
    await workbench.waitFor(`${row(office.origin)}[aria-label*="A key is set"]`);
    await screenshot('models/keys');
    await press('Escape');
  });

  it('models are grouped by source, with their limits, and can be made favorites by the keyboard', async () => {
    void commands.executeCommand('skillwright.selectModel');
    await workbench.waitFor(focusedItem('simulated/weak'));
    await type('small-writer');
    await workbench.waitFor(focusedItem(`small-writer, at ${office.origin}`));
    await workbench.waitFor(`${row('small-writer')}[aria-label*="32,768 tokens · 4,096 max output"]`);
    await pressUpTo('Tab', 'star-empty');
    await press('Enter');
    await workbench.waitFor(`${focusedItem('small-writer')} .codicon-star-full`);
    await screenshot('models/favorite');
    await press('Escape');
    void commands.executeCommand('skillwright.selectModel');
    await workbench.waitFor(focusedItem('small-writer'));
    await workbench.waitFor(`${row('Large Writer')}[aria-label*="200,000 tokens"]`);
    await workbench.waitFor(`${row('Large Writer')}[aria-label*="cannot call tools"]`);
    await until('the group of favorites', async () =>
      (await workbench.texts('.quick-input-list .monaco-list-row')).join('\n').includes('favorites'),
    );
    await screenshotInThemes('models/picker-', ['dark', 'light', 'contrast']);
    await screenshotAt(560, 800, 'models/picker-narrow');
    await press('Escape');
  });

  it('the chosen model is preselected for a run, and its key is passed to it but written to no file', async function () {
    this.timeout(60_000);
    void commands.executeCommand('skillwright.selectModel');
    await choose('Select Model', 'small-writer');
    await workbench.waitForNone('.quick-input-widget');
    await runUpToModel('Summarize for the office');
    await workbench.waitFor(focusedItem('small-writer'));
    await press('Enter');
    const journal = await waitForJournal('Summarize for the office');
    const last = journalOf(journal).at(-1);
    assert.equal(last?.type === 'run_finished' && last.reason, 'final');
    const requests = office.requests.filter(({ path }) => path === '/v1/chat/completions');
    assert.ok(requests.length > 0);
    for (const { headers } of requests) assert.equal(headers.authorization, `Bearer ${KEY}`);
    // The workspace with its journals, and the profile with its settings, state and logs.
    assert.ok(filesWith(inWorkspace('..'), office.url).length > 1, 'settings and journal are among them');
    assert.deepEqual(filesWith(inWorkspace('..'), KEY), []);
    const { runs } = await skillwright();
    assert.ok(!JSON.stringify(runs.live()).includes(KEY));
  });

  it('no other origin receives the key, neither for its list nor in a run', async function () {
    this.timeout(60_000);
    await runUpToModel('Tell the stranger');
    await type('stranger/small-writer');
    await workbench.waitFor(focusedItem(`stranger/small-writer, at ${stranger.origin}`));
    await press('Enter');
    const last = journalOf(await waitForJournal('Tell the stranger')).at(-1);
    assert.equal(last?.type === 'run_finished' && last.reason, 'final');
    assert.ok(stranger.requests.some(({ path }) => path === '/v1/models'));
    assert.ok(stranger.requests.some(({ path }) => path === '/v1/chat/completions'));
    for (const { headers, body } of stranger.requests) {
      assert.equal(headers.authorization, undefined);
      assert.ok(!JSON.stringify([headers, body]).includes(KEY));
    }
  });

  it('a paused run resumes with the key of its endpoint, but without a key if its journal names another endpoint', async function () {
    this.timeout(90_000);
    const { runs, show } = await skillwright();
    await runUpToModel('Pause first');
    await choose('Run Agent', 'office/small-writer');
    const { journal } = await until('a pause', () => runs.live().find((run) => run.waiting !== undefined), 30_000);
    runs.leave(journal);
    await until('the end of the process', () => runs.live().length === 0, 30_000);
    // A copy with a modified journal: the same run at another endpoint.
    const events = journalOf(journal);
    const started = events[0];
    assert.ok(started?.type === 'run_started');
    const id = `${started.run.slice(0, -3)}zzz`;
    const forged = readFileSync(journal, 'utf8').replaceAll(office.url, stranger.url).replaceAll(started.run, id);
    const forgedFolder = join(dirname(dirname(journal)), id);
    mkdirSync(forgedFolder);
    writeFileSync(join(forgedFolder, 'journal.jsonl'), forged);
    const deny = async (path: string): Promise<void> => {
      await commands.executeCommand('workbench.action.closeAllEditors');
      show(path);
      await timeline.waitFor('button:visible:has-text("Deny")', { timeout: 20_000 });
      await timeline.click('button:visible:has-text("Deny")');
    };
    const finished = (path: string) =>
      until(
        'the end of the run',
        () => {
          const last = journalOf(path).at(-1);
          return last?.type === 'run_finished' && last.reason === 'final';
        },
        30_000,
      );
    const before = office.requests.length;
    await deny(journal);
    await finished(journal);
    assert.ok(office.requests.length > before);
    assert.equal(office.requests.at(-1)?.headers.authorization, `Bearer ${KEY}`);
    const requestCount = office.requests.length;
    const other = stranger.requests.length;
    const forgedJournal = join(forgedFolder, 'journal.jsonl');
    const cancelled = await answerWarning(undefined, () => deny(forgedJournal));
    assert.equal(cancelled.message, 'Resume this run?');
    assert.equal(cancelled.modal, true);
    assert.match(cancelled.detail, /This run was not started on this machine\./);
    assert.ok(cancelled.detail.includes(`openai-compatible/small-writer at ${stranger.url}`), cancelled.detail);
    assert.deepEqual(runs.live(), []);
    assert.equal(readFileSync(forgedJournal, 'utf8'), forged);
    assert.equal(stranger.requests.length, other, 'nothing was sent without a consent');
    // A confirmation for another endpoint does not release the key either.
    await answerWarning('Resume', () => deny(forgedJournal));
    await finished(forgedJournal);
    assert.ok(stranger.requests.length > other, 'the stranger was asked');
    for (const { headers } of stranger.requests) assert.equal(headers.authorization, undefined);
    assert.equal(office.requests.length, requestCount);
    assert.deepEqual(filesWith(dirname(dirname(journal)), KEY), []);
  });

  it('a workspace cannot set an endpoint', async () => {
    const file = inWorkspace('.vscode/settings.json');
    const configured = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      JSON.stringify({ 'skillwright.endpoints': { office: stranger.url }, 'skillwright.model': 'office/x' }),
    );
    try {
      await until('the workspace’s model', () => settings().get('model') === 'office/x');
      assert.deepEqual(settings().get('endpoints'), { office: office.url, stranger: stranger.url });
    } finally {
      writeFileSync(file, configured ?? '{}');
    }
  });

  it('a key that cannot be checked can be saved anyway, by the keyboard', async () => {
    void commands.executeCommand('skillwright.setApiKey');
    await choose('Set API Key', 'Another endpoint');
    await untilTitle('OpenAI-compatible endpoint');
    await press('Control+A');
    await type(`${silent.origin}/v1`);
    await press('Enter');
    await workbench.waitFor(`${input}[type=password]`);
    await type('sk-unchecked-1');
    await press('Enter');
    await until('the message', async () => (await workbench.texts(message)).join(' ').includes('Cannot check the key'));
    await pressUpTo('Shift+Tab', 'codicon-save');
    await press('Enter');
    await workbench.waitForNone('.quick-input-widget');
    void commands.executeCommand('skillwright.removeApiKey');
    await choose('Remove API Key', silent.origin);
    await workbench.waitForNone('.quick-input-widget');
  });

  it('a check can be stopped by the keyboard, and the input box stays open', async () => {
    void commands.executeCommand('skillwright.setApiKey');
    await choose('Set API Key', 'Another endpoint');
    await untilTitle('OpenAI-compatible endpoint');
    await press('Control+A');
    await type(hanging.url);
    await press('Enter');
    await workbench.waitFor(`${input}[type=password]`);
    await type('sk-hanging-1');
    await press('Enter');
    await until('the check', async () => (await workbench.texts(message)).join(' ').includes('Loading the models'));
    await pressUpTo('Shift+Tab', 'codicon-debug-stop');
    await press('Enter');
    await until('the end of the check', async () =>
      (await workbench.texts(message)).join(' ').includes('is checked by listing'),
    );
    await workbench.waitFor(`${input}[type=password]`);
    await press('Escape');
    await workbench.waitForNone('.quick-input-widget');
  });

  /** Chooses "OpenAI-compatible endpoint…" in the list of models and enters this address. */
  async function enterEndpoint(url: string): Promise<void> {
    void commands.executeCommand('skillwright.selectModel');
    // Once all queries are complete, the list no longer changes.
    await workbench.waitFor('.quick-input-widget .codicon-refresh');
    await choose('Select Model', 'OpenAI-compatible endpoint');
    await untilTitle('OpenAI-compatible endpoint');
    await clearBox();
    await type(url);
    await press('Enter');
  }
  const boxSays = (words: string) =>
    until(`"${words}"`, async () => (await workbench.texts(message)).join(' ').includes(words));
  const statusBar = async () => (await workbench.texts('.statusbar-item[id*="skillwright.model"]')).join(' ');

  it('an address is checked on entry; an unreachable one stays in the input box and can be used anyway', async function () {
    this.timeout(60_000);
    const gone = await startEndpoint(undefined, () => ({}));
    gone.close();
    await enterEndpoint(gone.url);
    await boxSays('correct the address');
    await screenshotInThemes('models/endpoint-dead-', ['dark', 'light']);
    await clearBox();
    await type(hanging.url);
    await press('Enter');
    await boxSays(`Loading the models of ${hanging.origin}`);
    await pressUpTo('Shift+Tab', 'codicon-debug-stop');
    await press('Enter');
    await boxSays('It is checked by');
    await workbench.click(input);
    await clearBox();
    await type(silent.url);
    await press('Enter');
    await boxSays('correct the address');
    await pressUpTo('Shift+Tab', 'codicon-check');
    await press('Enter');
    await boxSays('Name under which to save');
    await clearBox();
    await press('Enter');
    await boxSays(`${silent.origin} lists none`);
    await press('Escape');
    await workbench.waitFor('.quick-input-widget input[placeholder*="Select a model"]');
    await press('Escape');
    assert.deepEqual(Object.keys(settings().get('endpoints') ?? {}), ['office', 'stranger']);
  });

  it('an endpoint is added with its key, and its models are listed under its name the next time', async function () {
    this.timeout(90_000);
    const vault = await startEndpoint('sk-vault-canary-31', () => ({ text: 'Done.' }));
    try {
      await enterEndpoint(vault.url);
      await workbench.waitFor(`${input}[placeholder*="Key for ${vault.origin}"]`);
      await boxSays('The endpoint requires a key');
      await type('sk-vault-canary-31');
      await press('Enter');
      await boxSays('Name under which to save');
      const suggested = await workbench.evaluate<string>(`document.querySelector('${input}').value`);
      assert.match(suggested, /^local-\d+$/);
      await screenshot('models/endpoint-name');
      await clearBox();
      await type('openai');
      await boxSays("'openai' is a provider");
      await clearBox();
      await type('vault');
      await press('Enter');
      await workbench.waitFor(row('large-writer'));
      await screenshot('models/endpoint-models');
      await type('large');
      await workbench.waitFor(focusedItem('large-writer'));
      await press('Enter');
      await workbench.waitForNone('.quick-input-widget');
      assert.equal((settings().get('endpoints') as Record<string, string>).vault, vault.url);
      await until('the model in the status bar', async () => (await statusBar()).includes('vault/large-writer'));
      await screenshot('models/status-bar');
      assert.deepEqual(filesWith(inWorkspace('..'), 'sk-vault-canary-31'), []);
      // Another model is chosen by a click on the status bar item; the endpoint is listed by its name.
      await workbench.click('.statusbar-item[id*="skillwright.model"] a');
      await untilTitle('Select Model');
      await workbench.waitFor(focusedItem('Large Writer, vault/large-writer'));
      await type('vault small');
      await clearBox();
      await type('vault/');
      await workbench.waitFor(row('vault/small-writer'));
      await screenshot('models/found-by-name');
      await clearBox();
      await type('simulated/weak');
      await workbench.waitFor(focusedItem('simulated/weak'));
      await press('Enter');
      await until('the model in the status bar', async () => (await statusBar()).includes('simulated/weak'));
      await workbench.waitForNone('.quick-input-widget');
      // Entering the same address again prompts neither for a key nor for a name; an unlisted model is entered by name.
      await enterEndpoint(vault.url);
      await workbench.waitFor(row('small-writer'));
      await type('not-listed');
      await workbench.waitFor(focusedItem('Use not-listed'));
      await press('Enter');
      await until('the model in the status bar', async () => (await statusBar()).includes('vault/not-listed'));
      await workbench.waitForNone('.quick-input-widget');
      void commands.executeCommand('skillwright.selectModel');
      await workbench.waitFor(row('Large Writer, vault/large-writer'));
      await press('Escape');
    } finally {
      vault.close();
      const { vault: _, ...others } = settings().get('endpoints') as Record<string, string>;
      await settings().update('endpoints', others, ConfigurationTarget.Global);
    }
  });

  it('a run that fails because of a missing key offers to set the key and to run again', async function () {
    this.timeout(120_000);
    const guarded = await startEndpoint('sk-guarded-canary-8', () => ({ text: 'All done.' }), 'open-list');
    const button = (title: string): string => `.notifications-center .monaco-button:has-text("${title}")`;
    /** VS Code shows no toasts in tests, so messages are read from the notification list. */
    const waitForButton = (title: string) =>
      until(`the message with "${title}"`, async () => {
        await commands.executeCommand('notifications.showList');
        return (await workbench.texts(button(title))).length > 0;
      });
    try {
      const endpoints = settings().get('endpoints') as Record<string, string>;
      await settings().update('endpoints', { ...endpoints, guarded: guarded.url }, ConfigurationTarget.Global);
      await runUpToModel('Fail for the key');
      await type('guarded/small-writer');
      await workbench.waitFor(focusedItem(`guarded/small-writer, at ${guarded.origin}`));
      await press('Enter');
      const journal = await waitForJournal('Fail for the key');
      const last = journalOf(journal).at(-1);
      assert.ok(last?.type === 'run_finished' && last.reason === 'model_error');
      assert.match(last.error ?? '', /^Set a key with "Skillwright: Set API Key"/);
      assert.doesNotMatch(last.error ?? '', /--api-key-env/);
      assert.deepEqual(last.needsKey, { origin: guarded.origin, why: 'missing' });
      await waitForButton('Set API Key');
      await timeline.waitFor('header button:has-text("Set API Key")');
      await screenshotInThemes('models/no-key-in-run-', ['dark', 'light']);
      await workbench.click(button('Set API Key'));
      await workbench.waitFor(`${input}[placeholder*="Key for ${guarded.origin}"]`);
      await press('Escape');
      await workbench.waitForNone('.quick-input-widget');
      // The timeline offers to set the key for as long as the run exists.
      await timeline.click('header button:has-text("Set API Key")');
      await workbench.waitFor(`${input}[placeholder*="Key for ${guarded.origin}"]`);
      await type('sk-guarded-canary-8');
      await press('Enter');
      await waitForButton('Run Again');
      await workbench.click(button('Run Again'));
      const { library } = await skillwright();
      await until(
        'the second run',
        async () =>
          (await library.list()).some(
            ({ run }) => run.started.prompt === 'Fail for the key' && run.finished?.reason === 'final',
          ),
        30_000,
      );
      assert.equal(guarded.requests.at(-1)?.headers.authorization, 'Bearer sk-guarded-canary-8');
    } finally {
      guarded.close();
      await commands.executeCommand('notifications.clearAll');
      const { guarded: _, ...others } = settings().get('endpoints') as Record<string, string>;
      await settings().update('endpoints', others, ConfigurationTarget.Global);
    }
  });

  it('choosing a model without a key prompts for the key, and returns to the list if cancelled', async () => {
    await runUpToModel('Ask for the key');
    await type('anthropic/claude-x');
    await workbench.waitFor(focusedItem('Use anthropic/claude-x'));
    await press('Enter');
    await workbench.waitFor(`${input}[placeholder*="Key for https://api.anthropic.com"]`);
    await screenshot('models/key-wanted');
    await press('Escape');
    await workbench.waitFor('.quick-input-widget input[placeholder*="Select a model"]');
    await press('Escape');
  });

  it("a called agent's missing key is requested before the run starts, and nothing runs if cancelled", async () => {
    const file = inWorkspace('team', '.skillwright.json');
    mkdirSync(dirname(file), { recursive: true });
    const agents = {
      conductor: { instruction: 'Ask the expert.', skills: ['csv-summary'], agents: ['expert'] },
      expert: { instruction: 'Answer.', model: 'anthropic/claude-x' },
    };
    writeFileSync(file, JSON.stringify({ agents }));
    try {
      const { runs } = await skillwright();
      void commands.executeCommand('skillwright.runAgent');
      await workbench.waitFor('.quick-input-widget input[placeholder*="Select the agent"]');
      await workbench.waitFor('.quick-input-list .monaco-list-row.focused');
      await type('conductor');
      await workbench.waitFor(focusedItem('conductor'));
      await press('Enter');
      await workbench.waitFor('.quick-input-widget input[placeholder*="Enter a prompt"]');
      await workbench.waitFor('.quick-input-list .monaco-list-row.focused');
      await type('Needs a key');
      await workbench.waitFor(focusedItem('Needs a key'));
      await press('Enter');
      await workbench.waitFor('.quick-input-widget input[placeholder*="Select a model"]');
      // The same model as before, which the next launch expects.
      await workbench.waitFor(focusedItem('small-writer'));
      await press('Enter');
      await workbench.waitFor(`${input}[placeholder*="Key for https://api.anthropic.com"]`);
      assert.match((await workbench.texts(message)).join(' '), /The agent 'expert' needs this key for this run/);
      await screenshot('models/key-of-called-agent');
      await press('Escape');
      await workbench.waitForNone('.quick-input-widget');
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.deepEqual(runs.live(), []);
      assert.deepEqual(filesWith(inWorkspace('team'), 'Needs a key'), []);
    } finally {
      rmSync(dirname(file), { recursive: true, force: true });
    }
  });

  it('a removed key is no longer used', async () => {
    void commands.executeCommand('skillwright.removeApiKey');
    await choose('Remove API Key', office.origin);
    await workbench.waitForNone('.quick-input-widget');
    void commands.executeCommand('skillwright.selectModel');
    await untilTitle('Select Model');
    // The list is longer than its visible part.
    await type('office requires');
    await workbench.waitFor(row('office requires an API key'));
    await press('Escape');
    assert.equal(office.requests.at(-1)?.headers.authorization, undefined);
    for (const key of [KEY, WRONG]) assert.deepEqual(filesWith(inWorkspace('..'), key), []);
  });
});
