import { APICallError } from '@ai-sdk/provider';
import type { Json } from '../../../../runtime/protocol/events.ts';
import type { Random } from '../../../../runtime/random.ts';
import { defined } from '../../../../skill/index.ts';
import { finish, type Line, type ScriptedCall, type ScriptedModel, scriptedModel } from '../scripted-model.ts';

/** The names and paths available in a run. */
export interface World {
  readonly skills: readonly string[];
  /** Paths of bundled files. */
  readonly files: readonly string[];
  /** Paths in various spellings that lead to a file outside. */
  readonly traps: readonly string[];
  /** Names of tools other than skill tools. */
  readonly tools: readonly string[];
}

const CORE = ['list_skills', 'load_skill', 'load_skill_resource', 'load_skill_resource', 'run_skill_script'];
const UNKNOWN_TOOLS = [
  '',
  'lod_skill',
  '__proto__',
  'constructor',
  'toString',
  'skills__x',
  'tool\u0000',
  '😀',
  'x'.repeat(500),
];
const GUESSES = [
  'references/guide.md',
  'references/GUIDE.md',
  './references/a.md',
  'references//a.md',
  'docs/x.md',
  'a.md',
];
const ODD_PATHS = [
  '',
  ' ',
  '.',
  '/',
  '\\',
  'references',
  'references/',
  'references/\u0000',
  'NUL',
  'CON.md',
  'a'.repeat(4096),
];
const INVALID_ARGUMENTS = [
  '{',
  '[]',
  'null',
  '"x"',
  '',
  '7',
  '{"skill_name": "de',
  '{"a":1}}',
  '\u0000',
  '{"skill_name":"\\ud800"}',
];
const ODD_VALUES: readonly Json[] = [
  null,
  0,
  -1,
  1e308,
  true,
  '',
  [],
  {},
  ['x', 1],
  { a: { b: [] } },
  '\ud800',
  '__proto__',
  'é😀',
];
const KEYS = [
  'skill_name',
  'name',
  'file_path',
  'path',
  'args',
  'short_options',
  'positional_args',
  'query',
  'command',
];

/**
 * Creates a model with random behavior: plausible and implausible calls, many calls in a step, no output, too much output,
 * interrupted output. It sometimes repeats itself, so that guards have something to do.
 */
export function randomModel(chance: Random, world: World): ScriptedModel {
  const { int: below, pick, oneIn } = chance;
  /** Tendencies to repeat calls and to answer, drawn once per run so that runs differ as a whole. */
  const repeatTendency = below(4);
  const answerTendency = below(3);
  /** One model in six repeats the same few steps forever. */
  const round = oneIn(6) ? 1 + below(4) : 0;
  /** One model in two loads the skill with the tools first, and half of those keep calling one of its tools. */
  const loads = oneIn(2);
  const favorite = loads && world.tools.length > 0 && oneIn(2) ? pick(world.tools) : undefined;
  const steps: (readonly ScriptedCall[])[] = [];
  let turn = 0;
  const last: ScriptedCall[] = [];

  function path(): string {
    const kind = below(10);
    if (kind < 4 && world.files.length > 0) return pick(world.files);
    if (kind < 6) return pick(GUESSES);
    if (kind < 7) return `references/${below(1000)}.md`;
    if (kind < 8) return `scripts/${below(3)}.py`;
    return kind < 9 ? pick(world.traps) : pick(ODD_PATHS);
  }

  function args(): object | string {
    if (oneIn(12)) return pick(INVALID_ARGUMENTS);
    const skill: Json = oneIn(10) ? pick(ODD_VALUES) : oneIn(8) ? 'unknown' : pick(world.skills);
    const written: Record<string, Json> = { skill_name: skill, file_path: oneIn(15) ? pick(ODD_VALUES) : path() };
    if (oneIn(4)) written[pick(KEYS)] = pick(ODD_VALUES);
    if (oneIn(4)) delete written[pick(KEYS)];
    if (oneIn(200)) written.filler = 'x'.repeat(100_000);
    return written;
  }

  function call(): ScriptedCall {
    const again = last.length > 0 && below(5) < repeatTendency ? pick(last) : undefined;
    const name = oneIn(15) ? pick(UNKNOWN_TOOLS) : world.tools.length > 0 && oneIn(3) ? pick(world.tools) : pick(CORE);
    const chosen: ScriptedCall = again ?? [name, args()];
    last.push(chosen);
    if (last.length > 4) last.shift();
    return oneIn(6) ? [chosen[0], chosen[1], pick(['same', '', 'call-1', 'other'])] : [chosen[0], chosen[1]];
  }

  function failure(): Line {
    switch (below(8)) {
      case 0:
        return { text: 'half', throws: new Error('terminated') };
      case 1:
        return { parts: [{ type: 'text-delta', id: 't', delta: 'half' }] };
      case 2:
        return {
          parts: [{ type: 'tool-call', toolCallId: 'x', toolName: 'list_skills', input: '{' }, finish('error')],
        };
      case 3:
        return { parts: [{ type: 'error', error: { message: 'overloaded' } }, finish('stop')] };
      case 4:
        return { parts: [finish('stop')] };
      case 5:
        return { rejects: apiError(pick([401, 429, 500, 503])) };
      case 6:
        return { text: 'x'.repeat(2_100_000) };
      default:
        return { hangs: true };
    }
  }

  return scriptedModel((_, request): Line => {
    if (loads && request === 1) return { calls: [['load_skill', { skill_name: world.skills[0] ?? '' }]] };
    if (favorite !== undefined && !oneIn(5)) return { calls: [[favorite, {}]] };
    if (oneIn(80)) return failure();
    if (oneIn(answerTendency === 0 ? 60 : 12))
      return { text: pick(['Done.', 'é😀', ' \n', '\u001b[31m', 'x'.repeat(70_000)]) };
    const count = oneIn(40) ? 5 + below(40) : 1 + below(oneIn(3) ? 4 : 1);
    const calls = Array.from({ length: count }, call);
    if (steps.length < round) steps.push(calls);
    return defined({ calls: steps[turn++ % round] ?? calls, text: oneIn(3) ? 'So.' : undefined });
  });
}

function apiError(statusCode: number): APICallError {
  const responseHeaders = { 'retry-after-ms': '1' };
  return new APICallError({
    message: 'Sorry',
    url: 'https://models.example/',
    requestBodyValues: {},
    statusCode,
    responseHeaders,
  });
}
