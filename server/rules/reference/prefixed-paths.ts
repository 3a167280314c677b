/** Paths of bundled files after a prefix that no client fills in, or only some. */
import {
  type ClientProfile,
  defined,
  explainsSkillFolder,
  fillsPrefix,
  type PrefixedPath,
  prefixedPaths,
} from '../../../skill/index.ts';
import type { Problem, RuleInput } from '../rule/rule.ts';
import { meantClients, messageFor, missesInAllChosen, relativePathFix } from './base-sentence.ts';

/** Reports such paths for the clients that leave the prefix as it stands, unless the text explains it. */
export function* prefixedPathProblems(input: RuleInput): Iterable<Problem> {
  const { document, skill } = input;
  const { text, bodyStart } = document;
  let explains: boolean | undefined;
  let meant: readonly ClientProfile[] | undefined;
  for (const one of prefixedPaths(text, bodyStart)) {
    if (!skill.bundle.files.has(one.path)) continue;
    explains ??= explainsSkillFolder(text);
    if (explains) return;
    if (isExplained(text, bodyStart, one)) continue;
    meant ??= meantClients(input);
    const missing = meant.filter((client) => fillsPrefix(client, one.prefix) === false);
    if (missing.length === 0) continue;
    // Who writes the variable of a client, and names no other, means that client.
    if (input.clients === 'auto' && meant.some((client) => fillsPrefix(client, one.prefix) === true)) continue;
    const end = one.start + one.prefix.length + 1;
    yield defined({
      range: { start: one.start, end: end + one.path.length },
      target: `${one.prefix}/${one.path}`,
      cause: `prefix ${one.prefix}`,
      severity: missesInAllChosen(input, missing) ? ('warning' as const) : undefined,
      message: messageFor(
        missing,
        (names) =>
          `\`${one.prefix}\` stays as it is in ${names}. Write \`${one.path}\`, and say what paths are relative to.`,
      ),
      fixes: [relativePathFix(document, { start: one.start, end })],
    });
  }
}

/** Returns true if the text says elsewhere what the prefix means: its name occurs without a path after it. */
function isExplained(text: string, bodyStart: number, { prefix }: PrefixedPath): boolean {
  const name = prefix.replace(/^\W{1,4}|\W{1,4}$/g, '');
  for (let at = text.indexOf(name, bodyStart); at >= 0; at = text.indexOf(name, at + name.length)) {
    const after = text.slice(at + name.length, at + name.length + 4);
    if (!/^\w/.test(after) && !/^[)\]}>%"']*[/\\]/.test(after)) return true;
  }
  return false;
}
