import type { ClientBehavior } from '../../skill/index.ts';
import type { CallView, ToolHook } from '../loop/interfaces/hooks.ts';

/**
 * Returns hooks that see the calls of a client without the parameters that have no effect, such as a description: a
 * model that varies only these repeats the same call.
 */
export function withoutExtras(hooks: readonly ToolHook[], client: ClientBehavior): readonly ToolHook[] {
  const viewOf = viewWithoutExtras(client);
  return hooks.map((hook) => ({
    name: hook.name,
    before: (call) => hook.before?.(viewOf(call)),
    after: (call, outcome) => hook.after?.(viewOf(call), outcome),
    observe: (call, outcome, seq) => hook.observe?.(viewOf(call), outcome, seq),
  }));
}

/** Returns a function that removes the parameters of a client's tools that have no effect from a call. */
export function viewWithoutExtras(client: ClientBehavior): (call: CallView) => CallView {
  const extras = new Map([client.shell, ...client.fileTools].map((tool) => [tool.tool, extraNames(tool)]));
  const views = new WeakMap<CallView, CallView>();
  return (call) => {
    const extra = extras.get(call.tool);
    if (extra === undefined || extra.size === 0) return call;
    const known = views.get(call);
    if (known !== undefined) return known;
    const args = Object.fromEntries(Object.entries(call.args).filter(([name]) => !extra.has(name)));
    const view = { ...call, args };
    views.set(call, view);
    return view;
  };
}

function extraNames(tool: ClientBehavior['shell'] | ClientBehavior['fileTools'][number]): ReadonlySet<string> {
  return new Set('extra' in tool ? tool.extra.map(({ name }) => name) : []);
}
