/** Skillwright's loop with default guards, a journal on disk and a tool that a skill adds when it is loaded. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadableStream as NodeStream } from 'node:stream/web';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { HEADLESS } from '../../runtime/loop/interfaces/host.ts';
import type { Tool } from '../../runtime/loop/interfaces/tools.ts';
import { startRun } from '../../runtime/run/start.ts';
import { readSkills } from '../../runtime/toolset/read-skills.ts';
import { answer, instantModel, SCHEMA } from './model.mjs';

const MANIFEST = '---\nname: demo\ndescription: Demo.\nmetadata:\n  adk_additional_tools: [look]\n---\nLook.\n';

export default async function open(): Promise<(steps: number) => Promise<number>> {
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-loop-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'demo'));
  writeFileSync(join(folder, 'demo/SKILL.md'), MANIFEST);
  const read = readSkills([folder]);
  if (read.kind === 'failed') throw new Error(read.message);
  return async (steps) => {
    let calls = 0;
    const look: Tool = {
      name: 'look',
      description: 'Looks.',
      inputSchema: SCHEMA,
      execute: ({ n }) => {
        calls++;
        return { kind: 'result', value: answer(n) };
      },
    };
    const started = startRun(
      {
        prompt: 'Look around.',
        skills: read.skills,
        agent: { name: 'agent', instruction: '' },
        model: { model: withSkill(instantModel(steps)), name: 'instant/instant', simulated: false },
        guards: 'default',
        maxLlmCalls: 0,
        runs: join(folder, 'runs'),
        secrets: [],
        pool: [look],
      },
      { host: HEADLESS, signal: new AbortController().signal, onEvent: () => undefined },
    );
    if (started.kind === 'failed') throw new Error(started.message);
    const { reason, error } = await started.finished;
    if (reason !== 'final') throw new Error(`${reason} ${error}`);
    return calls;
  };
}

/** Wraps a model so that its first call loads the skill; this call does not count as a step. */
function withSkill(model: LanguageModelV4): LanguageModelV4 {
  let loaded = false;
  async function* load(): AsyncGenerator<LanguageModelV4StreamPart> {
    yield { type: 'tool-call' as const, toolCallId: 'load', toolName: 'load_skill', input: '{"skill_name":"demo"}' };
    yield {
      type: 'finish' as const,
      finishReason: { unified: 'tool-calls' as const, raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 1, text: undefined, reasoning: undefined },
      },
    };
  }
  return {
    ...model,
    doStream: async (options) => {
      if (loaded) return model.doStream(options);
      loaded = true;
      return { stream: NodeStream.from(load()) as ReadableStream<LanguageModelV4StreamPart> };
    },
  };
}
