import { PartAnswers, someParts } from '../../../skill/index.ts';
import { type Line, proseIn, ticksBefore } from '../rule/prose.ts';
import type { Problem, Rule } from '../rule/rule.ts';

const USERS =
  "(?:the |a |an |any |their |your |each |every )?(?:(?:users?['’]s?|customers?['’]s?|user[- ](?:provided|supplied|uploaded|given)|uploaded|attached|user)[ -](?:[\\w-]+ ){0,2}?(?:files?|documents?|data|datasets?|csvs?|pdfs?|images?|spreadsheets?|uploads?|inputs?|attachments?|reports?|logs?|transcripts?|r[eé]sum[eé]s?|codebase|code|contracts?|invoices?)(?: files?)?|(?:files?|documents?|data|datasets?|csvs?|pdfs?|images?|spreadsheets?|inputs?|attachments?) (?:that |which )?(?:the user|they) (?:has |have )?(?:provide[sd]?|upload(?:s|ed)?|attach(?:es|ed)?|give[sn]?|gave|supplie[sd]|shares?|shared))";
const LOAD = '(?:load|read|open|fetch|retrieve|access|import|get|look up)';
const BUNDLE =
  "(?:`?(?:\\./)?(?:references|assets|scripts|resources)/`?|(?:the |this )?skill['’]s (?:own )?(?:bundled )?(?:folder|directory|resources|files|references|assets|bundle)|(?:the |this )?skill (?:folder|directory|resources|bundle)|(?:the )?bundled (?:resources|files))";

/** "Use `load_skill_resource` to read the user's CSV", in either order. */
const BY_TOOL = new RegExp(
  `(?<!\\w)load_skill_resource\`?(?:\\([^)]*\\))?[^.;:!?]{0,40}?\\b(?:for|to ${LOAD}|on|with)\\s+(${USERS})\\b|\\b${LOAD}s?\\s+(${USERS})\\b[^.;:!?]{0,30}?\\b(?:with|by|using|via|through)\\s+(?:the )?\`?load_skill_resource\\b|\\b${LOAD}s?\\s+(${USERS})\\b[^.;:!?]{0,12}?\\bas (?:a |an )?(?:skill|bundled) (?:resource|reference|asset)s?\\b`,
  'gi',
);
/** "Read the uploaded file from `assets/`." */
const FROM_BUNDLE = new RegExp(
  `\\b${LOAD}s?\\s+(${USERS})\\b[^.;:!?\`]{0,30}?\\b(?:from|in|inside|under|within)\\s+${BUNDLE}(?![\\w/-]*\\.\\w)`,
  'gi',
);
/** "Load `assets/<user_file>`". */
const AS_PATH = new RegExp(
  `\\b${LOAD}s?\\s+(?:the (?:file|input|data) (?:from|at|in) )?\`?((?:\\./)?(?:references|assets|resources)/[<{[](?:the[ _-])?(?:user|uploaded|attached|input|customer)s?[ _-]?(?:file|input|data|document|upload|name|filename|csv|pdf|image)?[ _-]?(?:name|path)?[>}\\]](?:\\.\\w+)?)`,
  'gi',
);
const DENIED = /\b(?:not|never|cannot|can['’]t|don['’]t|do not|avoid|instead of|rather than|no need|unless)\b/i;

/** Reports prose that makes a model look for the user's input among the bundled files, where it never is. */
export const referenceScope: Rule = {
  code: 'reference.scope',
  title: 'Prose that sends a model to load the user’s own input as a bundled file',
  severity: 'warning',
  *check({ document }): Iterable<Problem> {
    if (!someParts(document, cachedSections, hasCandidate)) return;
    for (const line of proseIn(document, cachedSections, hasCandidate))
      if (mayMatch(line.text)) yield* problemsInLine(line);
  },
};

/** Short form of the user's input. Few texts have it on a line with {@link BUNDLED}. */
const OWNED =
  /user['’]s |user[- ](?:provided|supplied|uploaded|given|file|input|data|doc)|uploaded |attached |customer['’]s|(?:the user|they) (?:has |have )?(?:provide|upload|attach|give|gave|supplie|share)|[<{[](?:the[ _-])?(?:user|uploaded|attached|input|customer)/g;
const BUNDLED = /load_skill_resource|references|assets|resources|scripts|skill|bundled/;

const mayMatch = (line: string): boolean => {
  OWNED.lastIndex = 0;
  return OWNED.test(line) && BUNDLED.test(line) && !DENIED.test(line);
};

/** Caches whether a section may have such a line. */
const cachedSections = new PartAnswers<boolean>();

/** Returns true if any line may match, in prose or not. */
function hasCandidate(text: string): boolean {
  let seen = -1;
  // `mayMatch` has moved `lastIndex`.
  OWNED.lastIndex = 0;
  for (const { index } of text.matchAll(OWNED)) {
    if (index < seen) continue;
    const newline = text.indexOf('\n', index);
    seen = newline < 0 ? text.length : newline;
    if (mayMatch(text.slice(text.lastIndexOf('\n', index) + 1, seen))) return true;
  }
  return false;
}

function* problemsInLine(line: Line): Iterable<Problem> {
  const reported = new Set<number>();
  for (const shape of [BY_TOOL, FROM_BUNDLE, AS_PATH]) {
    const ticks = ticksBefore(line.text);
    for (const match of line.text.matchAll(shape)) {
      const words = match.slice(1).find((group) => group !== undefined) ?? match[0];
      const at = match.index + match[0].indexOf(words);
      // A sentence in code is an example.
      if (reported.has(at) || ticks(shape === AS_PATH ? match.index : at) % 2 === 1) continue;
      reported.add(at);
      yield {
        range: { start: line.start + at, end: line.start + at + words.length },
        target: words,
        suggestions: [],
        message: `“${words}” is user input, not a bundled file. Say where to find it (conversation or working directory) and which tool reads it.`,
      };
    }
  }
}
