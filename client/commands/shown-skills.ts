import * as vscode from 'vscode';
import type { SkillSummary } from '../../server/protocol.ts';
import { enclosingSkill } from '../editor/enclosing-skill.ts';
import { isInside } from '../editor/is-inside.ts';

/** Returns the skill that contains the file of the active editor, or that the page in front is about. */
export function skillInFront(skills: readonly SkillSummary[]): SkillSummary | undefined {
  const candidates = skills.map((skill) => ({ root: vscode.Uri.file(skill.root).fsPath, skill }));
  const file = vscode.window.activeTextEditor?.document.uri.fsPath;
  return enclosingSkill(candidates, file)?.skill ?? skillOfPage(skills);
}

/** Returns the skill of the page in front, such as "Stress Test: NAME", if it is the only one of this name. */
function skillOfPage(skills: readonly SkillSummary[]): SkillSummary | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  if (!(tab?.input instanceof vscode.TabInputWebview)) return undefined;
  const [one, ...others] = skills.filter(({ name }) => tab.label.endsWith(`: ${name}`));
  return others.length === 0 ? one : undefined;
}

/** Puts the skills with an open file first. */
export function openFirst(skills: readonly SkillSummary[]): readonly SkillSummary[] {
  const files = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.fsPath] : [])),
  );
  const isOpen = ({ root }: SkillSummary): boolean =>
    files.some((file) => isInside([vscode.Uri.file(root).fsPath], file));
  return skills.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
}
