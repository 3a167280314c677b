/** A line of the grid. */
import { own } from '../../../runtime/text/objects.ts';
import { ROW_HEIGHT } from '../model/visible-rows.ts';
import { Icon } from '../view/parts/icons.tsx';
import { sideToOpen } from './keys.ts';
import type { Line } from './lines.ts';
import type { ShownStep, Side } from './protocol.ts';
import { comparison, openCell, SIDE_NAMES, show } from './state.ts';

interface LineRowProps {
  readonly line: Line;
  readonly index: number;
  /** The side of the active cell, if it is in this line. */
  readonly active: Side | undefined;
  /** The side of the cell that the Tab key reaches, if it is in this line. */
  readonly tabStop: Side | undefined;
}

export function LineRow({ line, index, active, tabStop }: LineRowProps) {
  const open = (side: Side) => {
    show({ line: index, side });
    openCell({ line: index, side });
  };
  return (
    <div
      class={`line is-${line.kind}${active === undefined ? '' : ' active'}`}
      role="row"
      aria-rowindex={index + 2}
      style={{ top: `${index * ROW_HEIGHT}px` }}
    >
      {line.kind === 'pair' &&
        (['a', 'b'] as const).map((side) => (
          <StepCell
            key={side}
            step={line.pair[side]}
            side={side}
            sign={line.pair.relation === 'same' ? '' : side === 'a' ? '−' : '+'}
            relation={line.pair.relation}
            isActive={active === side}
            isTabStop={tabStop === side}
            onOpen={() => open(sideToOpen(line, side) ?? side)}
          />
        ))}
      {line.kind === 'step' && (
        <StepCell
          step={line.step}
          side={line.side}
          sign={line.sign === 'same' ? '' : line.side === 'a' ? '−' : '+'}
          relation={line.sign}
          isActive={active !== undefined}
          isTabStop={tabStop !== undefined}
          onOpen={() => open(line.side)}
        />
      )}
      {line.kind === 'reason' && (
        <Reason
          text={line.text}
          isActive={active !== undefined}
          isTabStop={tabStop !== undefined}
          onOpen={() => open('a')}
        />
      )}
    </div>
  );
}

interface CellProps {
  readonly isActive: boolean;
  readonly isTabStop: boolean;
  readonly onOpen: () => void;
}

interface StepCellProps extends CellProps {
  readonly step: ShownStep | undefined;
  readonly side: Side;
  /** `−` or `+` for a difference. */
  readonly sign: string;
  readonly relation: string;
}

function StepCell({ step, side, sign, relation, isActive, isTabStop, onOpen }: StepCellProps) {
  const difference = sign === '' ? '' : ` differs in-${side}`;
  const missing = step === undefined ? ' missing' : '';
  return (
    <div
      class={`cell${difference}${missing}${isActive ? ' is-active' : ''}`}
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isActive}
      title={step === undefined ? undefined : textOf(step)}
      onClick={onOpen}
    >
      {step === undefined ? (
        <span class="unseen">no step in {SIDE_NAMES[side]}</span>
      ) : (
        <>
          <span class="sign" aria-hidden="true">
            {sign}
          </span>
          <Icon name={step.icon} className={`k-${step.color}`} />
          <span class="words">
            {step.verb !== '' && <span class="verb">{step.verb} </span>}
            <span class="name">{step.name}</span>
            {step.detail !== '' && <span class="detail"> {step.detail}</span>}
          </span>
          {step.outcome !== '' && (
            <span class={`outcome k-${step.color} is-${step.status ?? 'ok'}`}>{step.outcome}</span>
          )}
          <span class="unseen">{own(RELATIONS, relation)?.(SIDE_NAMES[side])}</span>
        </>
      )}
    </div>
  );
}

function Reason({ text, isActive, isTabStop, onOpen }: CellProps & { readonly text: string }) {
  const opens = comparison.value?.first?.hasTexts === true;
  return (
    <div
      class={`cell reason${isActive ? ' is-active' : ''}`}
      role="gridcell"
      aria-colspan={2}
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isActive}
      title={opens ? `${text} Open both versions of the text.` : text}
      onClick={onOpen}
    >
      <Icon name="warning" className="warn" />
      <span class="words">{text}</span>
      {opens && <span class="link">Compare Texts</span>}
    </div>
  );
}

function textOf({ verb, name, detail, outcome }: ShownStep): string {
  return [verb, name, detail, outcome].filter((part) => part !== '').join(' ');
}

/** The relation of a step, for screen readers. */
const RELATIONS: { readonly [relation: string]: (side: string) => string } = {
  changed: (side) => `, as in ${side}, changed`,
  removed: () => ', only in A',
  added: () => ', only in B',
};
