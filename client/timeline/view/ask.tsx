/** Approve and Deny, where a row waits for a person. */
import { answer } from '../actions.ts';

/** Approve and Deny, where the row waits. Sent at once. */
export function Ask({ pause, where }: { readonly pause: string; readonly where: string }) {
  const said = (what: 'approve' | 'deny') => (event: MouseEvent) => {
    event.stopPropagation();
    answer(pause, what);
  };
  return (
    <span class={`ask ${where}`}>
      <button type="button" class="button row-size" onClick={said('approve')}>
        Approve
      </button>
      <button type="button" class="button secondary row-size" onClick={said('deny')}>
        Deny
      </button>
    </span>
  );
}
