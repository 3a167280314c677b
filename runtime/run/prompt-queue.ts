import { basename } from 'node:path';
import { agreementsIn } from '../approvals/agreements.ts';
import { approve, isApproved } from '../approvals/persistent-approvals.ts';
import type { Journal } from '../journal/writer.ts';
import type { Host } from '../loop/interfaces/host.ts';
import { PromptQueue } from '../loop/prompts/prompt-queue.ts';
import type { PauseEvent } from '../protocol/events.ts';
import { withPayloads } from './restore.ts';

/**
 * Creates the prompt queue of a run, with the approvals that were given on this machine.
 * @param usedIds ids of the pauses in the journal
 */
export function createPromptQueue(host: Host, journal: Journal, usedIds: Iterable<string>): PromptQueue {
  const { folder } = journal;
  // The user is shown the complete question.
  const resolved: Host = {
    isInteractive: host.isInteractive,
    preapproves: (kind) => host.preapproves(kind),
    answer: (pause, signal) => host.answer(withPayloads(pause, folder) as PauseEvent, signal),
  };
  const agreements = agreementsIn(basename(folder));
  return new PromptQueue(resolved, (secret) => journal.addSecret(secret), usedIds, {
    isApproved,
    approve,
    hasAgreed: agreements.has,
    recordAgreement: agreements.add,
    endAgreements: agreements.end,
  });
}
