import { wordsOf } from './simulated-file-requests.ts';

/** Returns the skill whose name and description share the most words with the prompt; the first if none does. */
export function bestSkill<T extends { readonly name: string; readonly description: string }>(
  skills: readonly T[],
  prompt: string,
): T | undefined {
  const promptWords = new Set(wordsOf(prompt));
  let best: { readonly skill: T; readonly score: number } | undefined;
  for (const skill of skills) {
    const words = new Set(wordsOf(`${skill.name} ${skill.description}`));
    const shared = [...words].filter((word) => promptWords.has(word)).length;
    const score = shared + (prompt.toLowerCase().includes(skill.name.toLowerCase()) ? 100 : 0);
    if (best === undefined || score > best.score) best = { skill, score };
  }
  return best?.skill;
}
