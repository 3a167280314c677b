import type { SimulatedMode } from './simulated.ts';
import { answerText } from './simulated-answer.ts';
import type { Memory, PastCall } from './simulated-memory.ts';
import { type Wish, wishesOf, wordsOf } from './simulated-wishes.ts';

export type Move =
  | { readonly kind: 'call'; readonly tool: string; readonly args: Readonly<Record<string, string>> }
  | { readonly kind: 'answer'; readonly text: string };

/** What a model reads and runs before it feels ready to answer. */
const MAX_WISHES = 8;
const MAX_GUESSES = 3;

/** The next thing a simulated model does, from what it knows. Without tools it can only answer. */
export function decide(mode: SimulatedMode, memory: Memory): Move {
  const answer: Move = { kind: 'answer', text: answerText(memory) };
  if (memory.tools.size === 0) return answer;
  const listed = memory.calls.find((call) => call.tool === 'list_skills');
  if (listed === undefined) return { kind: 'call', tool: 'list_skills', args: {} };
  const skill = bestSkill(listed.text, memory.prompt);
  if (skill === undefined) return answer;
  const loaded = memory.calls.find((call) => call.tool === 'load_skill');
  if (loaded === undefined) return { kind: 'call', tool: 'load_skill', args: { skill_name: skill } };
  const { instructions } = loaded.value;
  if (typeof instructions !== 'string') return answer;
  if (mode === 'heeding' && mustStop(memory)) return answer;
  const wishes = wishesOf(instructions).filter((wish) => memory.tools.has(wish.tool));
  const ask = (tool: string, path: string): Move => ({
    kind: 'call',
    tool,
    args: { skill_name: skill, file_path: path },
  });
  if (mode === 'stubborn-scripts') {
    const script = wishes.find((wish) => wish.tool === 'run_skill_script')?.paths[0] ?? 'scripts/run.py';
    const tried = attempts(memory, 'run_skill_script', script);
    if (tried.length === 0 || isMiss(tried.at(-1))) return ask('run_skill_script', script);
    return ask('run_skill_script', 'scripts/main.py');
  }
  for (const wish of wishes.slice(0, MAX_WISHES)) {
    const path = nextPath(mode, memory, wish);
    if (path !== undefined) return ask(wish.tool, path);
  }
  return answer;
}

/** The path that a model asks for next to have its wish, or undefined where it has it or gives up on it. */
function nextPath(mode: SimulatedMode, memory: Memory, wish: Wish): string | undefined {
  for (const path of wish.paths.slice(0, MAX_GUESSES)) {
    const tried = attempts(memory, wish.tool, path);
    if (tried.length === 0) return path;
    if (!isMiss(tried.at(-1))) return undefined;
    if (mode === 'stubborn') return path;
    if (mode === 'stubborn-variants') return variant(path, memory.calls.length);
    if (mode === 'weak' && tried.length < 2) return path;
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
