/** The sets of guards that can be chosen for a run, as documented in docs/guards.md. */
export const GUARD_PRESETS = ['default', 'adk', 'client', 'off'] as const;
