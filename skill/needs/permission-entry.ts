/** The entry of `allowed-tools` that lets Claude Code run a command without asking. */
import type { AllowedTool } from './allowed-tools.ts';
import type { BodyCommand } from './body-commands.ts';

// cspell:disable
/** Programs whose first word is a subcommand, by which a permission is given. */
const WITH_SUBCOMMANDS: ReadonlySet<string> = new Set(
  (
    'npm npx pnpm yarn bun bunx deno git gh glab docker podman kubectl helm terraform tofu go cargo dotnet uv poetry conda bundle rails php ' +
    'composer mix nx turbo aws az gcloud firebase vercel netlify wrangler fly flyctl heroku supabase railway eas expo aiken make mvn flutter dart'
  ).split(' '),
);
// cspell:enable
/** Subcommands that are followed by the name of what they run. */
const RUNS: ReadonlySet<string> = new Set(['run', 'exec', 'x', 'dlx', 'compose', 'tool']);
const SCRIPT = /\.\w{1,4}$|\//;

/**
 * Returns the entry.
 * @param isBundled tells whether a path, relative to the skill, is one of its files
 * @param others the entries that the field has, whose form the new one gets
 */
export function permissionEntry(
  command: BodyCommand,
  isBundled: (path: string) => boolean,
  others: readonly AllowedTool[],
): string {
  const prefix = prefixOf(command, isBundled);
  const patterns = others.flatMap(({ pattern }) => pattern ?? []);
  const hasColons = patterns.length > 0 && patterns.every((one) => one.endsWith(':*'));
  return `Bash(${prefix}${hasColons ? ':*' : ' *'})`;
}

function prefixOf({ words, text, use }: BodyCommand, isBundled: (path: string) => boolean): string {
  const [program = '', first = '', second = ''] = words;
  const script = [program, first].find((word) => SCRIPT.test(word) && !word.startsWith('-'));
  if (script !== undefined) {
    // A client compares what it runs as written, with its quotes.
    const end = use === 'loading' ? text.indexOf(script) + script.length : -1;
    const written = end > 0 ? text.slice(0, text[end] === '"' || text[end] === "'" ? end + 1 : end) : '';
    if (written !== '' && !/[(),\n]/.test(written)) return written;
    const plain = script.replace(/^\.\//, '');
    const path = isBundled(plain) ? `\${CLAUDE_SKILL_DIR}/${plain}` : script;
    return script === program ? path : `${program} ${path}`;
  }
  if (first === '-m' && second !== '') return `${program} -m ${second}`;
  if (!WITH_SUBCOMMANDS.has(program) || !/^[\w:@./-]+$/.test(first) || first.startsWith('-')) return program;
  return RUNS.has(first) && /^[\w:@./-]+$/.test(second) && !second.startsWith('-')
    ? `${program} ${first} ${second}`
    : `${program} ${first}`;
}
