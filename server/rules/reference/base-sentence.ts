/** The sentence that states what paths are relative to, as a fix, and the clients that need it. */
import {
  BASE_SENTENCE,
  CLIENTS,
  type ClientProfile,
  clientsSearching,
  explainsSkillFolder,
  type Range,
  type SkillDocument,
} from '../../../skill/index.ts';
import { isChosen } from '../../clients.ts';
import { clientName } from '../rule/client-names.ts';
import { fitMessage } from '../rule/message.ts';
import type { Fix, RuleInput, TextEdit } from '../rule/rule.ts';

/** Returns the clients that a skill is meant for: the chosen ones, or else those that search its folder, or else all. */
export function meantClients({ clients, skill }: Pick<RuleInput, 'clients' | 'skill'>): readonly ClientProfile[] {
  const located = clientsSearching(skill.root);
  return CLIENTS.filter(({ id }) =>
    clients === 'auto' ? located.length === 0 || located.includes(id) : isChosen(clients, id),
  );
}

/** Returns true if every chosen client is among those that miss the file; false if none was chosen. */
export const missesInAllChosen = (
  { clients }: Pick<RuleInput, 'clients'>,
  missing: readonly ClientProfile[],
): boolean => clients !== 'auto' && clients.every((id) => missing.some((client) => client.id === id));

/** Returns a message with the names of clients, as many as fit; the others are counted from four on. */
export function messageFor(
  missing: readonly ClientProfile[],
  write: (clients: string, isOne: boolean) => string,
): string {
  const names = missing.map(({ id }) => clientName(id));
  return fitMessage(names.length > 3 ? names.slice(0, 2) : names, (shown) => {
    const more = names.length - shown.length;
    const all = [...shown, ...(more > 0 ? [`${more} more`] : [])];
    return write(all.length === 1 ? all.join() : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`, all.length === 1);
  });
}

/** Inserts the sentence before all paths: below the title, or at the start of the body. */
export function sentenceFix(document: SkillDocument): Fix {
  return {
    kind: 'edit',
    title: 'State that paths are relative to this SKILL.md',
    preferred: true,
    edits: [sentenceEdit(document)],
  };
}

/** Writes a path as it is in the skill, and inserts the sentence unless the text states the base in other words. */
export function relativePathFix(document: SkillDocument, prefix: Range): Fix {
  return {
    kind: 'edit',
    title: 'Write paths relative to this SKILL.md, and say so',
    preferred: true,
    edits: [...(explainsSkillFolder(document.text) ? [] : [sentenceEdit(document)]), { range: prefix, text: '' }],
  };
}

/** Returns the edit that inserts the sentence. */
export function sentenceEdit({ text, bodyStart }: SkillDocument): TextEdit {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const blank = /^\s*/.exec(text.slice(bodyStart))?.[0].length ?? 0;
  const start = bodyStart + blank;
  const title = /^# [^\r\n]*/.exec(text.slice(start))?.[0].length ?? 0;
  const at = start + title;
  const sentence = title > 0 ? `${eol}${eol}${BASE_SENTENCE}` : `${BASE_SENTENCE}${eol}${eol}`;
  return { range: { start: at, end: at }, text: sentence };
}
