import { basename } from 'node:path/posix';
import { defined, type SkillDocument, type ToldFile, toldFiles } from '../../skill/index.ts';
import type { ToldSkill } from '../protocol/events.ts';

/** Maximum number of files that the texts of a skill tell a model to read, and of skills. */
const MAX_FILES = 200;
const MAX_SKILLS = 200;

/** A file that a loaded text tells the model to read, and whether it did. */
interface Told extends ToldFile {
  isRead: boolean;
}

/** Collects which of the files that the loaded texts of a session tell the model to read it has read. */
export class ToldReads {
  private readonly skills = new Map<string, Told[]>();

  /** Adds a text that the model has read. */
  learn(skill: string, file: string, document: SkillDocument): void {
    const files = this.skills.get(skill) ?? [];
    for (const one of toldFiles(document, file)) {
      const known = files.find(({ paths }) => paths[0] === one.paths[0]);
      if (known === undefined && files.length < MAX_FILES) files.push({ ...one, isRead: false });
      else if (known?.isConditional === true && !one.isConditional)
        files[files.indexOf(known)] = { ...one, isRead: known.isRead };
    }
    if (files.length > 0 && (this.skills.has(skill) || this.skills.size < MAX_SKILLS)) this.skills.set(skill, files);
  }

  /** Records that a file of a skill was read or run. */
  recordRead(skill: string, file: string): void {
    for (const one of this.skills.get(skill) ?? []) if (one.paths.includes(file)) one.isRead = true;
  }

  /** Records a command that succeeded: the files that it names, or the folders of which it names a pattern, may have been read. */
  recordCommand(command: string): void {
    for (const one of [...this.skills.values()].flat())
      one.isRead ||= one.paths.some(
        (path) => command.includes(basename(path)) || command.includes(`${path.split('/')[0]}/*`),
      );
  }

  /**
   * Returns the skills with files that they tell the model to read in any case, or under a condition if they were asked for.
   * @param missedAt returns the number of the model call that missed one of these paths of a skill; undefined if none did
   */
  report(missedAt: (skill: string, paths: readonly string[]) => number | undefined): readonly ToldSkill[] {
    return [...this.skills].flatMap(([skill, files]): readonly ToldSkill[] => {
      const asked = files.flatMap((one) => {
        const missed = one.isRead ? undefined : missedAt(skill, one.paths);
        return one.isConditional && !one.isRead && missed === undefined ? [] : [{ ...one, missed }];
      });
      const read = asked.flatMap(({ paths: [path = ''], isRead }) => (isRead ? [path] : []));
      const unread = asked.flatMap(({ paths: [path = ''], isRead, missed }) =>
        isRead ? [] : [defined<ToldSkill['unread'][number]>({ path, missedAt: missed })],
      );
      return asked.length === 0 ? [] : [{ skill, read, unread }];
    });
  }
}
