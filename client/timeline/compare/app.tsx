/** The page: both runs, their figures, the first difference, and the steps. */
import { useEffect } from 'preact/hooks';
import { Icon } from '../view/parts/icons.tsx';
import { FirstDifference } from './first-difference.tsx';
import { Grid } from './grid.tsx';
import { Runs } from './runs.tsx';
import * as state from './state.ts';
import { Toolbar } from './toolbar.tsx';

export function App() {
  const comparison = state.comparison.value;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      state.goToDifference(event.shiftKey ? -1 : 1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (comparison === undefined) {
    return (
      <main class="app compare" aria-label="Comparison of two runs" aria-busy={state.failure.value === ''}>
        {state.failure.value === '' ? <p class="notice muted">Comparing the runs…</p> : <Failure />}
      </main>
    );
  }
  return (
    <main class="app compare" aria-label="Comparison of two runs">
      <h1 class="unseen">Comparison of two runs</h1>
      <Failure />
      <Runs comparison={comparison} />
      {comparison.fork !== undefined && <ForkLine sentence={comparison.fork} />}
      <FirstDifference comparison={comparison} />
      <Toolbar comparison={comparison} />
      <Grid comparison={comparison} />
      <div class="unseen" role="status" aria-live="polite">
        {state.announcement.value}
      </div>
    </main>
  );
}

/** The line about the change of a fork. */
function ForkLine({ sentence }: { readonly sentence: string }) {
  return (
    <p class="first is-same is-fork">
      <Icon name="fork" />
      <span>{sentence}</span>
    </p>
  );
}

/** The error message of the latest comparison; an earlier comparison stays below it. */
function Failure() {
  const failure = state.failure.value;
  if (failure === '') return null;
  return (
    <p class="notice" role="alert">
      <Icon name="error" className="bad" />
      <span>{failure}</span>
    </p>
  );
}
