/** Starts each open-source client without a user, in its own home, against a model server on loopback. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Fixture } from './fixture.ts';

export interface RealClient {
  readonly id: string;
  /** The npm package, for the README and for messages. */
  readonly package: string;
  /** The command in `node_modules/.bin`. */
  readonly command: string;
  /** Folders below the home and the workspace in which it looks for skills. */
  readonly folders: { readonly user: string; readonly project: string };
  /** The file below the home with its settings. */
  readonly settings: string;
  /** Files below the home, by their path. */
  files(url: string): Readonly<Record<string, string>>;
  environment(url: string): Readonly<Record<string, string>>;
  args(prompt: string): readonly string[];
  /** With a recipe of docs/evals.md, whose command names no model: settings that do. */
  readonly recipe?: {
    readonly files?: (url: string) => Readonly<Record<string, string>>;
    readonly environment?: Readonly<Record<string, string>>;
  };
}

const json = (value: object): string => JSON.stringify(value, null, 2);

function opencodeSettings(url: string): object {
  return {
    autoupdate: false,
    share: 'disabled',
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${url}/v1`, apiKey: 'none' },
        models: { m: { name: 'm', limit: { context: 200_000, output: 8000 }, tool_call: true } },
      },
    },
  };
}

export const REAL_CLIENTS: readonly RealClient[] = [
  {
    id: 'claude-code',
    settings: '.claude/settings.json',
    package: '@anthropic-ai/claude-code',
    command: 'claude',
    folders: { user: '.claude/skills', project: '.claude/skills' },
    files: () => ({
      '.claude/settings.json': json({ permissions: {} }),
      '.claude.json': json({ hasCompletedOnboarding: true }),
    }),
    environment: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      IS_SANDBOX: '1',
    }),
    args: (prompt) => ['--print', '--dangerously-skip-permissions', '--model', 'claude-sonnet-4-5', prompt],
    recipe: { environment: { ANTHROPIC_MODEL: 'claude-sonnet-4-5' } },
  },
  {
    id: 'codex',
    settings: '.codex/config.toml',
    package: '@openai/codex',
    command: 'codex',
    folders: { user: '.agents/skills', project: '.agents/skills' },
    files: (url) => ({
      '.codex/config.toml': [
        'model = "gpt-5.5"',
        'model_provider = "scripted"',
        '[model_providers.scripted]',
        'name = "scripted"',
        `base_url = "${url}/v1"`,
        'env_key = "SCRIPTED_KEY"',
        'wire_api = "responses"',
        '',
      ].join('\n'),
    }),
    environment: () => ({ SCRIPTED_KEY: 'none' }),
    args: (prompt) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
  },
  {
    id: 'gemini-cli',
    settings: '.gemini/settings.json',
    package: '@google/gemini-cli',
    command: 'gemini',
    folders: { user: '.gemini/skills', project: '.gemini/skills' },
    files: () => ({
      '.gemini/settings.json': json({
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { disableAutoUpdate: true },
      }),
    }),
    environment: (url) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url }),
    args: (prompt) => ['--yolo', '--skip-trust', '--model', 'gemini-2.5-flash', '--prompt', prompt],
    recipe: { environment: { GEMINI_MODEL: 'gemini-2.5-flash' } },
  },
  {
    id: 'opencode',
    settings: '.config/opencode/opencode.json',
    package: 'opencode-ai',
    command: 'opencode',
    folders: { user: '.config/opencode/skills', project: '.opencode/skills' },
    files: (url) => ({
      '.config/opencode/opencode.json': json(opencodeSettings(url)),
    }),
    environment: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1' }),
    args: (prompt) => ['run', '--auto', '--model', 'scripted/m', prompt],
    recipe: {
      files: (url) => ({ '.config/opencode/opencode.json': json({ ...opencodeSettings(url), model: 'scripted/m' }) }),
    },
  },
  {
    id: 'pi',
    settings: '.pi/agent/settings.json',
    package: '@earendil-works/pi-coding-agent',
    command: 'pi',
    folders: { user: '.pi/agent/skills', project: '.pi/skills' },
    files: (url) => ({
      '.pi/agent/settings.json': json({ defaultProjectTrust: 'always' }),
      '.pi/agent/models.json': json({
        providers: {
          scripted: { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: 'none', models: [{ id: 'm' }] },
        },
      }),
    }),
    environment: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
    args: (prompt) => ['--print', '--provider', 'scripted', '--model', 'm', prompt],
    recipe: {
      files: () => ({
        '.pi/agent/settings.json': json({ defaultProvider: 'scripted', defaultModel: 'm' }),
      }),
    },
  },
  {
    id: 'copilot-cli',
    settings: '.copilot/settings.json',
    package: '@github/copilot',
    command: 'copilot',
    folders: { user: '.copilot/skills', project: '.github/skills' },
    files: () => ({}),
    environment: (url) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'scripted',
    }),
    args: (prompt) => ['--allow-all-tools', '--allow-all-paths', '--trust-folder', '--no-color', '--prompt', prompt],
  },
  {
    id: 'qwen-code',
    settings: '.qwen/settings.json',
    package: '@qwen-code/qwen-code',
    command: 'qwen',
    folders: { user: '.qwen/skills', project: '.qwen/skills' },
    files: () => ({
      '.qwen/settings.json': json({
        security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false },
        // Otherwise further requests of its own follow the conversation.
        memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false, enableAutoSkill: false },
      }),
    }),
    environment: (url) => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'scripted' }),
    args: (prompt) => ['--yolo', '--auth-type', 'openai', '--model', 'scripted', '--prompt', prompt],
  },
];

/** Returns the clients and their programs that options name as `ID=PATH`. Throws if a client is not known. */
export function clientsOf(
  options: readonly string[],
): readonly { readonly client: RealClient; readonly bin: string }[] {
  return options.map((pair) => {
    const [id, bin] = pair.split('=');
    const client = REAL_CLIENTS.find((one) => one.id === id);
    if (client === undefined || bin === undefined) throw new Error(`Use --bin ID=PATH; ${id} is not known.`);
    return { client, bin };
  });
}

/** Returns a client that runs hooks without asking. */
export function withTrustedHooks(client: RealClient): RealClient {
  if (client.id !== 'codex') return client;
  const args = (prompt: string): readonly string[] => {
    const [command = '', ...rest] = client.args(prompt);
    return [command, '--dangerously-bypass-hook-trust', ...rest];
  };
  return { ...client, args };
}

/** Maximum duration of a script in one client, in milliseconds. */
const LIMIT_MS = 240_000;

export interface ClientEnd {
  readonly code: number | null;
  readonly output: string;
}

/** Adds settings to a file: an object to JSON, lines to TOML. */
function withSettings(text: string, more: object | string | undefined): string {
  if (typeof more === 'string') return `${text}${more}\n`;
  return more === undefined ? text : json({ ...(JSON.parse(text) as object), ...more });
}

/** Writes a client's own files, and its settings with more of them, below a home. */
export function writeClientFiles(
  client: RealClient,
  home: string,
  url: string,
  settings: object | string | undefined,
): void {
  const files = client.files(url);
  const all = settings === undefined || client.settings in files ? files : { [client.settings]: '{}', ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), path === client.settings ? withSettings(text, settings) : text);
  }
}

/** Returns the whole environment of a client. */
export function environmentOf(client: RealClient, home: string, url: string): Readonly<Record<string, string>> {
  return {
    // `CLIENTS_PATH` has programs that a client would download, such as ripgrep.
    PATH: `${process.env.CLIENTS_PATH ?? ''}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    ...client.environment(url),
  };
}

/**
 * Runs a client on the fixture until it ends; resolves even if it fails or exceeds the time limit.
 * @param settings what the client's own settings have besides: an object for JSON, or lines of TOML
 */
export function runRealClient(
  client: RealClient,
  bin: string,
  fixture: Fixture,
  url: string,
  settings?: object | string,
): Promise<ClientEnd> {
  writeClientFiles(client, fixture.home, url, settings);
  const env = environmentOf(client, fixture.home, url);
  const child = spawn(bin, client.args('Count the lines of README.md.'), {
    cwd: fixture.workspace,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding('utf8').on('data', (data: string) => {
      output += data;
    });
  const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), LIMIT_MS);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}
