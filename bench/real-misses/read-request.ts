import type { FailedRequest } from '../../skill/index.ts';
import type { Row } from './row.ts';

/** The request of a row. */
export interface ReadRequest {
  readonly by: FailedRequest['by'];
  /** The path or name as it was asked for, with parts in place of those that the row leaves out. */
  readonly asked: string;
  /** True if a tool for the files of a skill was called, which knows the skill's folder. */
  readonly inSkill: boolean;
  readonly home: string;
  readonly directory: string;
}

/** A part of a path that a row leaves out. */
export const ELIDED = 'elided';

const VERBS: readonly (readonly [RegExp, FailedRequest['by']])[] = [
  [/^(?:cat or ls|sed|cat|ls|file_read|load_skill_resource|read_skill_resource|read) /i, 'read'],
  [/^(?:python open\()/, 'read'],
  [/^(?:uv run|python3?|bash|run_skill_script) /, 'run'],
  [/^(?:Glob|Search) /, 'search'],
  [/^(?:Skill|read_skill) /, 'skill'],
  [/^tool /, 'tool'],
];

/**
 * Returns the request in the words of a row: `sed …/skills/a.md (note)`. A string says why it has none.
 * @param before the row before it, for "same path"
 */
export function readRequest(row: Row, before: Row | undefined): ReadRequest | string {
  if (row.request === 'same path')
    return before === undefined
      ? 'the row before is missing'
      : readRequest({ ...row, request: before.request }, undefined);
  if (/permission denied/i.test(row.request)) return 'no miss: permission denied';
  // "read node://…; then guessed /skills/<name>/SKILL.md"
  const text = row.request.split(/;\s*then guessed\s+/).at(-1) ?? '';
  const verb = VERBS.find(([pattern]) => pattern.test(text));
  const rest = verb === undefined ? text : text.replace(verb[0], '');
  const [token = ''] = rest
    .replace(/\([^)]*\)/g, '')
    .trim()
    .split(/[\s)]/);
  const asked = completePath(token.replace(/[,:]$/, ''));
  const isName = verb?.[1] === 'skill' || verb?.[1] === 'tool';
  if (!isName && (!/[/\\.]/.test(asked) || asked.startsWith('('))) return 'the request has no path';
  if (/^skill\.md$/i.test(asked)) return 'the request has no folder';
  const home = /^(?:[A-Za-z]:|…\\)/.test(token)
    ? '/c:/Users/ada'
    : asked.startsWith('/Users/')
      ? '/Users/ada'
      : '/home/ada';
  const by = verb?.[1] ?? (/\.(?:py|sh|js|exe)$/.test(asked) ? 'run' : 'read');
  const isDrifted = /drifted/i.test(row.then);
  const directory = /in the run folder/.test(row.request) ? `${home}/run` : `${home}/work${isDrifted ? '/src' : ''}`;
  return {
    by,
    asked,
    inSkill: /^(?:load_skill_resource|read_skill_resource|run_skill_script) /.test(text),
    home,
    directory,
  };
}

/** Returns a path with invented parts in place of `…`, `<name>` and `{a,b}`. */
function completePath(token: string): string {
  const whole = token
    .replaceAll(/\{([^,}]+)[^}]*\}/g, '$1')
    .replace(/^<\w+>(?=\/)/, '/home/ada/batch')
    .replaceAll(/<\w+>/g, ELIDED)
    .replace(/^…\\/, 'C:\\Users\\ada\\')
    // A skill with its folder, or a path of which the beginning is left out.
    .replace(/^(?:…\/)?(?=[\w-]+\/(?:references|scripts|assets)\/)/, '/home/ada/.agents/skills/')
    .replace(/^…\//, '/home/ada/')
    .replace(/[/\\]…$/, `/${ELIDED}/${ELIDED}.md`)
    .replaceAll(/(?<=[/\\])…(?=[/\\])/g, ELIDED)
    .replaceAll('…', '');
  // The folder of a skill stands for its SKILL.md.
  return /[/\\]skills[/\\].*[/\\][\w-]+$/.test(whole) ? `${whole}/SKILL.md` : whole;
}
