/** Verbs of tasks that people give an agent. Excludes verbs that instruct a reader of a skill (read, see, run, use). */
const VERBS = new Set(
  `add adapt analyze annotate archive assess audit author automate backup benchmark bootstrap brainstorm build
  calculate capture choose clean collect compare compile compose compress compute configure connect containerize convert count create critique
  crop curate customize debug decide define deploy describe design detect develop diagnose diagram document download draft draw edit
  enable encrypt enrich estimate evaluate explain explore export extract fetch fill find fix fine-tune forecast format generate
  identify illustrate implement import improve index inspect install instrument integrate investigate invoke launch list localize locate
  maintain make manage map measure merge migrate minify mock modernize monitor optimize orchestrate organize outline parse plan plot
  polish port post prepare preprocess prioritize process produce profile proofread provision prototype publish query rank read/write
  recommend record redact reduce refactor refine release remove render repair replace register report request reproduce research resize
  resolve restore restyle review rewrite rotate scaffold scan schedule score scrape search secure select send set simplify simulate sketch solve
  sort split stitch structure submit summarize symbolicate sync test tidy trace track train transcribe transform translate
  triage troubleshoot tune turn update upgrade upload validate visualize work write`
    .split(/\s+/)
    .filter((verb) => verb !== ''),
);

/** True if a word, in any letter case, is the base form of such a verb: `Create`. */
export function isTaskVerb(word: string): boolean {
  return VERBS.has(word.toLowerCase());
}

/** Returns the base form of a task verb: `create` for `Creates` and `Create`; undefined for any other word. */
export function taskVerb(word: string): string | undefined {
  const lower = word.toLowerCase();
  const forms = [lower, lower.replace(/ies$/, 'y'), lower.replace(/s$/, ''), lower.replace(/es$/, '')];
  return forms.find((form) => VERBS.has(form));
}
