/** The page without a run: an explanation and the next steps. */
import { post } from '../../state/host.ts';
import * as store from '../../state/store.ts';
import { Icon } from '../parts/icons.tsx';

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
        <h1>{problem === undefined ? 'Nothing to show yet' : 'This run cannot be shown'}</h1>
        <p>
          {problem ??
            'This journal has no events. Run an agent on a skill to see every model call, tool call, guard and approval as it happens.'}
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
                  <Icon name="book" className="k-skill" />
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
          <Icon name="flask" className="muted" />
          <span>
            Works offline. Without an API key, runs use a simulated weak model that guesses paths as real models do.
            Such runs are always labeled.
          </span>
        </p>
      </div>
    </main>
  );
}
