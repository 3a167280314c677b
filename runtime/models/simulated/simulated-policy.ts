import { own } from '../../../skill/index.ts';
import type { Action, Persona } from './simulated-action.ts';
import { answerText } from './simulated-answer.ts';
import { bestSkill } from './simulated-best-skill.ts';
import { clientActionFor } from './simulated-client.ts';
import { type FileRequest, fileRequestsIn } from './simulated-file-requests.ts';
import { habitsOf } from './simulated-habits.ts';
import type { Memory, PastCall } from './simulated-memory.ts';
import type { SimulatedMode } from './simulated-modes.ts';
import { argumentsFor, callsOf, type NamedTool, toolsNamed } from './simulated-tools.ts';

/** Returns the next action of a simulated model. Without tools it can only answer. */
export function decide(mode: SimulatedMode, memory: Memory, seed?: number): Action {
  if (memory.tools.size === 0) return answer(memory);
  const persona: Persona = { mode, habits: habitsOf(seed, memory.prompt), seed };
  const client = clientActionFor(persona, memory);
  if (client !== undefined) return client;
  const embedded = embeddedSkill(memory.system);
  if (embedded !== undefined) return followSkill(persona, memory, embedded) ?? answer(memory);
  const listed = memory.calls.find((call) => call.tool === 'list_skills');
  if (listed === undefined && memory.tools.has('list_skills')) return { kind: 'call', tool: 'list_skills', args: {} };
  // With eager discovery the skills are in the instruction instead.
  const skill = bestListed(listed?.text ?? memory.system, memory.prompt);
  const loaded = memory.calls.find((call) => call.tool === 'load_skill');
  if (skill !== undefined && loaded === undefined && memory.tools.has('load_skill'))
    return { kind: 'call', tool: 'load_skill', args: { skill_name: skill } };
  const instructions = loaded?.value.instructions;
  const done =
    typeof instructions === 'string'
      ? followSkill(persona, memory, { skill: skill ?? '', text: instructions })
      : undefined;
  // Tools named by its own instruction and by the user come last: the rules say to load a skill first.
  return (
    done ??
    useTools(mode, memory, toolsNamed(`${ownInstruction(memory.system)}\n${memory.prompt}`, memory)) ??
    answer(memory)
  );
}

function answer(memory: Memory): Action {
  return { kind: 'answer', text: answerText(memory) };
}

/** A skill to follow. */
interface SkillText {
  readonly skill: string;
  readonly text: string;
}

/** Returns the skill in a system message, if the model runs as that skill. */
function embeddedSkill(system: string): SkillText | undefined {
  const [, skill, text] = /<skill name="([^"]*)">\n([\s\S]*)\n<\/skill>/.exec(system) ?? [];
  return skill === undefined || text === undefined ? undefined : { skill, text };
}

/** Returns the next action that a skill's text leads to; undefined if there is none left. */
function followSkill(persona: Persona, memory: Memory, { skill, text }: SkillText): Action | undefined {
  const { mode, habits } = persona;
  if (mode === 'heeding' && mustStop(memory)) return answer(memory);
  const requests = fileRequestsIn(text).filter((request) => memory.tools.has(request.tool));
  const ask = (tool: string, path: string): Action => ({
    kind: 'call',
    tool,
    args: { skill_name: skill, file_path: path },
  });
  if (mode === 'stubborn-scripts' || mode === 'stubborn-script-variants') {
    const script = requests.find((request) => request.tool === 'run_skill_script')?.paths[0] ?? 'scripts/run.py';
    const tried = attempts(memory, 'run_skill_script', script);
    const next = mode === 'stubborn-scripts' || tried.length === 0 ? script : variant(script, memory.calls.length);
    if (tried.length === 0 || isMiss(tried.at(-1))) return ask('run_skill_script', next);
    return ask('run_skill_script', 'scripts/main.py');
  }
  const tools = toolsNamed(text, memory);
  const inOrder = [...requests, ...tools].sort((a, b) => a.at - b.at);
  for (const request of habits.select(`\n${text}`, inOrder).slice(0, habits.maxSteps)) {
    if ('name' in request) {
      const action = useTools(mode, memory, [request]);
      if (action !== undefined) return action;
      continue;
    }
    const path = nextPath(persona, memory, request);
    if (path !== undefined) return ask(request.tool, path);
  }
  return undefined;
}

/** Calls the first of these tools that was not called yet, or that failed if the mode retries failures. */
function useTools(mode: SimulatedMode, memory: Memory, tools: readonly NamedTool[]): Action | undefined {
  for (const { name } of tools) {
    const calls = callsOf(name, memory);
    const failed = calls.at(-1)?.errorCode !== undefined;
    const again = mode === 'weak' ? calls.length < 2 : mode !== 'heeding';
    if (calls.length > 0 && !(failed && again)) continue;
    const variant = mode === 'stubborn-variants' ? memory.calls.length : undefined;
    return { kind: 'call', tool: name, args: argumentsFor(name, memory, variant) };
  }
  return undefined;
}

/** Returns the next path to try for a request; undefined if it was fulfilled or given up. */
function nextPath({ mode, habits }: Persona, memory: Memory, request: FileRequest): string | undefined {
  for (const path of habits.order(request.paths).slice(0, habits.maxGuesses)) {
    const tried = attempts(memory, request.tool, path);
    if (tried.length === 0) return path;
    if (!isMiss(tried.at(-1))) return undefined;
    if (mode === 'stubborn') return path;
    if (mode === 'stubborn-variants') return variant(path, memory.calls.length);
    if (mode === 'weak' && tried.length < habits.maxTries) return path;
  }
  return undefined;
}

/** Returns a path that was never requested before: the number of calls always grows. */
function variant(path: string, number: number): string {
  return path.replace(/(\.\w+)?$/, (extension) => `_${number}${extension}`);
}

function attempts(memory: Memory, tool: string, path: string): readonly PastCall[] {
  return memory.calls.filter((call) => call.tool === tool && call.args.file_path === path);
}

function isMiss(call: PastCall | undefined): boolean {
  return /^(?:RESOURCE|SCRIPT)_NOT_FOUND/.test(call?.errorCode ?? '');
}

/** True if a heeding model stops: after a fatal reply, or after the first miss if the rules forbid retries. */
function mustStop(memory: Memory): boolean {
  if (memory.calls.some((call) => call.errorCode?.endsWith('_FATAL') === true)) return true;
  return /do not retry/i.test(memory.system) && memory.calls.some(isMiss);
}

/** Returns the name of the listed skill that fits the prompt best. */
function bestListed(catalogue: string, prompt: string): string | undefined {
  const entries = catalogue.matchAll(/<name>([^<]*)<\/name>\s*<description>([^<]*)<\/description>/g);
  const skills = [...entries].map(([, name = '', description = '']) => ({
    name: unescapeXml(name.trim()),
    description: unescapeXml(description),
  }));
  return bestSkill(skills, prompt)?.name;
}

function unescapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => own(names, name) ?? '');
}

/** Returns the system message up to the rules on skills, whose words do not name tools of the agent. */
function ownInstruction(system: string): string {
  return system.split('You have skills: ', 1)[0] ?? '';
}
