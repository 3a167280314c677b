/** The page. */
import { useEffect, useRef } from 'preact/hooks';
import { duration } from '../model/format.ts';
import { runAction } from '../state/actions.ts';
import * as store from '../state/store.ts';
import { Details } from './details/details.tsx';
import { Grid, gridKey } from './grid/grid.tsx';
import { Minimap } from './grid/minimap.tsx';
import { Splitter } from './grid/splitter.tsx';
import { Empty } from './toolbar/empty.tsx';
import { EndButton } from './toolbar/end-button.tsx';
import { Footer } from './toolbar/footer.tsx';
import { describeState, Header } from './toolbar/header.tsx';
import { PromptBox } from './toolbar/prompt-box.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';

/** The page of a run that has no journal yet. */
function Starting() {
  return (
    <div class="starting" role="status">
      <span class="pulse" aria-hidden="true" />
      Starting the agent…
    </div>
  );
}

export function App() {
  const head = store.header.value;
  useEffect(() => {
    // Keys that work regardless of the focus.
    const onKey = (event: KeyboardEvent) => {
      const ctrl = event.ctrlKey || event.metaKey;
      if (event.key === 'F8') runAction({ kind: 'problem', step: event.shiftKey ? -1 : 1 });
      else if (ctrl && event.key.toLowerCase() === 'f') runAction({ kind: 'find' });
      // When the page has just been opened, nothing in it has the focus yet: handle the keys for the rows.
      else if (event.target === document.body) return gridKey(event);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (head === undefined)
    return (
      <main class="app loading" aria-label="Agent run" aria-busy={!store.isStarting.value}>
        {store.isStarting.value && <Starting />}
      </main>
    );
  if (head.state === 'empty') return <Empty problem={head.problem} />;
  return (
    <main class={`app ${head.live ? 'is-live' : ''}`} aria-label={`Agent run: ${head.title}`}>
      <Header head={head} />
      <Toolbar />
      <div class="body">
        <div class="column">
          <Minimap />
          <Grid />
          <EndButton />
          <PromptBox head={head} />
          <Footer simulated={head.simulated} />
        </div>
        {store.showsDetails.value && (
          <>
            <Splitter />
            <Details />
          </>
        )}
      </div>
      <Announcer />
    </main>
  );
}

/** Announces key events to screen readers once: a wait, a guard, the end, and that a session was read. New rows are not announced. */
function Announcer() {
  const head = store.header.value;
  const wasLive = useRef(false);
  useEffect(() => {
    if (head === undefined) return;
    // Opening a saved run announces nothing: its title and state are read anyway.
    const hasEnded = wasLive.current && !head.live;
    wasLive.current = head.live;
    if (head.state === 'waiting') store.announcement.value = 'The run is waiting for you.';
    else if (hasEnded)
      store.announcement.value = `The run has ended: ${describeState(head)}, ${duration(head.duration)}.`;
  }, [head?.state, head?.live]);
  const isReading = head?.reading?.isStopped === false;
  const wasReading = useRef(false);
  useEffect(() => {
    if (head !== undefined && wasReading.current && !isReading)
      store.announcement.value = head.reading === undefined ? 'The session has been read.' : `${describeState(head)}.`;
    wasReading.current = isReading;
  }, [isReading]);
  useEffect(() => {
    const guard = store.rowAt(head?.guardRow);
    if (guard !== undefined && head?.live) store.announcement.value = guard.name;
  }, [head?.guardRow]);
  return (
    <div class="unseen" role="status" aria-live="polite">
      {store.announcement.value}
    </div>
  );
}
