/** The page without rows: what to do next. */
import { Icon } from '../view/parts/icons.tsx';
import { clearFilter, focusing, post, status } from './state.ts';

export function Empty() {
  const { sessions } = status.value;
  const wasRead = sessions === 'read';
  return (
    <div class="empty">
      <div class="inner">
        <h2>{wasRead ? 'No sessions were found' : 'No runs yet'}</h2>
        <p>
          {wasRead
            ? 'There are no runs, and no client keeps sessions in its usual folder. Add a folder with sessions in the settings, then read again.'
            : 'Run an agent on a skill, or add the sessions that Claude Code, Codex and other agents keep on this machine. They are only read if you ask for it, and never changed.'}
        </p>
        <div class="call">
          {wasRead ? (
            <button type="button" class="button" onClick={() => post({ type: 'openSettings' })}>
              <Icon name="filter" />
              Add a Folder…
            </button>
          ) : (
            sessions === 'none' && <AddSessions />
          )}
          <button type="button" class="button secondary" onClick={() => post({ type: 'runAgent' })}>
            <Icon name="play" />
            Run an Agent…
          </button>
        </div>
      </div>
    </div>
  );
}

/** The button that makes the host read the sessions of other agents. */
export function AddSessions() {
  return (
    <button
      type="button"
      class="button"
      onClick={() => {
        post({ type: 'addSessions' });
        // The button is removed and would lose the keyboard focus.
        focusing.grid();
      }}
    >
      <Icon name="plus" />
      Add Sessions of Other Agents
    </button>
  );
}

export function NoMatch() {
  return (
    <div class="empty">
      <div class="inner">
        <h2>No run or session matches</h2>
        <div class="call">
          <button type="button" class="button" onClick={clearFilter}>
            Show All
          </button>
        </div>
      </div>
    </div>
  );
}
