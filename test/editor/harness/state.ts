/** Describes the state of the window when a test fails, for readers of the output. */
import { window, workspace } from 'vscode';
import { canDriveWindow, workbench } from './ui.ts';

/** JavaScript that returns the texts of visible elements that can cover the editor of a test. */
const IN_VIEW = `(() => {
  const shown = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility())
    .map((one) => one.textContent.trim().slice(0, 300));
  const { activeElement: focus } = document;
  return {
    focus: focus && [focus.tagName, focus.className, focus.ariaLabel ?? ''].join(' '),
    dialog: shown('.monaco-dialog-box'),
    quickInput: shown('.quick-input-widget'),
    menu: shown('.action-widget, .monaco-menu'),
    suggestions: shown('.suggest-widget.visible'),
    notifications: shown('.notification-list-item'),
  };
})()`;

/** Returns one line each for editors, unsaved texts, the focus and covering elements. */
export async function describeWindow(): Promise<string> {
  const name = (path: string): string => workspace.asRelativePath(path, false);
  const active = window.activeTextEditor;
  const inView = canDriveWindow ? await workbench.evaluate<object>(IN_VIEW) : {};
  const state = {
    activeEditor: active && `${name(active.document.uri.fsPath)}:${active.selection.active.line + 1}`,
    activeLine: active?.document.lineAt(active.selection.active.line).text,
    activeTab: window.tabGroups.activeTabGroup.activeTab?.label,
    tabs: window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
    unsaved: workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => name(uri.fsPath)),
    ...inView,
  };
  return Object.entries(state)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([key, value]) => `      ${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}
