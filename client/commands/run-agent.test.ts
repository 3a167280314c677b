import { beforeEach, expect, it, vi } from 'vitest';
import type { StartOutcome } from '../runtime-process/controls.ts';
import { type RunAgentContext, runAgent } from './run-agent.ts';

/** The steps of a run, in order. */
const steps = vi.hoisted(() => [] as string[]);
const dirty = vi.hoisted(() => ({ saves: true }));
/** The answers to prompts for keys, and the key that is missing. */
const keys = vi.hoisted(() => ({ isModelMissing: false, isEntered: true }));

vi.mock('vscode', () => {
  const save = async (): Promise<boolean> => {
    steps.push('save');
    return dirty.saves;
  };
  const configuration = { get: (_name: string, fallback: unknown) => fallback };
  return {
    workspace: {
      isTrusted: true,
      workspaceFolders: [{ uri: { fsPath: '/work' } }],
      textDocuments: [{ isDirty: true, uri: { fsPath: '/work/notes/SKILL.md' }, save }],
      getConfiguration: () => configuration,
      getWorkspaceFolder: () => undefined,
    },
    window: { showErrorMessage: async () => void steps.push('error') },
    Uri: { file: (fsPath: string) => ({ fsPath }), joinPath: () => ({ fsPath: '/storage/runs' }) },
  };
});
vi.mock('./agent-step.ts', () => ({ agentKey: () => '', agentsOfWorkspace: async () => [] }));
vi.mock('../runs/settings.ts', () => ({ readRunSettings: () => ({ guards: 'default', maxLlmCalls: 20 }) }));
vi.mock('../models/choose.ts', () => {
  const prompt = async (): Promise<boolean> => {
    steps.push('prompt');
    return keys.isEntered;
  };
  return {
    setMissingKey: prompt,
    ensureKey: async (_models: unknown, _model: unknown, beforePrompt: () => void) => {
      steps.push('key');
      if (!keys.isModelMissing) return true;
      beforePrompt();
      return prompt();
    },
  };
});
vi.mock('./run-dialog.ts', () => ({
  folderOfSkills: () => undefined,
  askForRun: async () => {
    steps.push('answers');
    const skills = [{ name: 'notes', root: '/work/notes', description: '', uri: '' }];
    return { skills, subjects: [], prompt: 'Sort', model: { id: 'simulated/weak' } };
  },
}));

beforeEach(() => {
  steps.length = 0;
  dirty.saves = true;
  Object.assign(keys, { isModelMissing: false, isEntered: true });
});

function contextWith(...outcomes: readonly StartOutcome[]): RunAgentContext {
  const remaining = [...outcomes];
  return {
    server: { skills: async () => [], catalogue: async () => undefined },
    runs: {
      prepare: () => steps.push('prepare'),
      discardPrepared: () => {},
      start: async () => {
        steps.push('start');
        return remaining.shift();
      },
    },
    memory: { remember: async () => void steps.push('remember') },
    models: { keys: { keysForRun: async () => ({}) } },
    storage: { fsPath: '/storage' },
    open: () => {
      steps.push('open');
      return { show: (journal: string) => void steps.push(`show ${journal}`), dispose: () => steps.push('close') };
    },
  } as unknown as RunAgentContext;
}

const STARTED: StartOutcome = { kind: 'started', run: { run: '1', journal: '/runs/1/journal.jsonl' } };

it('opens the timeline with the last answer, before anything that takes time', async () => {
  await runAgent(contextWith(STARTED), undefined);
  expect(steps).toEqual([
    'prepare',
    'answers',
    'open',
    'save',
    'remember',
    'key',
    'start',
    'show /runs/1/journal.jsonl',
  ]);
});

it('closes the timeline if a file cannot be saved', async () => {
  dirty.saves = false;
  await runAgent(contextWith(STARTED), undefined);
  expect(steps).toEqual(['prepare', 'answers', 'open', 'save', 'error', 'close']);
});

it('closes the timeline if the run does not start', async () => {
  await runAgent(contextWith({ kind: 'failed', message: 'the skill has no SKILL.md.' }), undefined);
  expect(steps.slice(-3)).toEqual(['start', 'close', 'error']);
});

const MISSING: StartOutcome = {
  kind: 'failed',
  message: 'A key is missing.',
  missingKeys: [{ provider: 'openai', origin: 'https://api.openai.com', agents: ['reviewer'] }],
};

it('closes the timeline before it prompts for a key: a page that loads would take the focus', async () => {
  keys.isModelMissing = true;
  await runAgent(contextWith(MISSING, STARTED), undefined);
  const attempt = ['close', 'prompt', 'open', 'start'];
  expect(steps.slice(steps.indexOf('key') + 1)).toEqual([...attempt, ...attempt, 'show /runs/1/journal.jsonl']);
});

it.each(['model', 'agent'])('leaves no timeline if no key of the %s is entered', async (missing) => {
  Object.assign(keys, { isModelMissing: missing === 'model', isEntered: false });
  await runAgent(contextWith(MISSING), undefined);
  expect(steps.slice(-2)).toEqual(['close', 'prompt']);
});

it.each(['remember', 'key', 'start'])('leaves no timeline if VS Code rejects at the step "%s"', async (step) => {
  const context = contextWith(STARTED);
  const reject = async (): Promise<never> => {
    steps.push(step);
    throw new Error('The window is closing.');
  };
  if (step === 'remember') Object.assign(context.memory, { remember: reject });
  if (step === 'key') Object.assign(context.models.keys, { keysForRun: reject });
  if (step === 'start') Object.assign(context.runs, { start: reject });
  await expect(runAgent(context, undefined)).rejects.toThrow('The window is closing.');
  expect(steps.slice(-2)).toEqual([step, 'close']);
});
