/** Runs our rules as the language server does, on a repository with a mutation applied. */

import { DEFAULT_SETTINGS } from '../../server/settings.ts';
import type { ReadDocument } from '../../server/workspace/skill-entry.ts';
import { type FileEvent, Workspace } from '../../server/workspace/workspace.ts';
import { join } from '../../skill/index.ts';
import { eachPlace } from '../corpus/places.ts';
import { mutableFiles } from './files.ts';
import type { Finding, Mutation } from './mutation.ts';

/** A checker of one repository: its findings in one skill, unchanged or after a mutation. */
export interface Checker {
  check(skill: string, mutation?: Mutation): readonly Finding[];
}

/**
 * A persistent workspace of one repository, which receives every mutation as editor events. `read` overrides how documents
 * are read.
 */
export function ourChecker(repository: string, read?: ReadDocument): Checker {
  const fs = mutableFiles(repository);
  const onRuleError = (code: string, document: string, error: unknown) => {
    throw new Error(`${code} failed on ${document}`, { cause: error });
  };
  const workspace = new Workspace(fs, onRuleError, undefined, read);
  workspace.setFolders([repository]);
  workspace.setSettings(DEFAULT_SETTINGS);

  const findings = (skill: string): readonly Finding[] => {
    const entry = workspace.skillOf(join(skill, 'SKILL.md'));
    return (entry?.documents() ?? []).flatMap((file) => {
      const result = workspace.diagnose(file);
      return (
        (result?.findings ?? [])
          .filter(({ code }) => code.startsWith('reference.'))
          // A finding that is only possible is a hint, and counts as not reported.
          .filter(({ judgment, severity }) => judgment === undefined || severity !== 'hint')
          .flatMap((finding) => eachPlace(finding, result?.lines.text ?? ''))
          .map((place) => ({ file, ...place, line: (result?.lines.position(place.range.start).line ?? 0) + 1 }))
      );
    });
  };
  const eventsOf = (mutation: Mutation, isUndo: boolean): readonly FileEvent[] => [
    ...[...mutation.texts.keys()].map((path): FileEvent => {
      const isNew = existed.get(path) === undefined;
      return { path, kind: isNew ? (isUndo ? 'deleted' : 'created') : 'changed' };
    }),
    ...mutation.removed.map((path): FileEvent => ({ path, kind: isUndo ? 'created' : 'deleted' })),
  ];
  const existed = new Map<string, 'file' | 'folder' | undefined>();
  return {
    check(skill, mutation) {
      if (!mutation) return findings(skill);
      for (const path of mutation.texts.keys()) existed.set(path, fs.kind(path));
      fs.apply(mutation);
      workspace.filesChanged(eventsOf(mutation, false));
      const found = findings(skill);
      fs.apply();
      workspace.filesChanged(eventsOf(mutation, true));
      return found;
    },
  };
}
