import type { Skill } from '../../../skill/index.ts';
import {
  EXPORT_REPORT,
  OPEN_TARGET,
  type ReportTarget,
  type SessionMiss,
  SHOW_REPORT,
} from '../../protocol/sessions.ts';
import { shortWords } from '../session-summary.ts';

/** The links of a report in VS Code. They are commands that receive the number of a target. */
export class ReportView {
  /** The targets of the links that were rendered, by their number. */
  readonly targets: ReportTarget[] = [];
  /** The skill that is shown first; undefined for all alike. */
  readonly focus: string | undefined;
  private readonly skills: readonly Skill[];
  private readonly causes = new Map<string, SessionMiss>();

  constructor(skills: readonly Skill[], focus: string | undefined) {
    this.skills = skills;
    this.focus = focus;
  }

  /** Adds misses whose words are in a current skill, so that the words become a link. */
  add(misses: readonly SessionMiss[]): void {
    for (const miss of misses) {
      const key = `${miss.skill}\n${shortWords(miss.cause)}`;
      if (!this.causes.has(key)) this.causes.set(key, miss);
    }
  }

  /** Returns the link to the SKILL.md of a current skill; undefined if there is none of that name. */
  skill(name: string): string | undefined {
    // Skills of a plugin are called `PLUGIN:SKILL`.
    const bareName = name.slice(name.indexOf(':') + 1);
    const skill = this.skills.find((one) => one.name === bareName);
    return skill === undefined ? undefined : this.link({ kind: 'skill', file: skill.manifest.path });
  }

  /** Returns the link to words in a current skill; undefined if they are in none. */
  words(skill: string, words: string): string | undefined {
    const miss = words === '' ? undefined : this.causes.get(`${skill}\n${words}`);
    return miss === undefined ? undefined : this.link({ kind: 'words', cause: miss.cause });
  }

  /** Returns the link to misses in a session. */
  session(target: Omit<Extract<ReportTarget, { kind: 'session' }>, 'kind'>): string {
    return this.link({ kind: 'session', ...target });
  }

  /** Returns the links of the actions of the page. */
  get actions(): readonly { readonly title: string; readonly link: string }[] {
    const exportAs = (format: string): string => commandLink(EXPORT_REPORT, format);
    return [
      { title: 'Read Again', link: `command:${SHOW_REPORT}` },
      { title: 'Export as HTML…', link: exportAs('html') },
      { title: 'Export as JSON…', link: exportAs('json') },
    ];
  }

  private link(target: ReportTarget): string {
    this.targets.push(target);
    return commandLink(OPEN_TARGET, this.targets.length - 1);
  }
}

function commandLink(command: string, argument: string | number): string {
  return `command:${command}?${encodeURIComponent(JSON.stringify([argument]))}`;
}
