import { HEADLESS, type Host } from '../loop/host.ts';

/** Approves scripts and confirmations without a prompt. */
export const APPROVING: Host = { ...HEADLESS, preapproves: (kind) => kind === 'confirmation' };
