import { beforeEach, expect, it, vi } from 'vitest';
import type { StartOutcome } from '../runtime-process/controls.ts';
import { type RunAgentContext, runAgent } from './run-agent.ts';

/** The steps of a run, in order. */
const steps = vi.hoisted(() => [] as string[]);
const dirty = vi.hoisted(() => ({ saves: true }));

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
vi.mock('../models/choose.ts', () => ({
  setMissingKey: async () => false,
  ensureKey: async () => {
    steps.push('key');
    return true;
  },
}));
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
});

function contextWith(outcome: StartOutcome): RunAgentContext {
  return {
    server: { skills: async () => [], catalogue: async () => undefined },
    runs: {
      prepare: () => steps.push('prepare'),
      discardPrepared: () => {},
      start: async () => {
        steps.push('start');
        return outcome;
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
