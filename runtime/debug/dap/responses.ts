import type { DebugProtocol } from '@vscode/debugprotocol';

/** Returns a response to a request, which is untrusted, without its sequence number. */
export function responseTo({ command, seq }: DebugProtocol.Request): DebugProtocol.Response {
  return { type: 'response', seq: 0, request_seq: seq, success: true, command: String(command) };
}

/** Returns a message for the user as that of an error response. Braces in it have no meaning. */
export function errorMessage(problem: string): DebugProtocol.Message {
  return { id: 1, format: '{_problem}', variables: { _problem: problem }, showUser: true };
}

/** True for a request after which the run continues from an earlier step. */
export function isRewind(command: unknown): boolean {
  return command === 'stepBack' || command === 'reverseContinue' || command === 'restartFrame';
}
