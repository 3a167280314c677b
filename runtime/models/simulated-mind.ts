import { answerText } from './simulated-answer.ts';
import { type Habits, habitsOf } from './simulated-habits.ts';
import type { Memory, PastCall } from './simulated-memory.ts';
import type { SimulatedMode } from './simulated-modes.ts';
import { argumentsFor, callsOf, type NamedTool, toolsNamed } from './simulated-tools.ts';
import { type Wish, wishesOf, wordsOf } from './simulated-wishes.ts';

export type Move =
  | { readonly kind: 'call'; readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: 'answer'; readonly text: string };

/** The next thing a simulated model does, from what it knows. Without tools it can only answer. */
export function decide(mode: SimulatedMode, memory: Memory, seed?: number): Move {
  if (memory.tools.size === 0) return answer(memory);
  const mind: Mind = { mode, habits: habitsOf(seed, memory.prompt) };
  const carried = carriedOut(memory.system);
  if (carried !== undefined) return work(mind, memory, carried) ?? answer(memory);
  const listed = memory.calls.find((call) => call.tool === 'list_skills');
  if (listed === undefined && memory.tools.has('list_skills')) return { kind: 'call', tool: 'list_skills', args: {} };
  // Skills can stand in the instruction instead (eager discovery).
  const skill = bestSkill(listed?.text ?? memory.system, memory.prompt);
  const loaded = memory.calls.find((call) => call.tool === 'load_skill');
  if (skill !== undefined && loaded === undefined && memory.tools.has('load_skill'))
    return { kind: 'call', tool: 'load_skill', args: { skill_name: skill } };
  const instructions = loaded?.value.instructions;
  const done =
    typeof instructions === 'string' ? work(mind, memory, { skill: skill ?? '', text: instructions }) : undefined;
  // What its own instruction and the user name comes last: the rules say to load a skill first.
  return (
    done ??
    use(mode, memory, toolsNamed(`${ownInstruction(memory.system)}\n${memory.prompt}`, memory)) ??
    answer(memory)
  );
}

interface Mind {
  readonly mode: SimulatedMode;
  readonly habits: Habits;
}

function answer(memory: Memory): Move {
  return { kind: 'answer', text: answerText(memory) };
}

/** A skill that the model is to carry out, and its text. */
interface Task {
  readonly skill: string;
  readonly text: string;
}

/** The skill that a system message holds whole, where the model runs as that skill. */
function carriedOut(system: string): Task | undefined {
  const [, skill, text] = /<skill name="([^"]*)">\n([\s\S]*)\n<\/skill>/.exec(system) ?? [];
  return skill === undefined || text === undefined ? undefined : { skill, text };
}

/** What the text of a skill makes a model do next; undefined where it is through with it. */
function work({ mode, habits }: Mind, memory: Memory, { skill, text }: Task): Move | undefined {
  if (mode === 'heeding' && mustStop(memory)) return answer(memory);
  const wishes = wishesOf(text).filter((wish) => memory.tools.has(wish.tool));
  const ask = (tool: string, path: string): Move => ({
    kind: 'call',
    tool,
    args: { skill_name: skill, file_path: path },
  });
  if (mode === 'stubborn-scripts' || mode === 'stubborn-script-variants') {
    const script = wishes.find((wish) => wish.tool === 'run_skill_script')?.paths[0] ?? 'scripts/run.py';
    const tried = attempts(memory, 'run_skill_script', script);
    const next = mode === 'stubborn-scripts' || tried.length === 0 ? script : variant(script, memory.calls.length);
    if (tried.length === 0 || isMiss(tried.at(-1))) return ask('run_skill_script', next);
    return ask('run_skill_script', 'scripts/main.py');
  }
  const tools = toolsNamed(text, memory);
  const inOrder = [...wishes, ...tools].sort((a, b) => a.at - b.at);
  for (const wish of habits.follow(`\n${text}`, inOrder).slice(0, habits.most)) {
    if ('name' in wish) {
      const move = use(mode, memory, [wish]);
      if (move !== undefined) return move;
      continue;
    }
    const path = nextPath({ mode, habits }, memory, wish);
    if (path !== undefined) return ask(wish.tool, path);
  }
  return undefined;
}

/** Calls the first of these tools that was not called yet, or that failed where the model does not take that for an answer. */
function use(mode: SimulatedMode, memory: Memory, tools: readonly NamedTool[]): Move | undefined {
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

/** The path that a model asks for next to have its wish, or undefined where it has it or gives up on it. */
function nextPath({ mode, habits }: Mind, memory: Memory, wish: Wish): string | undefined {
  for (const path of habits.order(wish.paths).slice(0, habits.guesses)) {
    const tried = attempts(memory, wish.tool, path);
    if (tried.length === 0) return path;
    if (!isMiss(tried.at(-1))) return undefined;
    if (mode === 'stubborn') return path;
    if (mode === 'stubborn-variants') return variant(path, memory.calls.length);
    if (mode === 'weak' && tried.length < habits.tries) return path;
  }
  return undefined;
}

/** A path that was never asked for: there are always more calls than before. */
function variant(path: string, number: number): string {
  return path.replace(/(\.\w+)?$/, (extension) => `_${number}${extension}`);
}

function attempts(memory: Memory, tool: string, path: string): readonly PastCall[] {
  return memory.calls.filter((call) => call.tool === tool && call.args.file_path === path);
}

function isMiss(call: PastCall | undefined): boolean {
  return /^(?:RESOURCE|SCRIPT)_NOT_FOUND/.test(call?.errorCode ?? '');
}

/** A model that heeds stops at a fatal answer, and at the first error where the rules say so. */
function mustStop(memory: Memory): boolean {
  if (memory.calls.some((call) => call.errorCode?.endsWith('_FATAL') === true)) return true;
  return /do not retry/i.test(memory.system) && memory.calls.some(isMiss);
}

/** The listed skill whose name and description share most words with the prompt; the first where none does. */
function bestSkill(catalogue: string, prompt: string): string | undefined {
  const wanted = new Set(wordsOf(prompt));
  let best: { name: string; score: number } | undefined;
  for (const [, name = '', description = ''] of catalogue.matchAll(
    /<name>([^<]*)<\/name>\s*<description>([^<]*)<\/description>/g,
  )) {
    const plain = unescapeXml(name.trim());
    const words = new Set(wordsOf(`${plain} ${unescapeXml(description)}`));
    const shared = [...words].filter((word) => wanted.has(word)).length;
    const score = shared + (prompt.toLowerCase().includes(plain.toLowerCase()) ? 100 : 0);
    if (best === undefined || score > best.score) best = { name: plain, score };
  }
  return best?.name;
}

function unescapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => names[name] ?? '');
}

/** What stands in the system message before the rules on skills, whose words name no tools of the agent. */
function ownInstruction(system: string): string {
  return system.split('You have skills: ', 1)[0] ?? '';
}
