/**
 * Transcripts of VS Code's chat: `GitHub.copilot-chat/transcripts/SESSION.jsonl`, whose events are those of Copilot CLI, of another
 * producer and often without the results of calls.
 */
import { fieldsOf, textOf } from '../../text/values.ts';
import type { SessionFormat } from '../log/format.ts';
import { CopilotReader, copilotCli } from './copilot-cli.ts';

export const vscodeTranscript: SessionFormat = {
  id: 'vscode-transcript',
  title: 'VS Code (chat transcript)',
  client: 'vscode',
  detect: ({ records }) =>
    records.some(({ type, data }) => {
      const { producer, vscodeVersion } = fieldsOf(data);
      const isOther = /vs ?code|copilot-chat/i.test(textOf(producer) ?? '');
      return type === 'session.start' && (isOther || vscodeVersion !== undefined);
    }),
  time: copilotCli.time,
  session: copilotCli.session,
  open: (log) => new CopilotReader(log),
};
