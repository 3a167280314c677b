/** Words that were searched for, marked. */
import { splitAtHits } from '../model/find.ts';
import * as store from '../state/store.ts';

/** Text with the words that were searched for marked. Text only: nothing a model wrote is ever markup. */
export function Marked({ text }: { readonly text: string }) {
  const parts = splitAtHits(text, store.query.value);
  if (parts.length === 1) return <>{text}</>;
  return (
    <>
      {parts.map((part, place) => {
        const key = `${place}${part}`;
        return place % 2 === 1 ? <mark key={key}>{part}</mark> : <span key={key}>{part}</span>;
      })}
    </>
  );
}
