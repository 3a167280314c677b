import { someParts } from '../../skill/index.ts';
import { type Line, proseIn, ticksBefore } from './prose.ts';
import type { Problem, Rule } from './rule.ts';

const USERS =
  "(?:the |a |an |any |their |your |each |every )?(?:(?:users?['’]s?|customers?['’]s?|user[- ](?:provided|supplied|uploaded|given)|uploaded|attached|user)[ -](?:[\\w-]+ ){0,2}?(?:files?|documents?|data|datasets?|csvs?|pdfs?|images?|spreadsheets?|uploads?|inputs?|attachments?|reports?|logs?|transcripts?|r[eé]sum[eé]s?|codebase|code|contracts?|invoices?)(?: files?)?|(?:files?|documents?|data|datasets?|csvs?|pdfs?|images?|spreadsheets?|inputs?|attachments?) (?:that |which )?(?:the user|they) (?:has |have )?(?:provide[sd]?|upload(?:s|ed)?|attach(?:es|ed)?|give[sn]?|gave|supplie[sd]|shares?|shared))";
const LOAD = '(?:load|read|open|fetch|retrieve|access|import|get|look up)';
const BUNDLE =
  "(?:`?(?:\\./)?(?:references|assets|scripts|resources)/`?|(?:the |this )?skill['’]s (?:own )?(?:bundled )?(?:folder|directory|resources|files|references|assets|bundle)|(?:the |this )?skill (?:folder|directory|resources|bundle)|(?:the )?bundled (?:resources|files))";

/** "Use `load_skill_resource` to read the user's CSV", and the other way round. */
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

/** Prose that sends a model to look among the bundled files for what the user brings: it is never there. */
export const referenceScope: Rule = {
  code: 'reference.scope',
  title: 'Prose that sends a model to load the user’s own input as a bundled file',
  severity: 'warning',
  *check({ document }) {
    if (!someParts(document, likely, isLikely)) return;
    for (const line of proseIn(document, likely, isLikely)) if (mayBe(line.text)) yield* inLine(line);
  },
};

/** What is the user's, in few words: hardly a text has them on a line with what is the skill's. */
const OWNED =
  /user['’]s |user[- ](?:provided|supplied|uploaded|given|file|input|data|doc)|uploaded |attached |customer['’]s|(?:the user|they) (?:has |have )?(?:provide|upload|attach|give|gave|supplie|share)|[<{[](?:the[ _-])?(?:user|uploaded|attached|input|customer)/g;
const BUNDLED = /load_skill_resource|references|assets|resources|scripts|skill|bundled/;

const mayBe = (line: string): boolean => {
  OWNED.lastIndex = 0;
  return OWNED.test(line) && BUNDLED.test(line) && !DENIED.test(line);
};

/** Of sections: whether they may hold one. */
const likely = new WeakMap<object, boolean>();

/** Whether any line may be one, whatever it stands in. */
function isLikely(text: string): boolean {
  let seen = -1;
  // Where `mayBe` left it, the search would begin.
  OWNED.lastIndex = 0;
  for (const { index } of text.matchAll(OWNED)) {
    if (index < seen) continue;
    const newline = text.indexOf('\n', index);
    seen = newline < 0 ? text.length : newline;
    if (mayBe(text.slice(text.lastIndexOf('\n', index) + 1, seen))) return true;
  }
  return false;
}

function* inLine(line: Line): Iterable<Problem> {
  const told = new Set<number>();
  for (const shape of [BY_TOOL, FROM_BUNDLE, AS_PATH]) {
    const ticks = ticksBefore(line.text);
    for (const match of line.text.matchAll(shape)) {
      const words = match.slice(1).find((group) => group !== undefined) ?? match[0];
      const at = match.index + match[0].indexOf(words);
      // A sentence in code is shown, not said.
      if (told.has(at) || ticks(shape === AS_PATH ? match.index : at) % 2 === 1) continue;
      told.add(at);
      yield {
        range: { start: line.start + at, end: line.start + at + words.length },
        target: words,
        suggestions: [],
        message: `“${words}” is the user's, and no file of the skill: a model that looks for it among the bundled files misses, and tries again. Say where it is (in the conversation, or in the working folder), and name the tool that reads it there.`,
      };
    }
  }
}
