/** Decides which commands of a body are certainly its own, and need a permission in Claude Code. */
import type { BodyCommand } from './body-commands.ts';

// cspell:disable
/** Commands that Claude Code runs without asking, in some of their forms at least: https://code.claude.com/docs/en/permissions. */
const READ_ONLY: ReadonlySet<string> = new Set(
  (
    'ls cat echo pwd head tail grep egrep fgrep rg find fd wc which whereis type diff stat du df cd date sort uniq cut tr sed awk jq yq ' +
    'tree file less more printf true false test basename dirname realpath readlink id whoami hostname uname uptime ps env printenv ' +
    'seq tput nproc arch man help info history base64 md5sum sha1sum sha256sum cksum strings hexdump od xxd comm cmp paste column ' +
    'nl fold rev tac expr sleep lsof netstat ss ping alias read wait exit return source . eval trap shift break continue ' +
    'pgrep free vmstat locale cal groups logname tsort fmt look shasum lscpu : set pushd popd dirs xargs tee'
  ).split(' '),
);
/** Subcommands that change something or run something, of programs that also have others, which may need no permission. */
const CHANGING: ReadonlyMap<string, RegExp> = new Map([
  [
    'git',
    /^(?:add|commit|push|pull|fetch|checkout|switch|merge|rebase|clone|init|reset|restore|cherry-pick|revert|rm|mv|apply|am|submodule|clean)$/,
  ],
  [
    'gh',
    /^(?:pr|issue|release|repo|workflow|run|label|gist|secret|variable) (?:create|merge|close|comment|edit|review|delete|checkout|rerun|upload|reopen|ready|set|run|fork|clone|sync)$/,
  ],
  ['docker', /^(?:build|run|compose|push|pull|exec|start|stop|rm|buildx|tag|login|cp|create|kill|restart)$/],
]);
/** Programs of which a text with this first word is a command, rather than the name of a skill, a tool or a subcommand. */
const PROGRAMS: ReadonlySet<string> = new Set(
  (
    'npm npx pnpm yarn bun bunx deno node tsx tsc eslint prettier biome vitest jest playwright vite next turbo nx ' +
    'python python3 pip pip3 pipx uv uvx poetry pytest ruff mypy black pyright tox hatch conda ' +
    'git gh glab docker podman kubectl helm terraform tofu ansible ansible-playbook packer pulumi ' +
    'go gofmt golangci-lint govulncheck cargo rustc rustfmt make cmake ninja bazel gradle mvn dotnet java javac ruby bundle rake rails ' +
    'rspec rubocop php composer phpunit swift xcodebuild xcrun flutter dart elixir mix gleam zig clang gcc ' +
    'aws az gcloud firebase vercel netlify wrangler fly flyctl heroku supabase railway stripe eas expo ' +
    'jq yq rg fd tree tmux just mise osascript open uname lsof systemctl apt apt-get brew claude codex gemini opencode ' +
    'curl wget ssh scp rsync ffmpeg ffprobe convert magick pandoc soffice libreoffice pdftotext pdftoppm qpdf sqlite3 psql mysql redis-cli ' +
    'bash sh zsh pwsh powershell perl Rscript julia semgrep trivy gitleaks shellcheck hadolint openssl mkdir cp mv touch chmod tar zip unzip'
  ).split(' '),
);
/** True for the name of a common program. */
export const isKnownProgram = (name: string): boolean => PROGRAMS.has(name);

const INTERPRETERS: ReadonlySet<string> = new Set(
  'python python3 node bash sh zsh ruby perl Rscript tsx deno php pwsh'.split(' '),
);
// cspell:enable
/** Commands that an author wants to be asked for: they install, publish, overwrite or delete. */
const ASKED_ON_PURPOSE =
  /^(?:rm|chmod|ssh|scp|npx (?:--?y(?:es)? )?create-)\b|\b(?:install|uninstall|publish|deploy|destroy|delete|apply|push|reset|merge|login|clean|release)\b|^(?:npm|pnpm|yarn|bun) (?:i|add|ci)\b|^(?:npm|pnpm|yarn|bun|bundle)$|^(?:uv|cargo|poetry) (?:add|sync)\b/;
/** A path that only the skill or its plugin has. */
const OWN_PATH = /^\$\{?CLAUDE_(?:SKILL_DIR|PLUGIN_ROOT)\}?\/[\w./-]+$/;

/**
 * True for a command for which Claude Code certainly needs a permission: it is one, it does more than read, and the body itself
 * runs it.
 * @param has tells whether a path, relative to the skill, is a bundled file
 * @param all the commands of the body
 */
export function needsPermission(
  { words, use, text }: BodyCommand,
  has: (path: string) => boolean,
  all: readonly BodyCommand[],
): boolean {
  const [program = '', ...rest] = words;
  if (READ_ONLY.has(program) || rest.some((word) => /^(?:--version|-[vVh]|--help|version|help)$/.test(word)))
    return false;
  const changing = CHANGING.get(program);
  const plain = rest.filter((word) => !word.startsWith('-'));
  if (changing !== undefined && !changing.test(plain[0] ?? '') && !changing.test(`${plain[0] ?? ''} ${plain[1] ?? ''}`))
    return false;
  // What is expanded at run time is in no entry.
  if (/\$\(|`|\$\{(?!CLAUDE_)|\$(?!\{|ARGUMENTS\b|\d)/.test(text)) return false;
  // A client runs it, whatever it is.
  if (use === 'loading') return /^[\w.$~{/][^\s<>]*$/.test(program);
  if (use === 'shown' || ASKED_ON_PURPOSE.test(words.join(' ')) || /^[`'"]?</.test(text)) return false;
  if (OWN_PATH.test(program) || has(program.replace(/^\.\//, ''))) return true;
  if (INTERPRETERS.has(program)) return isScriptOrModule(rest);
  return PROGRAMS.has(program) || all.some((other) => isShownProgram(other, program));
}

/** True if a fence shows a program with arguments, so that the same word elsewhere is a command. */
const isShownProgram = ({ words, inFence }: BodyCommand, program: string): boolean =>
  inFence && words[0] === program && words.length > 1 && /^[a-z][\w-]*$/.test(program);

/** True for the arguments of an interpreter that run a file or a module, whose name a permission can have. */
function isScriptOrModule([first = '', second = '']: readonly string[]): boolean {
  if (first === '-m') return /^\w[\w.]*$/.test(second);
  return /^(?:\.\/)?(?:\$\{?CLAUDE_\w+\}?\/)?[\w./-]+\.\w{1,4}$/.test(first);
}
