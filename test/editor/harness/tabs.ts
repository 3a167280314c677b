import { type Tab, TabInputWebview, window } from 'vscode';

/** Returns the tabs of timelines whose titles begin with a prompt. */
export function timelineTabs(prompt = ''): readonly Tab[] {
  const isTimeline = ({ input, label }: Tab): boolean =>
    input instanceof TabInputWebview && input.viewType.endsWith('skillwright.timeline') && label.startsWith(prompt);
  return window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(isTimeline);
}
