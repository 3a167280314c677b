/**
 * How good the rules for references are on real skills, and how fast: `npm run bench:quality`.
 * Prints precision and recall by half of the corpus; hits, false alarms, misses and guessable mentions go to `.cache/quality/`.
 */
import './own-folders.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFiles } from '../skill/disk.ts';
import {
  findSkills,
  type Mention,
  provokes,
  type Reference,
  type Resolution,
  readDocuments,
  readSkill,
  remembering,
  resolve,
  type Skill,
  type SkillDocument,
  skillIndex,
} from '../skill/index.ts';
import { half, layOutCorpus, plain, readGuessableLabels } from './corpus/quality-corpus.ts';
import { printRuleLabels } from './quality-rules.ts';

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
const started = performance.now();
const fs = remembering(diskFiles());
const manifests = findSkills(fs, folder);
const skills: Skill[] = [];
let unreadable = 0;
for (const path of manifests) {
  const result = readSkill(fs, path);
  if (result.kind === 'skill') skills.push(result.skill);
  else unreadable++;
}
const readTime = performance.now() - started;
const indexes = new Map(
  repositories.map((slug) => [slug, skillIndex(skills.filter((skill) => skill.root.startsWith(`${folder}/${slug}/`)))]),
);

const findings: Finding[] = [];
const inOthers: Finding[] = [];
const mentions: Finding[] = [];
let documents = 0;
let characters = 0;
let references = 0;
let crashes = 0;
for (const skill of skills) {
  const name = skill.root.slice(folder.length + 1);
  const slug = name.split('/')[0] ?? '';
  const lookup = indexes.get(slug) ?? skillIndex();
  try {
    for (const document of [skill.manifest, ...readDocuments(fs, skill)]) {
      documents++;
      characters += document.text.length;
      references += document.references.length;
      for (const reference of document.references) {
        const resolution = resolve(reference, document, {
          fs,
          skill,
          skills: lookup,
          repositoryRoot: `${folder}/${slug}`,
        });
        if (!FLAGGED.has(resolution.kind)) continue;
        const target = reference.form === 'tree' ? reference.path : plain(reference.target);
        const text = describe(name, document, reference, resolution);
        (document === skill.manifest ? findings : inOthers).push({ skill: name, target, text });
      }
      if (document !== skill.manifest) continue;
      for (const mention of document.mentions) {
        const verdict = provokes(mention, skill);
        if (verdict.kind === 'silent') continue;
        const text = `${place(document, mention)} [${mention.what}] ${mention.text} → ${verdict.asked[0]} (meant: ${verdict.meant.join(', ')})\n    ${lineOf(document, mention)}`;
        mentions.push({ skill: name, target: `${place(document, mention).split(':').at(-1)}\t${mention.text}`, text });
      }
    }
  } catch (error) {
    crashes++;
    console.log(`crash in ${name}: ${error instanceof Error ? error.stack : error}`);
  }
}
const time = performance.now() - started;

const key = (one: { skill: string; target: string }): string => `${one.skill}\t${one.target}`;
const required = new Map(labels.filter((label) => label.required).map((label) => [key(label), label]));
const neither = new Set(labels.filter((label) => !label.required).map(key));

console.log(
  `${skills.length} skills (${unreadable} unreadable), ${documents} documents, ${(characters / 1e6).toFixed(1)} MB, ` +
    `${references} references; ${crashes} crashes; read ${(readTime / 1000).toFixed(2)} s, in all ${(time / 1000).toFixed(2)} s (processor ${((process.cpuUsage().user + process.cpuUsage().system) / 1e6).toFixed(1)} s), ` +
    `${Math.round(process.memoryUsage().rss / 1e6)} MB`,
);
for (const part of ['tuned', 'held out', 'both'] as const) {
  const belongs = (one: { skill: string }): boolean => part === 'both' || half(repositories, one.skill) === part;
  const flagged = [...new Map(findings.filter(belongs).map((one) => [key(one), one])).values()];
  const hits = flagged.filter((one) => required.has(key(one)));
  const alarms = flagged.filter((one) => !required.has(key(one)) && !neither.has(key(one)));
  const missed = [...required.values()].filter((one) => belongs(one) && !flagged.some((hit) => key(hit) === key(one)));
  const precision = hits.length / Math.max(1, hits.length + alarms.length);
  const recall = hits.length / Math.max(1, hits.length + missed.length);
  console.log(
    `${part.padEnd(8)} ${hits.length} hits, ${alarms.length} false alarms, ${missed.length} missed, ` +
      `${flagged.length - hits.length - alarms.length} neither: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
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
write('other-documents.txt', inOthers);
write('guessable.txt', mentions);
console.log(
  `other Markdown files: ${inOthers.length} findings; guessable: ${mentions.length} findings in ` +
    `${new Set(mentions.map((one) => one.skill)).size} skills; sheets in .cache/quality/`,
);

const judged = readGuessableLabels();
const verdicts = mentions.map((one) => judged.get(key(one)) ?? 'unread');
const count = (label: string): number => verdicts.filter((verdict) => verdict === label).length;
const told = `${count('true')} true, ${count('arguable')} arguable, ${count('false')} false, ${count('unread')} unread`;
console.log(`guessable in SKILL.md, as labelled (bench/quality-guessable.tsv): ${told}`);
writeFileSync(join(out, 'unlabelled.txt'), printRuleLabels(corpus));

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
