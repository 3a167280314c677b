import { defined } from '../../../skill/index.ts';
import type { ProcessIdentity } from '../../disk/process-identity.ts';
import { type CostEntry, type LedgerState, lostCost } from './cost-ledger.ts';

/**
 * A line of a ledger. Amounts are in US dollars. A line of earlier versions is a `CostEntry` without a reservation, like that of
 * a merged folder.
 */
export type LedgerLine =
  | ({ readonly reservation: string; readonly model: string; readonly reservedUsd: number } & ProcessIdentity)
  /** The costs of the trial of a reservation so far. */
  | { readonly reservation: string; readonly chargedUsd: number }
  /** The amount that is counted for the reservation of a killed process. */
  | { readonly reservation: string; readonly lostUsd: number }
  | (CostEntry & { readonly reservation?: string });

/** A reservation that is not settled. */
interface OpenReservation {
  model: string;
  reservedUsd: number;
  chargedUsd: number;
  owner: ProcessIdentity | undefined;
  /** Set if its process was killed. */
  lostUsd: number | undefined;
}

/** The sums of a ledger, line by line. */
export class LedgerSums {
  private settledUsd = 0;
  /** The most expensive trial with each model. */
  private readonly highest = new Map<string, number>();
  private readonly open = new Map<string, OpenReservation>();

  /** Adds a line. One that is damaged counts as nothing. */
  add(text: string): void {
    const line = parseLine(text);
    if (line === undefined) return;
    const { reservation, model, trial } = line;
    const costUsd = amountOf(line.costUsd);
    if (costUsd === undefined) {
      if (reservation !== undefined) this.change(reservation, line);
      return;
    }
    if (reservation !== undefined) this.open.delete(reservation);
    this.settledUsd += costUsd;
    if (typeof model === 'string' && (costUsd > 0 || trial !== undefined))
      this.highest.set(model, Math.max(this.highest.get(model) ?? 0, costUsd));
  }

  private change(id: string, line: UncheckedLine): void {
    const known = this.open.get(id) ?? { ...NEW_RESERVATION };
    this.open.set(id, known);
    known.reservedUsd = amountOf(line.reservedUsd) ?? known.reservedUsd;
    known.chargedUsd = amountOf(line.chargedUsd) ?? known.chargedUsd;
    known.lostUsd = amountOf(line.lostUsd) ?? known.lostUsd;
    const { model, pid, started } = line;
    if (typeof model === 'string') known.model = model;
    if (typeof pid === 'number')
      known.owner = defined({ pid, started: typeof started === 'string' ? started : undefined });
  }

  /** US dollars that were spent, including what killed processes may have spent and what running trials have spent so far. */
  get spentUsd(): number {
    return this.settledUsd + this.sum(({ chargedUsd, lostUsd }) => lostUsd ?? chargedUsd);
  }

  /** Returns the state before a reservation for a model. */
  state(model: string, maxUsd: number): LedgerState {
    return {
      maxUsd,
      spentUsd: this.settledUsd + this.sum(({ lostUsd = 0 }) => lostUsd),
      reservedUsd: this.sum((one) => (one.lostUsd === undefined ? Math.max(one.reservedUsd, one.chargedUsd) : 0)),
      highestUsd: this.highest.get(model),
    };
  }

  /** Returns the lines that release the reservations of processes that are not running. */
  released(isRunning: (owner: ProcessIdentity) => boolean): readonly LedgerLine[] {
    return [...this.open].flatMap(([reservation, { model, reservedUsd, chargedUsd, owner, lostUsd }]) => {
      if (lostUsd !== undefined || (owner !== undefined && isRunning(owner))) return [];
      return [{ reservation, lostUsd: lostCost(reservedUsd, chargedUsd, { highestUsd: this.highest.get(model) }) }];
    });
  }

  private sum(amount: (one: OpenReservation) => number): number {
    let sum = 0;
    for (const one of this.open.values()) sum += amount(one);
    return sum;
  }
}

const NEW_RESERVATION: OpenReservation = {
  model: '',
  reservedUsd: 0,
  chargedUsd: 0,
  owner: undefined,
  lostUsd: undefined,
};

/** Returns the lines that the ledger of a merged eval needs: what was spent, and no reservations of processes elsewhere. */
export function costLines(lines: readonly string[]): readonly string[] {
  return lines.filter((text) => {
    const line = parseLine(text);
    return [line?.costUsd, line?.chargedUsd, line?.lostUsd].some((value) => amountOf(value) !== undefined);
  });
}

type UncheckedLine = Readonly<
  Record<'costUsd' | 'reservedUsd' | 'chargedUsd' | 'lostUsd' | 'model' | 'trial' | 'pid' | 'started', unknown>
> & {
  readonly reservation: string | undefined;
};

function parseLine(text: string): UncheckedLine | undefined {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null) return undefined;
    const line = read as UncheckedLine;
    return { ...line, reservation: typeof line.reservation === 'string' ? line.reservation : undefined };
  } catch {
    // A killed process left it unfinished.
    return undefined;
  }
}

function amountOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : undefined;
}
