/** Nothing to show yet: what to do about it. */
import { post } from '../state/host.ts';
import * as store from '../state/store.ts';
import { Icon } from './icons.tsx';

const SKETCH = [
  ['agent', 0, 250],
  ['model', 6, 58],
  ['skill', 66, 14],
  ['model', 84, 50],
  ['miss', 138, 14],
  ['model', 156, 62],
  ['script', 222, 26],
] as const;

export function Empty({ problem }: { readonly problem: string | undefined }) {
  const skills = store.skills.value;
  return (
    <main class="app empty" aria-label="Agent runs">
      <div class="inner">
        <div class="sketch" aria-hidden="true">
          {SKETCH.map(([kind, left, width], line) => (
            <i
              key={left}
              class={`k-${kind} ${kind === 'agent' ? 'thin' : ''}`}
              style={{ left: `${left}px`, width: `${width}px`, top: `${line * 12}px` }}
            />
          ))}
        </div>
        <h1>{problem === undefined ? 'Nothing has run here yet' : 'This run cannot be shown'}</h1>
        <p>
          {problem ??
            'This journal holds no event so far. Run an agent on a skill: every model call, tool call, guard and approval shows up as it happens.'}
        </p>
        <div class="call">
          {problem !== undefined && (
            <button type="button" class="button" onClick={() => post({ type: 'openJournal' })}>
              <Icon name="page" />
              Open as Text
            </button>
          )}
          <button
            type="button"
            class={problem === undefined ? 'button' : 'button secondary'}
            onClick={() => post({ type: 'runAgent' })}
          >
            <Icon name="play" />
            Run an Agent…
          </button>
          <button type="button" class="button secondary" onClick={() => post({ type: 'openRun' })}>
            Open a Saved Run…
          </button>
        </div>
        {skills.length > 0 && (
          <>
            <h2>Skills in this workspace</h2>
            <ul>
              {skills.map((skill) => (
                <li key={skill.name}>
                  <Icon name="book" look="k-skill" />
                  <b>{skill.name}</b>
                  <span class="detail">{skill.description}</span>
                  <button
                    type="button"
                    class="button secondary"
                    aria-label={`Run an agent on ${skill.name}`}
                    onClick={() => post({ type: 'runAgent', skill: skill.name })}
                  >
                    Run
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        <p class="offline">
          <Icon name="flask" look="muted" />
          <span>
            Works offline. Without a key the simulated model is used: a weak model that guesses paths as real ones do.
            Its runs are always labelled.
          </span>
        </p>
      </div>
    </main>
  );
}
