/** The output of a script: stdout and stderr as in a terminal, the rest of its result as JSON. */
import type { Json } from '../../../../runtime/protocol/events.ts';
import { plural } from '../../model/format.ts';
import { JsonTree } from '../parts/json.tsx';
import { Text } from '../parts/text.tsx';

type Fields = { readonly [key: string]: Json };

/** Returns the fields of a result if it is that of a script. */
export function scriptResult(result: Json | undefined): Fields | undefined {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return undefined;
  const fields = result as Fields;
  return typeof fields.stdout === 'string' || typeof fields.stderr === 'string' ? fields : undefined;
}

export function Output({ result }: { readonly result: Fields }) {
  const { stdout, stderr, ...rest } = result;
  return (
    <>
      <Stream name="stdout" text={stdout} />
      <Stream name="stderr" text={stderr} className="bad" />
      {Object.keys(rest).length > 0 && (
        <section>
          <h3>Result</h3>
          <JsonTree value={rest} open={2} />
        </section>
      )}
    </>
  );
}

function Stream({
  name,
  text,
  className = '',
}: {
  readonly name: string;
  readonly text: Json | undefined;
  readonly className?: string;
}) {
  if (typeof text !== 'string') return null;
  if (text === '') return <p class="muted">{name}: empty</p>;
  return (
    <section>
      <h3>
        {name} <span class="detail">{plural(text.trimEnd().split('\n').length, 'line')}</span>
      </h3>
      <Terminal text={text.trimEnd()} label={name} className={className} />
    </section>
  );
}

interface TerminalProps {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}

/** An output as in a terminal. It can be scrolled with the keyboard. */
export function Terminal({ text, label, className = '' }: TerminalProps) {
  return (
    <section class="box terminal" aria-label={label} tabIndex={0}>
      <Text text={text} className={className} />
    </section>
  );
}
