/** Describes sessions of other agents, and our own runs, for the table of runs and sessions. */
import { defined, type Skill } from '../../skill/index.ts';
import { isInCopy } from '../disk/client-copy.ts';
import { groupBy } from '../group-by.ts';
import { redactorOf } from '../journal/redact.ts';
import type { Cause } from '../protocol/events.ts';
import type { ListRowsParams, RowMiss, RowsFound, RowsListed, SessionRow, SkillUse } from '../protocol/session-rows.ts';
import type { SessionMisses, SessionSource } from '../protocol/sessions.ts';
import { currentMisses } from '../sessions/find/current-misses.ts';
import { type ListOptions, listSessions } from '../sessions/find/list-sessions.ts';
import type { SessionEntry } from '../sessions/find/session-entry.ts';
import { countedMisses } from '../sessions/report/miss-rates.ts';
import { reportPage } from '../sessions/report/report-page.ts';
import { clientText } from '../sessions/report/report-texts.ts';
import { ReportBuilder } from '../sessions/report/sessions-report.ts';
import { keepYoungGenerationSmall } from '../small-heap.ts';
import { readCurrentSkills } from './sessions.ts';

/** Minimum time between two parts of the rows, in milliseconds. */
const PART_MS = 100;

/** Describes sessions in parts. The last part is sent before it resolves. Aborting the signal makes it reject. */
export async function listRowsInParts(
  { folders, skills, files: given }: ListRowsParams,
  secrets: readonly string[],
  signal: AbortSignal,
  send: (part: RowsFound) => void,
): Promise<RowsListed> {
  keepYoungGenerationSmall();
  const current = readCurrentSkills(skills);
  const report = new ReportBuilder();
  const misses: SessionMisses[] = [];
  let [files, read, otherFiles, trials] = [0, 0, 0, 0];
  let rows: SessionRow[] = [];
  let sentAt = performance.now();
  const flush = (): void => {
    send({ files, read, rows });
    rows = [];
    sentAt = performance.now();
  };
  const onFound = (count: number): void => {
    files = count;
    flush();
  };
  const options: ListOptions = defined({ folders, files: given, redactor: redactorOf(secrets), signal, onFound });
  for await (const one of listSessions(options)) {
    read++;
    if (one.kind === 'none') {
      otherFiles++;
      report.addOther();
    } else {
      report.add(one.entry);
      if (isTrial(one.entry)) trials++;
      else {
        const row = rowOf(one.entry, current);
        rows.push(row);
        const found = currentMisses(one.entry, current);
        if (found.length > 0) misses.push({ ...originOf(row), misses: found });
      }
    }
    if (performance.now() - sentAt >= PART_MS) flush();
  }
  flush();
  signal.throwIfAborted();
  const all = report.report();
  return { otherFiles, trials, misses, html: reportPage(all), json: JSON.stringify(all) };
}

/** True for a trial of an eval with a real client. */
function isTrial({ project }: SessionEntry): boolean {
  return project !== undefined && isInCopy(project);
}

function originOf({ file, session, client, end }: SessionRow): Omit<SessionMisses, 'misses'> {
  const source: SessionSource = defined({ file, session });
  return { source, client, time: end };
}

/** Returns the row of a session. @param current the skills whose words misses lead to */
export function rowOf(entry: SessionEntry, current: readonly Skill[]): SessionRow {
  const { file, session, format, client, project, start, end, title, model, outcome, steps, toolCalls, usage } = entry;
  const costUsd = usage.costUsd ?? entry.estimatedCostUsd;
  return defined({
    file,
    session,
    client: clientText(client ?? format),
    project,
    start,
    end,
    title,
    model,
    outcome,
    calls: steps,
    toolCalls,
    tokensIn: usage.inputTokens,
    tokensOut: usage.outputTokens,
    costUsd,
    isCostEstimated: costUsd !== undefined && (usage.costUsd === undefined || usage.costSource === 'estimated'),
    skills: skillUses(entry, current),
  });
}

/** Returns what a session did with each skill that it names. */
function skillUses(entry: SessionEntry, current: readonly Skill[]): readonly SkillUse[] {
  const { offered = [], skills, filesRead, scriptsRun, misses, requests = {}, instructed = [] } = entry;
  const files = groupBy(new Set([...filesRead, ...scriptsRun]), (file) => file.slice(0, file.indexOf('/')));
  const causes = new Map<string, Cause>();
  for (const { skill, path, cause } of currentMisses(entry, current)) causes.set(`${skill}/${path}`, cause);
  const missed = groupBy(misses, ({ skill }) => skill);
  const counted = new Map<string, number>();
  for (const { skill, count } of countedMisses(entry)) counted.set(skill, (counted.get(skill) ?? 0) + count);
  const asked = new Map(Object.entries(requests));
  const loaded = new Map(skills.map((one) => [one.skill, one]));
  const told = new Map(instructed.map((one) => [one.skill, one]));
  const names = [...loaded.keys(), ...missed.keys(), ...files.keys(), ...asked.keys(), ...told.keys(), ...offered];
  return [...new Set(names)].map((skill) =>
    defined({
      skill,
      isOffered: offered.includes(skill),
      isLoaded: loaded.has(skill),
      requests: asked.get(skill),
      countedMisses: asked.has(skill) ? (counted.get(skill) ?? 0) : undefined,
      tokens: loaded.get(skill)?.tokens,
      files: (files.get(skill) ?? []).map((file) => file.slice(skill.length + 1)),
      misses: (missed.get(skill) ?? []).map(
        ({ path, words = '', count }): RowMiss =>
          defined({ path, words, count, cause: causes.get(`${skill}/${path}`) }),
      ),
      unread: told.get(skill)?.unread.map(({ path }) => path),
    }),
  );
}
