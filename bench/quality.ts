/**
 * Quality and speed of the reference rules on real skills: `npm run bench:quality [-- --repos DIR]`. Prints precision
 * and recall for each half of the corpus, and the value of each clue alone; with `--repos` (the checkouts used to train
 * the judge), also its value on the training labels. Hits, false alarms, misses and guessable mentions are written to
 * `.cache/quality/`.
 */
import './own-folders.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { diskFiles } from '../skill/disk.ts';
import {
  findSkills,
  type Judgment,
  judge,
  type Mention,
  type Reference,
  type Resolution,
  readDocuments,
  resolve,
  type SkillDocument,
  warningFor,
} from '../skill/index.ts';
import { halfOf, layOutCorpus, normalizeTarget, readGuessableLabels } from './corpus/quality-corpus.ts';
import { readRepository } from './corpus/repository.ts';
import { clueTable, type LabeledResult } from './quality-clues.ts';
import { formatHidden, isQuiet, printRuleLabels, ruleFindings } from './quality-rules.ts';
import { eachLabeled, readLabels } from './train/labeled.ts';

const corpus = layOutCorpus();
if (!corpus) {
  console.log('bench:quality: no corpus at ../shared/corpus, nothing measured.');
  process.exit(0);
}
const { folder, repositories, labels } = corpus;
const out = join(import.meta.dirname, '../.cache/quality');
mkdirSync(out, { recursive: true });

interface Finding {
  readonly skill: string;
  readonly target: string;
  readonly text: string;
}

const FLAGGED: ReadonlySet<Resolution['kind']> = new Set([
  'missing',
  'case',
  'other-skill',
  'other-skill-lacks',
  'escapes',
]);
const { values } = parseArgs({ options: { repos: { type: 'string' } } });
const started = performance.now();
const read = repositories.map((slug) => readRepository(join(folder, slug)));
const skills = read.flatMap((repository) => repository.skills.map((skill) => ({ skill, ...repository })));
const unreadable = findSkills(diskFiles(), folder).length - skills.length;
const readTime = performance.now() - started;

const findings: Finding[] = [];
/** By skill and target: the first reported position, otherwise the first suppressed one. */
const unresolved = new Map<string, { readonly resolution: Resolution; readonly judged: () => Judgment }>();
const findingsInOtherFiles: Finding[] = [];
const mentions: Finding[] = [];
let documents = 0;
let characters = 0;
let references = 0;
let crashes = 0;
for (const { skill, fs, contextOf } of skills) {
  const name = skill.root.slice(folder.length + 1);
  const context = contextOf(skill);
  try {
    for (const document of [skill.manifest, ...readDocuments(fs, skill)]) {
      documents++;
      characters += document.text.length;
      references += document.references.length;
      for (const reference of document.references) {
        const resolution = resolve(reference, document, context);
        if (document === skill.manifest) record(name, reference, resolution, () => judge(reference, document, context));
        if (!FLAGGED.has(resolution.kind)) continue;
        const target = targetOf(reference);
        const text = describe(name, document, reference, resolution);
        (document === skill.manifest ? findings : findingsInOtherFiles).push({ skill: name, target, text });
      }
      if (document !== skill.manifest) continue;
      for (const mention of document.mentions) {
        const verdict = warningFor(mention, skill);
        if (verdict.kind === 'silent') continue;
        const text = `${place(document, mention)} [${mention.what}] ${mention.text} → ${verdict.guesses[0]} (meant: ${verdict.meant.join(', ')})\n    ${lineOf(document, mention)}`;
        mentions.push({ skill: name, target: `${place(document, mention).split(':').at(-1)}\t${mention.text}`, text });
      }
    }
  } catch (error) {
    crashes++;
    console.log(`crash in ${name}: ${error instanceof Error ? error.stack : error}`);
  }
}
const time = performance.now() - started;

const reported = ruleFindings(corpus);
const required = new Map(labels.filter((label) => label.required).map((label) => [key(label), label]));
const neither = new Set(labels.filter((label) => !label.required).map(key));

const quietly = new Set(
  reported
    .filter((one) => one.isManifest && isQuiet(one))
    .map(({ skill, target }) => key({ skill, target: normalizeTarget(target) })),
);

console.log(
  `${skills.length} skills (${unreadable} unreadable), ${documents} documents, ${(characters / 1e6).toFixed(1)} MB, ` +
    `${references} references; ${crashes} crashes; read ${(readTime / 1000).toFixed(2)} s, ${(time / 1000).toFixed(2)} s in total (processor ${((process.cpuUsage().user + process.cpuUsage().system) / 1e6).toFixed(1)} s), ` +
    `${Math.round(process.memoryUsage().rss / 1e6)} MB`,
);
for (const part of ['tuned', 'held out', 'both'] as const) {
  const belongs = (one: { skill: string }): boolean => part === 'both' || halfOf(repositories, one.skill) === part;
  const flagged = [...new Map(findings.filter(belongs).map((one) => [key(one), one])).values()];
  const hits = flagged.filter((one) => required.has(key(one)));
  const alarms = flagged.filter((one) => !required.has(key(one)) && !neither.has(key(one)));
  const missed = [...required.values()].filter((one) => belongs(one) && !flagged.some((hit) => key(hit) === key(one)));
  const precision = hits.length / Math.max(1, hits.length + alarms.length);
  const recall = hits.length / Math.max(1, hits.length + missed.length);
  const quiet = hits.filter((one) => quietly.has(key(one))).length;
  console.log(
    `${part.padEnd(8)} ${hits.length} hits, ${alarms.length} false alarms, ${missed.length} missed, ` +
      `${flagged.length - hits.length - alarms.length} neither: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; ` +
      formatHidden(quiet, missed.length, hits.length + missed.length),
  );
  const sheet = [
    `# False alarms (${alarms.length})`,
    ...alarms.map((one) => one.text),
    `# Missed (${missed.length})`,
    ...missed.map((one) => `${one.skill}:${one.line} ${one.target} (${one.reason})`),
    `# Hits (${hits.length})`,
    ...hits.map((one) => one.text),
  ];
  writeFileSync(join(out, `${part.replace(' ', '-')}.txt`), `${sheet.join('\n')}\n`);
}
const write = (file: string, list: readonly Finding[]): void =>
  writeFileSync(join(out, file), `${list.map((one) => one.text).join('\n')}\n`);
write('other-documents.txt', findingsInOtherFiles);
write('guessable.txt', mentions);
console.log(
  `other Markdown files: ${findingsInOtherFiles.length} findings; guessable: ${mentions.length} findings in ` +
    `${new Set(mentions.map((one) => one.skill)).size} skills; sheets in .cache/quality/`,
);

const judged = readGuessableLabels();
const verdicts = mentions.map((one) => judged.get(key(one)) ?? 'unread');
const count = (label: string): number => verdicts.filter((verdict) => verdict === label).length;
const summary = `${count('true')} true, ${count('arguable')} arguable, ${count('false')} false, ${count('unread')} unread`;
console.log(`guessable in SKILL.md, as labeled (bench/quality-guessable.tsv): ${summary}`);
writeFileSync(join(out, 'unlabeled.txt'), printRuleLabels(reported));
for (const line of clueTable(clueSamples())) console.log(line);

/** A path without a label is treated as not meant. With checkouts, includes the labels that correct the judge's weights. */
function clueSamples(): ReadonlyMap<string, readonly LabeledResult[]> {
  const ofCorpus = [...unresolved].flatMap(([at, { resolution, judged }]) =>
    neither.has(at) ? [] : [{ resolution, judgment: judged(), isTrue: required.has(at) }],
  );
  const samples = new Map<string, readonly LabeledResult[]>([['corpus', ofCorpus]]);
  if (values.repos === undefined) return samples;
  const ofTraining = eachLabeled(readLabels(), values.repos, ({ label, reference, document, context, resolution }) => ({
    isTrue: label.label === 1,
    resolution,
    judgment: judge(reference, document, context),
  }));
  return samples.set('training labels', ofTraining);
}

function key(one: { readonly skill: string; readonly target: string }): string {
  return `${one.skill}\t${one.target}`;
}

function targetOf(reference: Reference): string {
  return reference.form === 'tree' ? reference.path : normalizeTarget(reference.target);
}

function record(skill: string, reference: Reference, resolution: Resolution, judged: () => Judgment): void {
  const isFlagged = FLAGGED.has(resolution.kind);
  if ((!isFlagged && resolution.kind !== 'ignored') || resolution.kind === 'case') return;
  const at = key({ skill, target: targetOf(reference) });
  const before = unresolved.get(at);
  if (before !== undefined && (!isFlagged || FLAGGED.has(before.resolution.kind))) return;
  unresolved.set(at, { resolution, judged });
}

function describe(name: string, document: SkillDocument, reference: Reference, resolution: Resolution): string {
  const detail =
    resolution.kind === 'missing'
      ? ` → ${resolution.suggestions.join(', ')}`
      : resolution.kind === 'case'
        ? ` → ${resolution.actual}`
        : '';
  const file = document.path.slice(folder.length + 1 + name.length + 1);
  return `${name}/${file}${place(document, reference).replace(/^[^:]*/, '')} [${reference.form}] ${resolution.kind} ${reference.path}${detail}\n    ${lineOf(document, reference)}`;
}

function place(document: SkillDocument, one: Reference | Mention): string {
  return `${document.path.slice(folder.length + 1)}:${document.text.slice(0, one.range.start).split('\n').length}`;
}

function lineOf(document: SkillDocument, one: Reference | Mention): string {
  const start = document.text.lastIndexOf('\n', one.range.start) + 1;
  const end = document.text.indexOf('\n', one.range.start);
  return document.text.slice(start, end < 0 ? undefined : end).slice(0, 240);
}
