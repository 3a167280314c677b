/** The header: both runs with their answers, and their figures. */
import { formatDateTime } from '../model/date-format.ts';
import { ActionButton } from '../view/parts/buttons.tsx';
import { Icon } from '../view/parts/icons.tsx';
import { compareAnswers, type Figure, figuresOf } from './figures.ts';
import type { RunColumn, ShownComparison, Side } from './protocol.ts';
import { locale, post, SIDE_NAMES } from './state.ts';

export function Runs({ comparison: { runs } }: { readonly comparison: ShownComparison }) {
  const { a, b } = runs;
  const answers = compareAnswers(a.totals.answer, b.totals.answer);
  return (
    <header class="compared">
      <div class="sides">
        <Run side="a" run={a} answers={answers} />
        <Run side="b" run={b} answers={answers} />
      </div>
      <dl class="figures">
        {figuresOf(a.totals, b.totals).map((figure) => (
          <FigureItem key={figure.name} figure={figure} />
        ))}
        {answers !== 'none' && (
          <div>
            <dt>Answer</dt>
            <dd>{answers}</dd>
          </div>
        )}
      </dl>
    </header>
  );
}

interface RunProps {
  readonly side: Side;
  readonly run: RunColumn;
  readonly answers: ReturnType<typeof compareAnswers>;
}

function Run({ side, run, answers }: RunProps) {
  const { title, state, agent, simulated, client, startedAt, totals } = run;
  const time = formatDateTime(new Date(startedAt), new Date(), locale.value, true);
  const facts = [time, state, totals.model, agent].filter((fact) => fact !== '').join(' · ');
  const answer = totals.answer.trim();
  return (
    <section class={`compared-run is-${side}`} aria-label={`Run ${SIDE_NAMES[side]}`}>
      <div class="title">
        <span class="letter" aria-hidden="true">
          {SIDE_NAMES[side]}
        </span>
        <h2 title={title}>{title}</h2>
        {simulated && (
          <span class="badge" title={`${totals.model}: a simulated model, not a real one`}>
            <Icon name="flask" />
            simulated
          </span>
        )}
        {client !== '' && (
          <span class="badge">
            <Icon name="terminal" />
            {client}
          </span>
        )}
        <span class="spring" />
        <ActionButton
          icon="go-to"
          label={`Open Timeline ${SIDE_NAMES[side]}`}
          secondary
          onClick={() => post({ type: 'openRun', side })}
        />
      </div>
      <div class="facts" title={facts}>
        {facts}
      </div>
      {answers === 'different' && (
        <p class="answer" title={answer}>
          {answer === '' ? <span class="muted">(no answer)</span> : answer}
        </p>
      )}
    </section>
  );
}

function FigureItem({ figure: { name, a, b, change, better } }: { readonly figure: Figure }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="n">
        {a === b ? (
          a
        ) : (
          <>
            {a} <span class="unseen">in run A, </span>
            <span class="muted" aria-hidden="true">
              →
            </span>{' '}
            <b>{b}</b>
            <span class="unseen"> in run B</span>
          </>
        )}
        {change !== undefined && <span class={better === true ? 'change good' : 'change bad'}> {change}</span>}
      </dd>
    </div>
  );
}
