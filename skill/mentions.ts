/** Prose that names a bundled thing without its path. */
import { guessPaths } from './guess-paths.ts';
import { firstFrom, lineAround } from './lines.ts';
import type { Mention, MentionKind, Reference } from './model.ts';
import { BUNDLE_FOLDERS, SPEC_FOLDERS } from './target.ts';

const NOUNS: readonly (readonly [MentionKind, string])[] = [
  ['template', 'templates?|skeletons?|boilerplate|scaffold'],
  ['script', 'scripts?|helpers?|validator|verifier|generator|utilit(?:y|ies)'],
  [
    'document',
    'guides?|guidelines?|manual|handbook|cheat ?sheets?|references?|documentation|docs|playbooks?|runbooks?|checklists?|glossary|faq|polic(?:y|ies)|rules|rulebook|instructions|specifications?|spec|examples?|overview|patterns?|tutorial|walkthrough|catalog|matrix|rubric|standards?|conventions?|notes|files?|documents?|resources?|materials?',
  ],
];
const NOUN = NOUNS.map(([, nouns]) => nouns).join('|');
const WHICH: readonly (readonly [MentionKind, RegExp])[] = NOUNS.map(([what, nouns]) => [
  what,
  new RegExp(`^(?:${nouns})$`, 'i'),
]);
const SIGN = new RegExp(`\\b(?:${NOUN})\\b`, 'i');
/** `the billing rules guide`, `this skill's validator`, `matching skeleton`. */
const PHRASE = new RegExp(
  `\\b(?:the|this skill|our|its|matching|relevant|appropriate|corresponding|provided|included|bundled|supplied)(?:(?:'|’)s)?[ \\t]+(?:(?!(?:the|this|for|of|to|in|from|and|or|with|is|are|that|which|when|if|then)\\b)[\\p{L}\\p{N}'’*_-]+[ \\t]+){0,5}?(?:${NOUN})(?:[ \\t]+(?:${NOUN}))*\\b`,
  'giu',
);
const INSTRUCTION =
  /\b(?:see|read|consult|follow|check|open|load|review|refer to|use|using|run|running|execute|invoke|call|apply|copy|start (?:from|with)|fill(?: in| out)?|pick|choose|select|look (?:at|in|up)|study|find|adapt|customi[sz]e|reference|per|described in|listed in|documented in|according to|details? in|covered in)\b[^.!?;\n]{0,60}$/i;
const PROMISED =
  /\b(?:this skill(?:'|’)s|(?:provided|included|bundled|supplied|shipped)(?! (?:by|below|above))|(?:comes|ships) with|skill (?:includes|contains|provides|bundles|has))\b/i;
/** Things that stand in the same text, or belong to someone else. */
const ELSEWHERE =
  /\b(?:below|above|following|(?:previous|next|this|same) (?:section|step)|user(?:'|’)s|your|their|project(?:'|’)s|official|upstream|online|external|api|skill(?:'|’)?s? (?:docs|documentation))\b/i;
/** Nouns that mean a bundled file only where the words around them say so. */
const VAGUE =
  /\b(?:files?|documents?|patterns?|matrix|standards?|conventions?|notes|rules|polic(?:y|ies)|materials?|examples?|docs|instructions)$/i;
const HERE =
  /^\s*(?:below|above|here|in (?:this|the) (?:section|document|file)|section\b|from (?:step|section)|at https?:|\(https?:)/i;

/** The mentions of a block of prose that stands at `offset` of its section; `references` are those of the section. */
export function findMentions(prose: string, offset: number, references: readonly Reference[]): readonly Mention[] {
  if (!SIGN.test(prose)) return [];
  const mentions: Mention[] = [...promises(prose, offset)];
  let end = 0;
  for (const match of prose.matchAll(PHRASE)) {
    const text = match[0];
    const start = match.index;
    if (start < end) continue;
    const before = prose.slice(Math.max(0, start - 120), start).replace(/^[\s\S]*\n/, '');
    const after = prose.slice(start + text.length, start + text.length + 40);
    if (ELSEWHERE.test(text) || HERE.test(after) || /[`/\w]$/.test(before) || /^[/\w-]/.test(after)) continue;
    end = start + text.length;
    const noun = /[\p{L}]+(?: sheets?)?$/iu.exec(text)?.[0] ?? '';
    const what = WHICH.find(([, pattern]) => pattern.test(noun))?.[0] ?? 'document';
    const range = { start: offset + start, end: offset + end };
    const line = lineAround(prose, { start, end });
    let sameLine = false;
    for (let index = firstFrom(references, line.start + offset); !sameLine; index++) {
      const reference = references[index];
      if (!reference || reference.range.start > line.end + offset) break;
      sameLine = reference.path.includes('.');
    }
    const guesses = guessPaths(what, text);
    const promised = PROMISED.test(text) || PROMISED.test(before);
    if (guesses.length === 0) continue;
    mentions.push({
      kind: 'mention',
      what,
      range,
      text,
      guesses,
      ...(sameLine || !INSTRUCTION.test(before) || (VAGUE.test(text) && !promised) ? { passing: true as const } : {}),
      ...(promised ? { promised: true as const } : {}),
    });
  }
  return mentions;
}

/** "This skill includes helper scripts": what is promised, by the folder it would lie in. */
const PROMISE =
  /\b(?:this skill (?:also )?(?:includes|contains|provides|bundles|ships with|comes with|has)|(?:bundled|included) with this skill(?: are| is)?)\b[^.!?\n]{0,80}?\b((?:(?:helper|utility|python|shell|bash|automation|validation|setup)[ \t]+)?(scripts?|references?|templates?|assets))\b(?![/`])/gi;

function promises(prose: string, offset: number): readonly Mention[] {
  const mentions: Mention[] = [];
  for (const match of prose.matchAll(PROMISE)) {
    const text = match[1] ?? '';
    const start = offset + match.index + match[0].length - text.length;
    const noun = (match[2] ?? '').toLowerCase();
    const folder = noun.startsWith('script') ? 'scripts' : noun.startsWith('reference') ? 'references' : 'assets';
    const guesses = guessPaths('promise', text, folder);
    const range = { start, end: start + text.length };
    // A promise alone sends nobody looking.
    mentions.push({ kind: 'mention', what: 'promise', range, text, folder, guesses, passing: true, promised: true });
  }
  return mentions;
}

const ROLE = new RegExp(`([\\p{L}\\p{N}'’ -]{0,60}?\\b(?:${NOUN}))\\b[^.!?\\n]{0,30}$`, 'iu');
const SENDS =
  /\b(?:see|read|consult|follow|check|open|load|review|refer|use|using|run|execute|apply|copy|start|fill|pick|choose|select|look|find|available|provided|provide|stored|located|live|lives|contains?|includes?|matching|relevant)\b/i;
const LISTED = /\b(?:ls|list(?:ing)?|browse|glob|scan|every|all) [^.]{0,40}$|^\s*[`'"]?\s*(?:ls|find|tree)\b/i;

/**
 * Folders that the text sends a model into, and file names that stand under the name of a folder. `text` is the section,
 * `references` are what stands in it.
 */
export function folderMentions(text: string, references: readonly Reference[]): readonly Mention[] {
  const mentions: Mention[] = [];
  let governing: { folder: string; at: number } | undefined;
  for (const reference of references) {
    const { range, form, path } = reference;
    if (
      form === 'tree' ||
      form.startsWith('fence') ||
      reference.base.kind === 'other-skill' ||
      reference.base.kind === 'plugin'
    )
      continue;
    const { start: lineStart, end: lineEnd } = lineAround(text, range);
    const line = text.slice(lineStart, lineEnd);
    const before = text.slice(lineStart, range.start);
    if (path.endsWith('/') && !path.startsWith('../')) {
      if (reference.excuse) continue;
      const folder = path.slice(0, -1);
      if (SPEC_FOLDERS.has(folder) || BUNDLE_FOLDERS.has(folder)) governing = { folder, at: range.end };
      if (line.startsWith('#') || LISTED.test(before) || !SENDS.test(line)) continue;
      const words = ROLE.exec(before.replace(/[`*_]/g, ''))?.[1] ?? '';
      const guesses = guessPaths('folder', words, folder);
      mentions.push({ kind: 'mention', what: 'folder', range, text: reference.target, folder, guesses });
    } else if (governing && !path.includes('/') && reference.excuse === undefined) {
      // A list item that begins with the name, under the heading or the line that names the folder.
      if (range.start - governing.at > 4000 || !/^[ \t]*(?:[-*+]|\d+[.)]|\|)[ \t]*[*_`[]*$/.test(before)) continue;
      const guesses = [`${governing.folder}/${path}`, path];
      mentions.push({ kind: 'mention', what: 'name', range, text: path, folder: governing.folder, guesses });
    }
  }
  return mentions;
}
