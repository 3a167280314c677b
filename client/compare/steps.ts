/** Names the steps of a comparison as a timeline does. Independent of `vscode`. */

import type { ComparedRow, ComparedRun, ComparedStep, StepRelation } from '../../runtime/protocol/compare.ts';
import type { Json } from '../../runtime/protocol/events.ts';
import { formatCount } from '../../runtime/text/count.ts';
import { defined } from '../../runtime/text/objects.ts';
import { type ClientNames, clientNames, folderName, nameClientCall } from '../panel/trace/client-calls.ts';
import { nameCall } from '../panel/trace/names.ts';
import { oneLine } from '../panel/trace/read.ts';
import { labelOfReason } from '../runs/describe.ts';
import type { ShownStep, StepPair } from '../timeline/compare/protocol.ts';

/** Returns the rows of a comparison as the page shows them. */
export function stepPairs(rows: readonly ComparedRow[], a: ComparedRun, b: ComparedRun): readonly StepPair[] {
  const [namesA, namesB] = [namesOf(a), namesOf(b)];
  return rows.map((row) =>
    defined({
      a: row.a === undefined ? undefined : stepFor(row.a, namesA, row.relation),
      b: row.b === undefined ? undefined : stepFor(row.b, namesB, row.relation),
      relation: row.relation,
    }),
  );
}

function namesOf({ totals, skills }: ComparedRun): ClientNames | undefined {
  const names = totals.client === undefined ? undefined : clientNames(totals.client);
  for (const { name, root } of skills) names?.skills.set(folderName(root), name);
  return names;
}

const PLAIN = { verb: '', detail: '', outcome: '' };

function stepFor(step: ComparedStep, names: ClientNames | undefined, relation: StepRelation): ShownStep {
  const { seq, kind } = step;
  const text = oneLine(step.text, 300);
  switch (kind) {
    case 'prompt':
      return { seq, ...PLAIN, icon: 'person', color: 'approval', verb: 'prompt', name: text || '(no prompt)' };
    case 'reply':
      return { seq, ...PLAIN, icon: 'answer', color: 'answer', name: text };
    case 'guard':
      return { seq, ...PLAIN, icon: 'guard', color: 'guard', verb: 'guard', name: text };
    case 'end':
      return { seq, ...PLAIN, icon: 'info', color: 'note', verb: 'end', name: labelOfReason(text) };
    case 'call':
      return callFor(step, text, names, relation);
  }
}

function callFor(step: ComparedStep, text: string, names: ClientNames | undefined, relation: StepRelation): ShownStep {
  const { seq, tool = '', args, outcome } = step;
  const ofClient = names && nameClientCall(tool, args, names);
  const named = ofClient ?? nameCall(tool, args);
  const status = outcome?.status ?? 'open';
  // The name of another call contains its arguments.
  const isTool = ofClient === undefined && named.kind === 'tool';
  const hasMore = isTool && text !== '{}' && !isOnly(args, named.name);
  return {
    seq,
    icon: status === 'miss' && named.icon === 'page' ? 'page-missed' : named.icon,
    color: status === 'miss' || status === 'error' ? status : named.kind,
    verb: named.verb,
    name: named.name,
    detail: hasMore ? text : (named.detail ?? ''),
    status,
    outcome: outcomeOf(outcome, relation),
  };
}

/** True if the arguments are this text, or have nothing else. */
function isOnly(args: Json | undefined, text: string): boolean {
  const values = typeof args === 'object' && args !== null ? Object.values(args) : [args];
  return values.length === 1 && values[0] === text;
}

function outcomeOf(outcome: ComparedStep['outcome'], relation: StepRelation): string {
  const { status = 'open', code = '', size = 0 } = outcome ?? {};
  switch (status) {
    case 'ok':
      // The size of a result matters only where it may differ.
      return relation === 'same' ? '' : formatCount(size, 'character');
    case 'open':
      return 'no result';
    case 'denied':
      return 'denied';
    case 'miss':
      return oneLine(code, 60) || 'not found';
    case 'error':
      return oneLine(code, 60) || 'failed';
  }
}
