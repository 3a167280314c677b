import * as vscode from 'vscode';
import type { SkillSummary } from '../../server/protocol.ts';
import { isEmptyWindow, offerCommand } from '../dialogs/offer-command.ts';
import { askForFolder } from '../dialogs/open-folder.ts';
import type { LanguageServer } from '../language/start.ts';
import { nativePath } from './run-agent.ts';
import { openFirst, skillInFront } from './shown-skills.ts';

/** The texts of the list of skills. */
export interface PickSkillTexts {
  readonly title: string;
  readonly placeHolder: string;
}

/**
 * Returns the given folder, or that of the skill in front (the active editor's, or the page's) or of the one that the user picks,
 * in the platform's notation.
 */
export async function resolveSkillRoot(
  server: LanguageServer,
  folder: string | undefined,
  texts: PickSkillTexts,
): Promise<string | undefined> {
  if (folder !== undefined) return nativePath(folder);
  const skills = await server.skills();
  const shown = skillInFront(skills);
  if (shown !== undefined) return nativePath(shown.root);
  if (skills.length > 0) return pickSkill(openFirst(skills), texts);
  if (isEmptyWindow()) await askForFolder('Open a folder that contains a skill first.');
  else await offerCommand('There are no skills in this workspace.', 'New Skill', 'skillwright.newSkill');
  return undefined;
}

async function pickSkill(skills: readonly SkillSummary[], texts: PickSkillTexts): Promise<string | undefined> {
  const items = skills.map(({ name, description, root }) => ({
    label: name,
    description: vscode.workspace.asRelativePath(root),
    detail: description,
    root,
  }));
  const chosen = await vscode.window.showQuickPick(items, { ...texts, matchOnDetail: true });
  return chosen && nativePath(chosen.root);
}
