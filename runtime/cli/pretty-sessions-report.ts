import {
  clientsText,
  clientText,
  guardsText,
  kindText,
  lostFileText,
  missRateText,
  period,
  rateText,
  toldText,
  usageText,
  wasteText,
  waysText,
} from '../sessions/report/report-texts.ts';
import type { SessionsReport, SkillReport, WordsReport } from '../sessions/report/sessions-report.ts';
import { formatCount, formatNumber } from '../text/count.ts';
import { oneLine } from './plain-text.ts';

/** Maximum number of words listed for a skill, and of paths listed for the words. */
const MAX_WORDS = 10;
const MAX_PATHS = 3;

/** Formats the report for the terminal. Skills that were offered and never loaded are only counted. */
export function prettySessionsReport(report: SessionsReport): string {
  if (report.sessions === 0) return 'No sessions found. Name a folder with sessions.';
  const used = report.skills.filter(({ loaded, misses }) => loaded > 0 || misses > 0);
  const unused = report.skills.length - used.length;
  return [
    `${formatCount(report.sessions, 'session')}, ${period(report)}: ${clientsText(report)}`,
    `  ${usageText(report)}`,
    `  ${wasteText(report)}`,
    `  ${guardsText(report)}`,
    ...rateLines(report),
    ...used.flatMap(skillLines),
    ...(unused === 0 ? [] : ['', `${formatCount(unused, 'skill')} offered and never loaded`]),
    ...(report.trials === undefined
      ? []
      : ['', `${formatCount(report.trials, 'trial')} of evals left out, which no user asked for`]),
    ...(report.otherFiles === 0 ? [] : ['', `${formatCount(report.otherFiles, 'file')} of unknown format`]),
  ]
    .map(oneLine)
    .join('\n');
}

/** Formats the misses per 100 requests: of all sessions, by client and by kind. */
function rateLines({ missRates }: SessionsReport): readonly string[] {
  const { clients, kinds } = missRates;
  return [
    `  misses per 100 requests into skills (95 %): ${missRateText(missRates)}`,
    ...(clients.length < 2 ? [] : clients.map((one) => `    ${clientText(one.client)}: ${missRateText(one)}`)),
    ...kinds.map((one) => `    ${kindText(one.kind)}: ${rateText(one)}, ${formatCount(one.misses, 'miss', 'misses')}`),
  ];
}

function skillLines(skill: SkillReport): readonly string[] {
  const { offered, loaded, read, misses, missed, tokens, words, rate, told } = skill;
  const ways = waysText(skill);
  const more = words.length > MAX_WORDS ? [`    and ${words.length - MAX_WORDS} more`] : [];
  return [
    '',
    skill.skill,
    `  loaded in ${formatCount(loaded, 'session')}${ways === '' ? '' : ` (${ways})`}${offered === 0 ? '' : `, offered in ${formatNumber(offered)}`}`,
    `  files read in ${formatCount(read, 'session')}; ${misses === 0 ? 'no misses' : `${formatCount(misses, 'miss', 'misses')} in ${formatCount(missed, 'session')}`}`,
    `  misses per 100 requests: ${missRateText(rate)}`,
    ...(told === undefined ? [] : [`  ${toldText(told)}`]),
    ...(told?.files ?? []).slice(0, MAX_PATHS).map((file) => `    ${file.path} ${lostFileText(file)}`),
    `  its texts: about ${formatCount(tokens, 'token')}; its sessions: ${usageText(skill)}`,
    ...words.slice(0, MAX_WORDS).flatMap(wordsLines),
    ...more,
  ];
}

function wordsLines({ words, misses, paths, where }: WordsReport): readonly string[] {
  const more = paths.length > MAX_PATHS ? ` and ${paths.length - MAX_PATHS} more` : '';
  return [
    `  ${words === '' ? 'unknown words' : `“${words}”`}: ${formatCount(misses, 'miss', 'misses')} (${paths.slice(0, MAX_PATHS).join(', ')}${more})`,
    ...where.map(
      (one) =>
        `    ${clientText(one.client)}, ${one.model}: ${formatCount(one.misses, 'miss', 'misses')} in ${one.sessions} of ${formatCount(one.loaded, 'session')}`,
    ),
  ];
}
