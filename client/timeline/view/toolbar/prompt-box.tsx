/** The box for a further prompt, below the rows, or the reason why there is none. */
import { useEffect, useRef } from 'preact/hooks';
import { promptState } from '../../model/prompt-state.ts';
import type { RunHeader } from '../../row.ts';
import { view } from '../../state/actions.ts';
import { box, draft, isSending, sendPrompt } from '../../state/prompt.ts';
import * as store from '../../state/store.ts';
import { ActionButton } from '../parts/buttons.tsx';

/** Maximum number of lines that the box grows to. */
const MAX_LINES = 8;
const KEYS = 'Enter sends, Shift+Enter adds a line, Escape returns to the rows.';

/** Handles a key in the box, as VS Code's chat does. */
function handleKey(event: KeyboardEvent): void {
  // Enter ends the composition of a character.
  if (event.isComposing) return;
  if (event.key === 'Enter' && !event.shiftKey && !event.altKey) sendPrompt();
  else if (event.key === 'Escape') view.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

export function PromptBox({ head }: { readonly head: RunHeader }) {
  const text = useRef<HTMLTextAreaElement>(null);
  const state = promptState(head);
  useEffect(() => {
    box.focus = () => text.current?.focus();
  }, []);
  // A saved page has no agent.
  if (!store.canOpenFiles.value) return null;
  if (state.kind === 'none') return state.why === '' ? null : <p class="no-prompt">{state.why}</p>;
  const isBusy = state.kind === 'busy' || isSending.value;
  const hint = isSending.value ? 'Starting…' : state.hint;
  const lines = draft.value.split('\n').length;
  return (
    <form
      class="prompt"
      onSubmit={(event) => {
        event.preventDefault();
        sendPrompt();
      }}
    >
      <div class="prompt-line">
        <textarea
          ref={text}
          rows={Math.min(MAX_LINES, lines)}
          value={draft.value}
          placeholder="Answer the agent (Enter sends, Shift+Enter adds a line)"
          aria-label="Answer the agent"
          aria-description={`${KEYS} ${hint}`.trim()}
          title={KEYS}
          onInput={(event) => {
            draft.value = event.currentTarget.value;
          }}
          onKeyDown={handleKey}
        />
        <ActionButton
          icon="arrow"
          label="Send"
          title={isBusy ? hint : 'Continue the conversation with this prompt (Enter)'}
          disabled={isBusy || draft.value.trim() === ''}
          onClick={sendPrompt}
        />
      </div>
      {hint !== '' && <p class="prompt-hint">{hint}</p>}
    </form>
  );
}
