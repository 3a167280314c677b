/**
 * The parts of results that may differ without making the results different: durations, ids of processes and sessions, and
 * timestamps at the start of log lines. To add a pattern, add a row with examples, which `volatile-values.test.ts` checks.
 * Every pattern is bounded and anchored at a word or line start, so that none takes quadratic time. If it is unclear what a
 * number means, it is significant: polling must never look like a loop.
 */

/** A pattern whose matches are ignored when results are compared. */
export interface VolatilePattern {
  /** The replacement for a match, so that a text with a match never equals one without. */
  readonly mark: string;
  /** A global pattern. The text of its first group is retained. */
  readonly pattern: RegExp;
  /** A match is significant if the text before it on its line, or the text after it, matches one of these. */
  readonly unless?: { readonly before: RegExp; readonly after: RegExp };
  /** Pairs of texts that must be considered the same. */
  readonly same: readonly (readonly [string, string])[];
  /** Pairs of texts that must be considered different. */
  readonly different: readonly (readonly [string, string])[];
}

const NUMBER = String.raw`\d{1,12}(?:[.,]\d{1,12}){0,3}`;
const SMALL = '(?:[nµμm]s|milliseconds?)(?![A-Za-z])';
const UNIT = '(?:[nuµμm]?s|secs?|(?:milli)?seconds?|mins?|minutes?|hours?)(?![A-Za-z])';
/** For example `1m 2.5s`. A lone `12 m` may be a distance. */
const DURATION = `(?:${NUMBER} ?(?:m|mins?|minutes?|h|hrs?|hours?),? ?){0,2}${NUMBER} ?${UNIT}`;
const UNITS = '(?:ns|us|ms|s|secs?|seconds|millis|milliseconds)';
const DURATION_KEY = `(?:(?:total|api|test|request|query)[_-]?)?(?:duration|elapsed|took|latency|(?:elapsed|execution|run|wall|cpu|real|response|total)[_-]?time)(?:[_-]?${UNITS})?`;
const PROCESS_KEY = '(?:p?pid|process[ _-]?id)';
const SESSION_KEY = 'session[ _-]?id';
/** An id, as opposed to a word that describes the state of the session. */
const ID = String.raw`(?=[\w-]{0,64}\d)[\w-]{1,128}(?![\w-])`;
const CLOCK = String.raw`\d\d:\d\d:\d\d(?:[.,]\d{3,9})?`;
const DATE = String.raw`\d{4}[-/]\d\d[-/]\d\d`;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
/** More text must follow on the line: a line that consists of a time alone is the output of a clock. */
const FOLLOWED_BY_TEXT = String.raw`(?=\]?:?[ \t]{1,40}(?!(?:[A-Z]{1,5}|[+-]\d\d:?\d\d)[ \t]{0,8}$)[^\s])`;

const PROGRESS = {
  before:
    /\b(?:left|remain(?:s|ing)?|eta|position|progress|offset|retry(?:ing)?|again|starts?|starting|wait(?:s|ing)?|next|since|until|at|of|seek|current|media|video|audio|play(?:ed|ing)?|buffer(?:ed|ing)?|record(?:ed|ing)?|process(?:ed|ing)?|transcribed|encoded|decoded|rendered|uploaded|downloaded|streamed|delay|timeout|interval|limit)\b["']?[ \t:=]{0,4}(?:in|for|after|at|is|time)?[ \t:="'(]{0,4}$/i,
  after: /^["')\]]?[ \t]{0,4}(?:[/%]|(?:of|left|remaining|to go|until|behind|ahead|ago|so far)\b)/i,
};

/** The patterns, in the order in which they are applied. */
export const VOLATILE_PATTERNS: readonly VolatilePattern[] = [
  {
    mark: '<time>',
    pattern: new RegExp(
      `^([ \\t]{0,40}\\[?)(?:${DATE}[T ]${CLOCK}(?:Z| ?(?:UTC|GMT)| ?[+-]\\d\\d:?\\d\\d)?|${MONTH} [ \\d]\\d ${CLOCK})${FOLLOWED_BY_TEXT}`,
      'gm',
    ),
    same: [
      ['2026-11-22T20:29:01.123Z INFO ready', '2026-11-22T20:29:04Z INFO ready'],
      [
        '[2026-11-22 20:29:01] ready\n[2026-11-22 20:29:02] done',
        '[2026-11-22 20:30:01] ready\n[2026-11-22 20:30:02] done',
      ],
      ['2026-11-22 20:29:01,123 - app - INFO', '2026-11-22 20:29:09,456 - app - INFO'],
      ['Nov 22 20:29:01 host app: up', 'Nov 23 01:02:03 host app: up'],
    ],
    different: [
      ['2026-11-22T20:29:01Z INFO ready', '2026-11-22T20:29:01Z WARN ready'],
      ['2026-11-22T20:29:01Z 3 of 10', '2026-11-22T20:29:04Z 4 of 10'],
      // The output of a clock, and times that are the actual information.
      ['2026-11-22T20:29:01Z', '2026-11-22T20:29:04Z'],
      ['2026-11-22 20:29:01 UTC', '2026-11-22 20:29:04 UTC'],
      ['next run: 2026-11-22T20:29:01Z', 'next run: 2026-11-23T20:29:01Z'],
      ['2026-11-22 a', '2026-11-23 a'],
    ],
  },
  {
    mark: '<time>',
    pattern: new RegExp(
      `^([ \\t]{0,40})(?:\\[(?:${CLOCK}|[ ]{0,8}\\d{1,8}\\.\\d{6})\\]${FOLLOWED_BY_TEXT}|${CLOCK}(?: [AP]M)?(?= {1,8}\\[?(?:trace|debug|info|notice|warn|warning|error|fatal)\\b))`,
      'gim',
    ),
    unless: PROGRESS,
    same: [
      ['[20:29:01] Starting build', '[20:31:44] Starting build'],
      ['20:29:01 INFO ready', '20:31:44.123 INFO ready'],
      ['[   12.345678] usb 1-1: found', '[  99.000001] usb 1-1: found'],
    ],
    different: [
      ['[20:29:01] 3 of 10', '[20:29:02] 4 of 10'],
      ['00:12:30 of the film', '00:12:31 of the film'],
      ['00:12:30 / 01:00:00', '00:12:31 / 01:00:00'],
      ['[00:12:30] / [01:00:00]', '[00:12:31] / [01:00:00]'],
      ['[00:12:30] left', '[00:12:29] left'],
      ['20:29:01', '20:29:02'],
      ['[20:29:01]', '[20:29:02]'],
    ],
  },
  {
    mark: '<pid>',
    pattern: /^([ \t]{0,40}\[?<time>\]? [^\n[\]]{1,80})\[\d{1,10}\](?=:)/gm,
    same: [['Nov 22 20:29:01 host sshd[4711]: up', 'Nov 22 20:29:09 host sshd[99]: up']],
    different: [
      ['items[3]: done', 'items[4]: done'],
      ['Nov 22 20:29:01 host app: step [3]', 'Nov 22 20:29:01 host app: step [4]'],
    ],
  },
  {
    mark: '<pid>',
    // A job that a shell has started in the background.
    pattern: /^(\[\d{1,3}\] )\d{2,10}$/gm,
    same: [['[1] 4711\nready', '[1] 12345\nready']],
    different: [
      ['[1] 4711', '[2] 4711'],
      ['[1] 3', '[1] 4'],
      ['[1] 4711 files', '[1] 4712 files'],
    ],
  },
  {
    mark: '<pid>',
    pattern: new RegExp(`(\\b${PROCESS_KEY}\\b\\\\?["']? ?[:=#]? ?|\\(node:)\\d{1,10}(?![\\w.])`, 'gi'),
    unless: PROGRESS,
    same: [
      ['started, pid 4711', 'started, pid 4712'],
      ['PID: 1', 'PID: 20'],
      ['{"pid": 4711}', '{"pid": 12}'],
      ['process id 4711', 'process id 12'],
      ['(node:4711) Warning: x', '(node:12) Warning: x'],
    ],
    different: [
      ['process 3 of 10', 'process 4 of 10'],
      ['pids: 3', 'pids: 4'],
      ['rapid 3', 'rapid 4'],
      ['pid 3 of 10', 'pid 4 of 10'],
      ['pid 4711 is running', 'pid 4711 is gone'],
    ],
  },
  {
    mark: '<session>',
    pattern: new RegExp(
      `\\b(${SESSION_KEY}\\b\\\\?["']? ?[:=]? ?\\\\?["']?)${ID}|\\b(session\\\\?["']? ?[:=]? ?\\\\?["']?)(?=[\\w-]{8})${ID}`,
      'gi',
    ),
    unless: PROGRESS,
    same: [
      ['session_id: a1b2c3', 'session_id: d4e5f6'],
      ['{"sessionId":"0b5c7c1e-3f1d-4f0e-9a57-1f2e3d4c5b6a"}', '{"sessionId":"7e57ab1e-0000-4f0e-9a57-1f2e3d4c5b6a"}'],
      ['Session 0b5c7c1e-3f1d-4f0e-9a57-1f2e3d4c5b6a open', 'Session 7e57ab1e-0000-4f0e-9a57-1f2e3d4c5b6a open'],
    ],
    different: [
      ['session_id: pending', 'session_id: granted'],
      ['session id expired', 'session id renewed'],
      ['session 3 of 10', 'session 4 of 10'],
      ['session: closed', 'session: waiting'],
      ['job 0b5c7c1e-3f1d-4f0e-9a57-1f2e3d4c5b6a', 'job 7e57ab1e-0000-4f0e-9a57-1f2e3d4c5b6a'],
    ],
  },
  {
    mark: '<duration>',
    // `"durationMs": 12`, also with escaped quotes, and `duration_ms 12` in test reports.
    pattern: new RegExp(
      `(?<![\\w-])(${DURATION_KEY}\\\\?["']? ?[:=] ?\\\\?["']?|duration_ms )${NUMBER}(?: ?${UNIT})?(?=\\\\?["']?\\s{0,8}(?:[,;}\\])\\n]|$))`,
      'gi',
    ),
    unless: PROGRESS,
    same: [
      ['{"durationMs": 12}', '{"durationMs": 4711}'],
      ['{"duration_ms":1.5,"n":1}', '{"duration_ms":20.25,"n":1}'],
      ['elapsed: 12', 'elapsed: 13'],
      ['# duration_ms 47.1', '# duration_ms 8'],
      ['{\\"elapsed\\": \\"3 s\\"}', '{\\"elapsed\\": \\"4 s\\"}'],
    ],
    different: [
      ['{"duration": 12, "n": 1}', '{"duration": 12, "n": 2}'],
      ['{"remainingDurationMs": 12}', '{"remainingDurationMs": 11}'],
      ['{"bufferedDuration": 12}', '{"bufferedDuration": 13}'],
      ['took: 12 files', 'took: 13 files'],
      ['elapsed: 12 of 40', 'elapsed: 13 of 40'],
      ['total: 12', 'total: 13'],
    ],
  },
  {
    mark: '<duration>',
    pattern: new RegExp(
      `\\b((?:took|taken|elapsed|lasted|duration|time|real|user|sys|after)[ \\t:="'(]{1,12}|(?:passed|failed|skipped|warnings?|errors?|tests?|files?|modules?|done|finished|completed?|succeeded|successful(?:ly)?|built|compiled|ready|ran|target\\(s\\)|packages?|date)[,:!]? in )${DURATION}`,
      'gi',
    ),
    unless: PROGRESS,
    same: [
      ['took 3.4s', 'took 12 s'],
      ['Wall time: 0.0312 seconds\nOutput:\nx', 'Wall time: 1.5000 seconds\nOutput:\nx'],
      ['Checked 9 files in 133ms. Done.', 'Checked 9 files in 1.2s. Done.'],
      ['Ran 3 tests in 0.003s', 'Ran 3 tests in 1.250s'],
      ['== 3 passed in 0.12s ==', '== 3 passed in 1m 2.5s =='],
      ['Finished target(s) in 0.05s', 'Finished target(s) in 3.17s'],
      ['real\t0m17.129s', 'real\t1m2.000s'],
      ['Time:        1.234 s', 'Time:        2 s'],
      ['Duration  16.50s', 'Duration  8.02s'],
    ],
    different: [
      ['2 passed in 0.12s', '3 passed in 0.12s'],
      ['retrying in 12 s', 'retrying in 11 s'],
      ['retry after 12 s', 'retry after 11 s'],
      ['starts in 12 s', 'starts in 11 s'],
      ['time 12 s of 40 s', 'time 13 s of 40 s'],
      ['current time: 12 s', 'current time: 13 s'],
      ['took 3 steps', 'took 4 steps'],
      ['took 3', 'took 4'],
      ['12 s', '13 s'],
    ],
  },
  {
    mark: '<duration>',
    pattern: new RegExp(
      `(?<![\\w.,])(?:${NUMBER} ?${SMALL}|${DURATION}(?= elapsed\\b))|([([])${DURATION}(?=[)\\]])|^((?:ok|FAIL)[ \\t]{1,8}[^\\s]{1,200}[ \\t]{1,8})${NUMBER}s(?![\\w])`,
      'gm',
    ),
    unless: PROGRESS,
    same: [
      ['12 ms', '4711 ms'],
      ['✓ reads the file 12ms', '✓ reads the file 1.5ms'],
      ['--- PASS: TestA (0.02s)', '--- PASS: TestA (1.10s)'],
      ['ok  \texample.com/a\t0.012s', 'ok  \texample.com/a\t1.5s'],
      ['waiting, 12 s elapsed', 'waiting, 1m 3 s elapsed'],
      ['3 passing (12ms)', '3 passing (1s)'],
    ],
    different: [
      ['12 ms', 'some ms'],
      ['12 ms left', '11 ms left'],
      ['12 s left', '11 s left'],
      ['1200 ms / 4000 ms', '1300 ms / 4000 ms'],
      ['position: 1200 ms', 'position: 1300 ms'],
      ['played 1200 ms', 'played 1300 ms'],
      ['updated 12 ms ago', 'updated 13 ms ago'],
      ['3 passing (12ms)', '4 passing (12ms)'],
      ['a wall ahead (12 m)', 'a wall ahead (11 m)'],
      ['12 msgs', '13 msgs'],
      ['(3)', '(4)'],
      ['12%', '13%'],
      ['ok 3s', 'ok 4s'],
    ],
  },
];

/** A property of an object whose value is ignored if it is a number or an id. */
export interface VolatileKey {
  readonly mark: string;
  readonly key: RegExp;
  /** The form that the value must have. */
  readonly value: RegExp;
}

/** The properties, by their name. */
export const VOLATILE_KEYS: readonly VolatileKey[] = [
  {
    mark: '<duration>',
    key: new RegExp(`^${DURATION_KEY}$`, 'i'),
    value: new RegExp(`^(?:${NUMBER}(?:e[+-]?\\d{1,3})?|${DURATION})$`, 'i'),
  },
  { mark: '<pid>', key: new RegExp(`^${PROCESS_KEY}$`, 'i'), value: /^\d{1,10}$/ },
  { mark: '<session>', key: new RegExp(`^${SESSION_KEY}$`, 'i'), value: new RegExp(`^${ID}$`) },
];
