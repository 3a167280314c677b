import { basename } from 'node:path';
import { approveLasting, isApproved } from '../approvals/lasting.ts';
import { saidIn } from '../approvals/said.ts';
import type { Journal } from '../journal/writer.ts';
import type { Host } from '../loop/host.ts';
import { PromptQueue } from '../loop/prompt-queue.ts';
import type { PauseEvent } from '../protocol/events.ts';
import { withPayloads } from './restore.ts';

/**
 * Where the questions of a run arrive, with what this machine knows that a person agreed to.
 * @param usedIds ids of the pauses that the journal holds
 */
export function createPromptQueue(host: Host, journal: Journal, usedIds: Iterable<string>): PromptQueue {
  const { folder } = journal;
  // A person is shown the whole question.
  const shown: Host = {
    isInteractive: host.isInteractive,
    preapproves: (kind) => host.preapproves(kind),
    answer: (pause, signal) => host.answer(withPayloads(pause, folder) as PauseEvent, signal),
  };
  const said = saidIn(basename(folder));
  return new PromptQueue(shown, (secret) => journal.keepOut(secret), usedIds, {
    isApproved,
    approve: approveLasting,
    hasAgreed: said.has,
    recordAgreement: said.add,
  });
}
