import { basename, join } from 'node:path';
import { defined, type Skill } from '../../../skill/index.ts';
import { type Installation, install } from '../../clients/installation.ts';
import { messageOf } from '../../errors.ts';
import { type Redactor, redactorOf } from '../../journal/redact.ts';
import { newRunId } from '../../journal/run-id.ts';
import { secretsOfEnvironment } from '../../journal/secret-sources.ts';
import { deleteRun, openJournal } from '../../journal/writer.ts';
import { isEvalFile } from '../../protocol/eval-files.ts';
import type { ImportResult } from '../../sessions/import-session.ts';
import { importSession } from '../../sessions/import-session.ts';
import { formatCount, formatNumber } from '../../text/count.ts';
import { removeOrphanedCopies } from '../../workspace-copy/orphaned-copies.ts';
import type { PlannedTrial } from '../trials/plan.ts';
import type { TrialEnd } from '../trials/run-trial.ts';
import { ActivationWatch, INTERVAL_MS } from './activation-watch.ts';
import { type ClientProcessEnd, runClientProcess } from './client-process.ts';
import type { ClientRunner } from './client-runner.ts';
import { foldersOutside } from './installed-twin.ts';
import { fillIn, hasPlaceholder } from './runner-command.ts';
import { findSessionFile } from './session-file.ts';
import { trialEnvironment } from './trial-environment.ts';
import { promptError, type TrialSession, trialError } from './trial-error.ts';
import { loadedSkill, TrialJournal } from './trial-journal.ts';

export interface ClientTrialOptions {
  readonly runner: ClientRunner;
  readonly trial: PlannedTrial;
  /** The skill under test, present or not. */
  readonly skill: Skill;
  readonly distractors: readonly Skill[];
  /** Absolute path of the workspace with the case's files; absent for an empty one. */
  readonly workspace?: string;
  /** Absolute path of the folder of runs. */
  readonly runs: string;
  readonly signal: AbortSignal;
  /** Receives the id of the run before the client is started. */
  readonly onBegin?: (run: string) => void;
}

/** The error of a trial whose answer cannot be judged as a whole. */
const LONG_ANSWER = 'Ask for a shorter answer: that of the client has more than 8,000,000 characters.';
/** Maximum bytes of a client's output. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Maximum UTF-16 units of the texts of an event. Longer ones are searched for secrets in one turn of the event loop. */
const MAX_EVENT_TEXTS = 1_000_000;
/** The same for the end of a session, whose answer is judged as a whole. */
const MAX_ANSWER = 8_000_000;
/** Time to compare the copy of the workspace with its first state, in milliseconds. */
const COMPARE_MS = 10_000;

/**
 * Performs the run of a trial with the author's own command: in a fresh copy of the workspace, in which the skill is installed
 * where its client finds it, or absent. The client's session becomes the journal of the run. Never throws.
 */
export async function runClientTrial(options: ClientTrialOptions): Promise<TrialEnd> {
  const { runner, trial, workspace, runs, signal } = options;
  // Those of trials whose process was killed.
  void removeOrphanedCopies().catch(() => undefined);
  const run = newRunId();
  const copy = await install(
    defined({
      client: runner.profile,
      skills: skillsOf(options),
      key: run,
      scope: 'project',
      signal,
      leavesOut: isEvalFile,
      folders: SESSION_FOLDERS,
      workspace,
    }),
  );
  if (copy.kind === 'failed') return copy;
  const secrets = secretsOfEnvironment({ ...runner.environment, ...runner.command.variables });
  const redactor = redactorOf(secrets);
  const opened = openJournal({ folder: join(runs, run) });
  if (opened.kind === 'failed') {
    await copy.remove();
    return opened;
  }
  options.onBegin?.(run);
  const journal = new TrialJournal({
    journal: opened.journal,
    redactor,
    startTime: new Date().toISOString(),
    names: clientNames(copy),
    start: defined({
      run,
      prompt: trial.case.prompt,
      client: runner.profile.id,
      install: 'project',
      model: trial.model,
      skills: copy.skills.map(({ skill }) => ({ name: skill.name, root: skill.root })),
      runner: basename(runner.command.program),
      workspace,
    }),
  });
  const end = await performTrial(options, { run, copy, journal, redactor, cuts: { count: 0, isAnswer: false } }).catch(
    (error: unknown): TrialEnd => ({ kind: 'failed', message: messageOf(error) }),
  );
  opened.journal.close();
  await copy.remove();
  // Without an event there was no run.
  if (end.kind === 'failed') deleteRun(join(runs, run));
  return end;
}

interface TrialParts {
  readonly run: string;
  readonly copy: Installation;
  readonly journal: TrialJournal;
  readonly redactor: Redactor;
  /** The texts that were too long. */
  readonly cuts: { count: number; isAnswer: boolean };
}

async function performTrial(options: ClientTrialOptions, parts: TrialParts): Promise<TrialEnd> {
  const { runner, trial, skill, signal } = options;
  const { run, copy, journal, cuts } = parts;
  const end = await runClient(options, copy);
  if (end.kind === 'failed') {
    const problem = promptError(end, options);
    if (problem === undefined)
      return { kind: 'failed', message: `Install ${runner.command.program}, or correct the runner: ${end.message}` };
    const finished = journal.finish(problem);
    if (journal.problem !== undefined) return { kind: 'failed', message: journal.problem };
    return { kind: 'ran', run, finished, usage: finished.usage, isOverBudget: false, isComplete: false };
  }
  const imported = await importTrial(options, parts, end.inode);
  const isLoaded = journal.loaded.has(skill.name);
  // The process was ended because nothing else decides about a trigger.
  const isTriggered = isLoaded && trial.case.kind === 'trigger';
  const { llmCalls, client, error: ended } = journal;
  const session: TrialSession = defined({
    llmCalls,
    isLoaded,
    client,
    // It does not matter for a trigger, which has already been decided.
    error: isTriggered ? undefined : ended,
    offered: imported?.kind === 'imported' ? imported.finished.offered : undefined,
    missing: imported?.kind === 'imported' ? undefined : (withoutPath(imported?.message, copy) ?? 'it printed nothing'),
  });
  const isAbsent = trial.skill === undefined;
  const problem = signal.aborted
    ? 'The eval was stopped.'
    : (trialError(end, session, { runner, skill, isAbsent }) ?? (cuts.isAnswer ? LONG_ANSWER : undefined));
  const error = isTriggered && end.limit === undefined && end.exitCode === null ? undefined : problem;
  const changes = await copy.findChanges(COMPARE_MS);
  const event = { invocation: run, agent: 'agent' };
  if (changes === undefined) journal.append({ ...event, type: 'workspace_changes', changes: [], incomplete: true });
  else if (changes.changes.length > 0)
    journal.append(
      defined({
        ...event,
        type: 'workspace_changes',
        changes: changes.changes,
        more: changes.more === 0 ? undefined : changes.more,
      }),
    );
  const remains = await copy.remove();
  for (const message of [...notesOf(options, copy, imported, cuts.count), ...(remains === undefined ? [] : [remains])])
    journal.append({ ...event, type: 'note', message });
  const finished = journal.finish(error);
  if (journal.problem !== undefined) return { kind: 'failed', message: journal.problem };
  return {
    kind: 'ran',
    run,
    finished,
    usage: finished.usage,
    isOverBudget: false,
    isComplete: error === undefined && (isTriggered || finished.reason === 'final'),
  };
}

/** Runs the command in the copy. That of a trigger trial ends when the skill is loaded. */
async function runClient(
  options: ClientTrialOptions,
  { root, workspace, files }: Installation,
): Promise<ClientProcessEnd> {
  const { runner, trial, skill, signal } = options;
  const { command, environment, timeoutMs } = runner;
  const { session, output } = placesIn(root);
  const { prompt } = trial.case;
  const { args, variables } = fillIn(command, { prompt, model: trial.model, workspace, session });
  const stop = new AbortController();
  const names = [skill.name, basename(skill.root)];
  const writesSession = hasPlaceholder(command, 'session');
  const watch = new ActivationWatch(
    async () => {
      const path = (writesSession ? await findSessionFile(files, session) : undefined) ?? output;
      const located = files.locateEntry(path);
      return located.kind === 'found' && located.stats.isFile() ? { path, size: located.stats.size } : undefined;
    },
    (event) => names.includes(loadedSkill(event) ?? ''),
    () => stop.abort(),
  );
  const isTrigger = trial.case.kind === 'trigger';
  // A client that writes its session into a file may print nothing until its end.
  const timer = isTrigger && writesSession ? setInterval(() => watch.check(), INTERVAL_MS) : undefined;
  const end = await runClientProcess(
    defined({
      program: command.program,
      args,
      folder: workspace,
      output,
      timeoutMs,
      folderToRemove: root,
      environment: definedIn({ ...trialEnvironment(environment, workspace), ...variables }),
      input: hasPlaceholder(command, 'prompt') ? undefined : prompt,
      maxBytes: MAX_OUTPUT_BYTES,
      signal: AbortSignal.any([signal, stop.signal]),
      onOutput: isTrigger ? () => watch.check() : undefined,
    }),
  );
  clearInterval(timer);
  await watch.end();
  return end;
}

/** Imports the session into the journal. Returns undefined if there is none. */
async function importTrial(
  options: ClientTrialOptions,
  { copy, journal, redactor, cuts }: TrialParts,
  inode: number,
): Promise<ImportResult | undefined> {
  const { session, output } = placesIn(copy.root);
  const written = hasPlaceholder(options.runner.command, 'session')
    ? await findSessionFile(copy.files, session)
    : undefined;
  const located = copy.files.locateEntry(output);
  const printed = located.kind === 'found' ? located.stats : undefined;
  // An agent could replace the output by a link to another file.
  if (written === undefined && (printed === undefined || printed.ino !== inode || printed.size === 0)) return undefined;
  return importSession(written ?? output, {
    redactor,
    maxTexts: ({ type }) => (type === 'run_finished' ? MAX_ANSWER : MAX_EVENT_TEXTS),
    onCut(event) {
      cuts.count++;
      if (event.type === 'run_finished') cuts.isAnswer = true;
    },
    skills: skillsOf(options),
    estimatesCosts: true,
    folders: foldersOf(copy),
    allows: (folder) => {
      const located = copy.files.locateEntry(folder);
      return located.kind === 'found' && located.stats.isDirectory();
    },
    emit(event) {
      if (event.type === 'run_started') cuts.isAnswer = false;
      journal.add(event);
    },
  });
}

/** Returns the notes of a trial: what was left out of the copy, and the proof that a baseline has no skill. */
function* notesOf(
  { runner, trial, skill, distractors }: ClientTrialOptions,
  { notes }: Installation,
  imported: ImportResult | undefined,
  cuts: number,
): Iterable<string> {
  yield* notes;
  if (cuts > 0)
    yield `${formatCount(cuts, 'event')} of the session ${cuts === 1 ? 'is' : 'are'} cut: ${formatNumber(MAX_EVENT_TEXTS)} characters are kept, and ${formatNumber(MAX_ANSWER)} of an answer.`;
  const broken = imported?.kind === 'imported' ? imported.finished.broken : 0;
  if (broken > 0)
    yield `${formatCount(broken, 'line')} of the session ${broken === 1 ? 'is' : 'are'} not JSON, or cut off.`;
  if (trial.skill !== undefined) return;
  const others = distractors.length === 0 ? 'no skill' : `only ${distractors.map(({ name }) => name).join(', ')}`;
  const searched = foldersOutside(runner);
  yield `Baseline without ${skill.name}: ${others} was installed, and no SKILL.md with its name is in the workspace or in ${searched.length === 0 ? 'another folder' : searched.join(', ')}. No file of the case belongs to the skill.`;
}

const skillsOf = ({ trial, distractors }: ClientTrialOptions): readonly Skill[] => [
  ...(trial.skill === undefined ? [] : [trial.skill]),
  ...distractors,
];

/** Folders in a copy, next to its workspace: the session that the client writes, and what it prints. */
const SESSION_FOLDERS = ['session', 'output'] as const;

const placesIn = (root: string) => ({ session: join(root, 'session'), output: join(root, 'output', 'output.jsonl') });

/** Returns the names of skills by those that the client uses, where they differ. */
function clientNames({ skills }: Installation): ReadonlyMap<string, string> {
  return new Map(skills.flatMap(({ name, skill }) => (name === skill.name ? [] : [[name, skill.name] as const])));
}

/** Returns the installed folders of skills by the names that a session may have for them. */
function foldersOf({ skills }: Installation): ReadonlyMap<string, string> {
  return new Map(
    skills.flatMap(({ name, skill, folder }) =>
      [name, skill.name, basename(folder)].map((one) => [one, folder] as const),
    ),
  );
}

/** Returns a message without the path of the copy, which no longer exists and differs between trials. */
function withoutPath(message: string | undefined, { root }: Installation): string | undefined {
  const at = message?.indexOf(root) ?? -1;
  if (message === undefined || at < 0) return message;
  const rest = message.slice(0, at).trimEnd();
  return rest.endsWith('.') ? rest.slice(0, -1) : rest;
}

/** Returns the variables for the client. That of VS Code's own process would turn programs into Node. */
function definedIn(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = environment;
  return Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
