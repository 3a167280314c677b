import { dirname } from 'node:path';
import type { Redirection } from 'unbash';
import { absolutePath, type DryFiles } from './dry-files.ts';
import { NotSimulated } from './not-simulated.ts';
import { ShellOutput } from './output.ts';
import { type Expansions, expandToText } from './words.ts';

export interface RedirectionContext {
  readonly cwd: string;
  readonly files: DryFiles;
  readonly expansions: Expansions;
  /** Returns the number of the line at an offset. */
  readonly lineAt: (offset: number) => number;
}

type Stream = 'stdout' | 'stderr';

/** The input of a command, and the targets of its streams. */
interface Streams extends Record<Stream, Stream | 'nowhere'> {
  stdin: string | undefined;
}

/** Evaluates a command with its redirections. Files that it would write are remembered, not written. */
export function withRedirections(
  redirects: readonly Redirection[],
  context: RedirectionContext,
  stdin: string | undefined,
  evaluate: (stdin: string | undefined) => ShellOutput,
): ShellOutput {
  const streams: Streams = { stdin, stdout: 'stdout', stderr: 'stderr' };
  for (const redirect of redirects) {
    const failed = apply(redirect, context, streams);
    if (failed !== undefined) return new ShellOutput().fail(`bash: line ${context.lineAt(redirect.pos)}: ${failed}`, 1);
  }
  const result = evaluate(streams.stdin);
  const output = new ShellOutput();
  for (const { to, text } of result.chunks) {
    const target = streams[to];
    if (target !== 'nowhere') output.write(target, text);
  }
  output.code = result.code;
  return output;
}

/** Applies one redirection; returns a message if its file cannot be opened. */
function apply(redirect: Redirection, context: RedirectionContext, streams: Streams): string | undefined {
  if (redirect.type === 'HereDoc') {
    if (redirect.body.parts !== undefined) throw new NotSimulated('the text of the here-document is unknown');
    streams.stdin = redirect.body.text;
    return undefined;
  }
  if (redirect.target === undefined) throw new NotSimulated('a redirection has no target');
  const name = expandToText(redirect.target, context.expansions);
  if (redirect.type === 'HereString') {
    streams.stdin = `${name}\n`;
    return undefined;
  }
  const { operator } = redirect;
  const descriptor = descriptorOf(redirect);
  if (operator === '<' && descriptor === 'stdin') return openInput(name, context, streams);
  if (descriptor !== 'stdin' && operator === '>&' && /^[12]$/.test(name)) {
    streams[descriptor] = streams[name === '1' ? 'stdout' : 'stderr'];
    return undefined;
  }
  if (descriptor === 'stdin' || !/^(?:>|>>|>\||&>|&>>)$/.test(operator))
    throw new NotSimulated(`the redirection ${operator} is not evaluated`);
  const failed = openOutput(name, context);
  if (failed !== undefined) return failed;
  streams[descriptor] = 'nowhere';
  if (operator.startsWith('&')) streams.stderr = 'nowhere';
  return undefined;
}

function openInput(name: string, { cwd, files }: RedirectionContext, streams: Streams): string | undefined {
  const path = absolutePath(cwd, name);
  if (name !== '/dev/null' && files.kind(path) === 'missing') return `${name}: No such file or directory`;
  streams.stdin = name === '/dev/null' ? '' : files.text(path);
  return undefined;
}

function openOutput(name: string, { cwd, files }: RedirectionContext): string | undefined {
  if (name === '/dev/null') return undefined;
  const path = absolutePath(cwd, name);
  if (files.kind(path) === 'folder') return `${name}: Is a directory`;
  if (files.kind(dirname(path)) !== 'folder') return `${name}: No such file or directory`;
  files.markWritten(path);
  return undefined;
}

function descriptorOf({ operator, descriptor }: Extract<Redirection, { type: 'Redirect' }>): 'stdin' | Stream {
  if (descriptor === undefined) return operator.startsWith('<') ? 'stdin' : 'stdout';
  const stream =
    descriptor.type === 'FileDescriptor' ? (['stdin', 'stdout', 'stderr'] as const)[descriptor.value] : undefined;
  if (stream === undefined) throw new NotSimulated('only the standard streams are evaluated');
  return stream;
}
