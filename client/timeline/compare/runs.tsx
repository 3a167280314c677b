/** The header: both runs with their answers, and their figures. */
import { formatDateTime } from '../model/date-format.ts';
import { ActionButton } from '../view/parts/buttons.tsx';
import { Icon } from '../view/parts/icons.tsx';
import { type AnswerPart, answerDifference } from './answer-difference.ts';
import { compareAnswers, type Figure, figuresOf } from './figures.ts';
import type { RunColumn, ShownComparison, Side } from './protocol.ts';
import { locale, post, SIDE_NAMES } from './state.ts';

export function Runs({ comparison: { runs } }: { readonly comparison: ShownComparison }) {
  const { a, b } = runs;
  const answers = compareAnswers(a.totals.answer, b.totals.answer);
  const parts = answers === 'different' ? answerDifference(a.totals.answer, b.totals.answer) : undefined;
  return (
    <header class="compared">
      <div class="sides">
        <Run side="a" run={a} answer={parts?.a} />
        <Run side="b" run={b} answer={parts?.b} />
      </div>
      <dl class="figures">
        {figuresOf(a.totals, b.totals).map((figure) => (
          <FigureItem key={figure.name} figure={figure} />
        ))}
        {answers !== 'none' && (
          <div>
            <dt>Answer</dt>
            <dd>
              {answers}
              {answers === 'different' && (
                <button type="button" class="link" onClick={() => post({ type: 'openAnswers' })}>
                  Compare Answers
                </button>
              )}
            </dd>
          </div>
        )}
      </dl>
    </header>
  );
}

interface RunProps {
  readonly side: Side;
  readonly run: RunColumn;
  /** The parts of its answer, if the answers differ. */
  readonly answer: readonly AnswerPart[] | undefined;
}

function Run({ side, run, answer }: RunProps) {
  const { title, state, agent, simulated, client, startedAt, totals } = run;
  const time = formatDateTime(new Date(startedAt), new Date(), locale.value, true);
  const facts = [time, state, totals.model, agent].filter((fact) => fact !== '').join(' · ');
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
      {answer !== undefined && (
        <p class="answer" title={totals.answer.trim()}>
          {answer.length === 0 ? <span class="muted">(no answer)</span> : answer.map((part) => changedText(part, side))}
        </p>
      )}
    </section>
  );
}

/** Marks what the other answer does not have. */
function changedText({ text, isChanged }: AnswerPart, side: Side) {
  if (!isChanged) return text;
  return side === 'a' ? <del class="removed">{text}</del> : <ins class="inserted">{text}</ins>;
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
