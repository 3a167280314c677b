/** The page: the toolbar, what is being read, and the grid of the view. */
import { useEffect } from 'preact/hooks';
import { count, plural } from '../model/format.ts';
import { Empty, NoMatch } from './empty.tsx';
import { Grid } from './grid.tsx';
import { rowsText } from './grid-source.ts';
import { Reading } from './reading.tsx';
import { SkillDetailsPane } from './skill-pane.tsx';
import * as state from './state.ts';
import { Toolbar } from './toolbar.tsx';

export function App() {
  const isSkills = state.view.value === 'skills';
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      state.focusing.find();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  state.version.value;
  const isEmpty = state.table.size === 0 && !(isSkills && state.lines.value.length > 0);
  return (
    <main class="app runs-table" aria-label="Runs and sessions" aria-busy={!state.isConnected.value}>
      <h1 class="unseen">Runs and sessions</h1>
      <Toolbar />
      <Reading />
      {isEmpty ? state.isConnected.value && <Empty /> : isSkills ? <Skills /> : <Runs />}
      <Footer />
      <div class="unseen" role="status" aria-live="polite">
        {state.announcement.value}
      </div>
    </main>
  );
}

function Runs() {
  if (state.order.value.length === 0) return <NoMatch />;
  return (
    <Grid
      name="runs"
      label="Runs and sessions"
      source={state.runs}
      active={state.activeRun}
      sorting={state.sorting.value}
      onSort={state.sortRuns}
      onOpen={state.openRun}
      onSelect={state.toggleSelected}
      onMounted={(focus) => {
        state.focusing.grid = focus;
      }}
    />
  );
}

function Skills() {
  return (
    <div class="skills">
      <Grid
        name="skills"
        label="Skills in use"
        source={state.skills}
        active={state.activeSkill}
        sorting={state.skillSorting.value}
        onSort={state.sortSkillsBy}
        onOpen={state.openSkillCell}
        onMounted={(focus) => {
          state.focusing.grid = focus;
        }}
      />
      <SkillDetailsPane />
    </div>
  );
}

/** The numbers of rows that are shown, and of what was left out. */
function Footer() {
  const { otherFiles, trials, sessions } = state.status.value;
  const all = state.table.size;
  const shown = state.order.value.length;
  const facts = [
    state.view.value === 'skills'
      ? plural(state.lines.value.filter(({ kind }) => kind === 'skill').length, 'skill')
      : shown === all
        ? rowsText(all)
        : `${count(shown)} of ${rowsText(all)}`,
    ...(sessions === 'none' ? ['only own runs, sessions of other agents were not read'] : []),
    ...(sessions === 'stopped' ? ['reading the sessions was stopped, so that some are missing'] : []),
    ...(otherFiles > 0 ? [`${plural(otherFiles, 'other file')} without a session`] : []),
    ...(trials > 0 ? [`${plural(trials, 'trial')} of evals left out`] : []),
  ];
  return <footer class="foot">{facts.join(' · ')}</footer>;
}
