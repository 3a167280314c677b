import type { Skill } from '../../../skill/index.ts';
import { redactKeyShapes } from '../../secrets/likely-secrets.ts';
import type { PlannedTrial } from '../trials/plan.ts';
import type { ClientProcessEnd } from './client-process.ts';
import type { ClientRunner } from './client-runner.ts';
import { hasPlaceholder } from './runner-command.ts';

/** The session of a trial, as far as it decides whether the trial is valid. */
export interface TrialSession {
  /** The reason why there is no session. */
  readonly missing?: string;
  /** The error with which it ended, if it did. */
  readonly error?: string;
  readonly llmCalls: number;
  /** Id of the client that wrote it, if it is known. */
  readonly client?: string;
  /** Names of the skills that the client offered, if the session has them. */
  readonly offered?: readonly string[];
  readonly isLoaded: boolean;
}

/** Characters of a client's standard error that a message quotes. */
const MAX_QUOTED = 300;

/** Codes of Linux and macOS, and of Windows, for a command whose arguments and variables are too long. */
const TOO_LONG = ['E2BIG', 'ENAMETOOLONG'];

/**
 * Returns what to do about a prompt with which no program can be started; undefined if the client was not started for another
 * reason, which applies to every trial.
 */
export function promptError(
  { code }: Extract<ClientProcessEnd, { kind: 'failed' }>,
  { runner, trial }: { readonly runner: ClientRunner; readonly trial: PlannedTrial },
): string | undefined {
  if (!hasPlaceholder(runner.command, 'prompt')) return undefined;
  const { id, prompt } = trial.case;
  const otherwise = 'or leave {prompt} out of the runner, so that it is sent to standard input';
  if (prompt.includes('\0'))
    return `Remove the NUL character from the prompt of case ${id}, ${otherwise}: no argument can have it.`;
  if (code !== undefined && TOO_LONG.includes(code))
    return `Shorten the prompt of case ${id}, ${otherwise}: it is too long for an argument.`;
  return undefined;
}

/** Returns the reason why a trial says nothing about the skill, and what to do about it; undefined if it is valid. */
export function trialError(
  end: Extract<ClientProcessEnd, { kind: 'ended' }>,
  session: TrialSession,
  { runner, skill, isAbsent }: { readonly runner: ClientRunner; readonly skill: Skill; readonly isAbsent: boolean },
): string | undefined {
  const { program } = runner.command;
  const quoted = quote(end.errors.trim() === '' ? (session.error ?? '') : end.errors);
  if (end.limit === 'time')
    return `Raise --runner-timeout, or check that ${program} asks nothing: it ran for ${runner.timeoutMs / 1000} s.${quoted}`;
  if (end.limit === 'output')
    return `Make ${program} print only its session: it printed too much, or the disk is full.`;
  if (end.exitCode !== 0) {
    const ended = end.exitCode === null ? 'it was killed' : `it ended with exit code ${end.exitCode}`;
    return `Try ${program} by itself, with the same arguments: ${ended}.${quoted}`;
  }
  if (session.error !== undefined)
    return `Try ${program} by itself, with the same arguments: its session ended with an error.${quote(session.error)}`;
  if (session.missing !== undefined || session.llmCalls === 0)
    return `Make ${program} print its session as JSON lines, as the recipes in docs/evals.md do: ${session.missing ?? 'it has no reply of a model'}.${quoted}`;
  if (session.client !== undefined && session.client !== runner.profile.id)
    return `Set --client ${session.client}: the session is not one of ${runner.profile.name}.`;
  if (session.offered === undefined) return undefined;
  const names = [skill.name, skill.root.slice(skill.root.lastIndexOf('/') + 1)];
  const isOffered = session.offered.some((one) => names.includes(one));
  if (isAbsent && isOffered)
    return `Remove ${skill.name} from ${runner.profile.name}: it offered the skill in the baseline.`;
  if (!isAbsent && !isOffered && !session.isLoaded)
    return `Check that ${runner.profile.name} trusts the folder and reads its skills: it did not offer ${skill.name}.`;
  return undefined;
}

function quote(errors: string): string {
  const text = redactKeyShapes(errors).replace(/\s+/g, ' ').trim();
  return text === '' ? '' : ` It reported: ${text.slice(-MAX_QUOTED)}`;
}
