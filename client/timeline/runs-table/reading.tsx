/** The progress of reading, which can be stopped, and why it failed. */
import { count, plural } from '../model/format.ts';
import { Icon } from '../view/parts/icons.tsx';
import type { Progress } from './protocol.ts';
import { post, status } from './state.ts';

/** Number of journals from which on reading them takes long enough to be shown. */
const MANY = 20;

export function Reading() {
  const { sessions, progress, runs, failure } = status.value;
  if (failure !== '')
    return (
      <p class="notice" role="alert">
        <Icon name="error" className="bad" />
        <span>{failure}</span>
      </p>
    );
  if (sessions === 'reading') return <Bar what="Reading the sessions of other agents" progress={progress} />;
  return runs === undefined || runs.files < MANY ? null : (
    <Bar what="Reading the misses of your runs" progress={runs} />
  );
}

function Bar({ what, progress }: { readonly what: string; readonly progress: Progress | undefined }) {
  const { read = 0, files = 0 } = progress ?? {};
  const text = files === 0 ? 'searching…' : `${count(read)} of ${plural(files, 'file')}`;
  return (
    <div class="reading">
      <span>
        {what}: <span class="n">{text}</span>
      </span>
      <progress aria-label={what} max={Math.max(1, files)} value={read} />
      <button type="button" class="button secondary row-size" onClick={() => post({ type: 'stop' })}>
        Stop
      </button>
    </div>
  );
}
