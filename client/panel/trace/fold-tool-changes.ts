/** Tools added or removed: a row under the load that added them. */

import { defined } from '../../../runtime/text/objects.ts';
import { oneLine, strings, text } from './read.ts';
import { addSpan, markChanged, type Trace, type TraceSpan } from './span.ts';
import type { TraceStep } from './step.ts';

/** Adds a row for the change, and remembers added tools in order to mark their calls. */
export function foldToolsChanged(trace: Trace, step: TraceStep): TraceSpan | undefined {
  const added = strings(step.event, 'added');
  const removed = strings(step.event, 'removed');
  const unresolved = strings(step.event, 'unresolved');
  const load = step.parent?.kind === 'skill' ? step.parent : loadBefore(trace, step);
  const skill = oneLine(text(step.event, 'skill') || (load?.skill ?? ''), 80);
  for (const tool of added) trace.skillByTool.set(tool, skill);
  for (const tool of removed) trace.skillByTool.delete(tool);
  if (added.length + removed.length + unresolved.length === 0) return undefined;
  if (load !== undefined && added.length > 0) {
    load.addedTools = (load.addedTools ?? 0) + added.length;
    markChanged(trace, load);
  }
  const [verb, names] =
    added.length > 0 ? ['adds', added] : unresolved.length > 0 ? ['cannot find', unresolved] : ['removes', removed];
  const details = [
    added.length > 0 && unresolved.length > 0 ? `not found: ${unresolved.join(', ')}` : '',
    removed.length > 0 && names !== removed ? `removed: ${removed.join(', ')}` : '',
  ].filter((part) => part !== '');
  return addSpan(
    trace,
    load ?? step.parent ?? trace.root,
    step.seq,
    defined({
      agent: step.agent,
      kind: 'tools',
      icon: 'tools',
      status: unresolved.length > 0 ? 'miss' : 'ok',
      verb,
      name: oneLine(names.join(', '), 120),
      start: step.at,
      end: step.at,
      detail: skill === '' ? undefined : `by skill ${skill}`,
      skill: skill || undefined,
      label: details.length > 0 ? oneLine(details.join('; '), 120) : undefined,
      turn: load?.turn,
      source: load?.source,
    }),
  );
}

/** Returns the last load of this agent: added tools are reported at the end of its step. */
function loadBefore(trace: Trace, step: TraceStep): TraceSpan | undefined {
  return trace.lastLoad?.agent === step.agent ? trace.lastLoad : undefined;
}
