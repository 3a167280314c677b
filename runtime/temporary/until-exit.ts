/** Removals that are to be made when this process ends, because cancelling a run can end it before its caller. */
const pending = new Set<() => void>();
let hasExitListener = false;

/** Returns a function that calls `remove`; if it is never called, `remove` is called when this process ends. */
export function untilExit(remove: () => void): () => void {
  if (!hasExitListener) process.once('exit', removeAll);
  hasExitListener = true;
  pending.add(remove);
  return () => {
    pending.delete(remove);
    remove();
  };
}

function removeAll(): void {
  for (const remove of pending) remove();
}
