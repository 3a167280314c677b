/** Text with search hits marked. */
import { splitAtHits } from '../../model/find.ts';
import * as store from '../../state/store.ts';

/** Marks the search hits in a text. Plain text only: model output is never rendered as markup. */
export function Marked({ text }: { readonly text: string }) {
  const parts = splitAtHits(text, store.query.value);
  if (parts.length === 1) return <>{text}</>;
  return (
    <>
      {parts.map((part, index) => {
        const key = `${index}${part}`;
        return index % 2 === 1 ? <mark key={key}>{part}</mark> : <span key={key}>{part}</span>;
      })}
    </>
  );
}
