import { type Html, html } from './html.ts';

/** A button of a page in VS Code. */
export interface Action {
  readonly label: string;
  readonly link: string;
  /** `again` for a repetition, which the note on a page that is outdated has, too; `current` for what needs the text of the page. */
  readonly name?: 'again' | 'current';
  /** The reason, as a sentence; shown for the first button. */
  readonly about?: string;
}

/** Renders the buttons of a page: first the next thing to do, which alone stands out, with its reason. */
export function renderActions(actions: readonly Action[]): Html {
  const [next] = actions;
  return html`<nav class="actions" aria-label="Actions">${actions.map(
    ({ label, link, name = '' }) => html`<a class="${name}" href="${link}">${label}</a>`,
  )}</nav>${next?.about === undefined ? undefined : html`<p class="note ${next.name ?? ''}">${next.about}</p>`}`;
}
