/** A further prompt of the run: its draft, sending it, and what became of it. */
import { batch, computed, effect, signal } from '@preact/signals';
import { promptState } from '../model/prompt-state.ts';
import { post } from './host.ts';
import * as store from './store.ts';

/** The text in the box. It is kept while the agent works and while the page is hidden. */
export const draft = signal('');
const isEmpty = computed(() => draft.value.trim() === '');
/** True from sending a prompt until the host has started the run, or not. */
export const isSending = signal(false);
/** A function set by the box: focuses it. */
export const box = { focus: (): void => {} };

/** Tells the host whether there is a draft, whose tab no other run takes. */
export function reportDraft(): void {
  let reported = true;
  effect(() => {
    if (isEmpty.value === reported) return;
    reported = isEmpty.value;
    post({ type: 'draft', isEmpty: reported });
  });
}

/** Focuses the box, or announces why there is none. */
export function goToPrompt(): void {
  const head = store.header.value;
  const state = head === undefined ? undefined : promptState(head);
  if (state?.kind === 'none') store.announcement.value = state.why;
  else box.focus();
}

/** Sends the draft, unless it is empty or the run cannot take it now, which is announced. */
export function sendPrompt(): void {
  const head = store.header.value;
  if (head === undefined || isSending.value || draft.value.trim() === '') return;
  const state = promptState(head);
  if (state.kind !== 'open') {
    if (state.kind === 'busy') store.announcement.value = state.hint;
    return;
  }
  isSending.value = true;
  store.announcement.value = 'Prompt sent';
  post({ type: 'prompt', prompt: draft.value });
}

/** Handles the outcome: a prompt that has started the run leaves the box, which keeps the focus; any other stays there. */
export function receivePrompted(started: boolean): void {
  batch(() => {
    isSending.value = false;
    if (started) {
      draft.value = '';
      // Shows the newest rows, and selects what happens now instead of what happened before.
      store.isUserSelection.value = false;
      store.answeredRow.value = -1;
      store.follow.value = true;
    }
    store.announcement.value = started ? 'The agent continues' : 'The prompt was not sent. VS Code shows why.';
  });
  if (!started) box.focus();
}
