/** Reads requests of the Debug Adapter Protocol, and forms responses to them. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { defined } from '../../../skill/index.ts';
import { CONFIRM_ID } from '../../protocol/debug-messages.ts';
import type { RequestProblem } from './context.ts';

/** Maximum number of characters of a message: it may quote names that are as long as the client likes. */
const MAX_LENGTH = 1_000;

/** Returns a request, which is untrusted, with a command that is a text. */
export function readRequest(request: DebugProtocol.Request): DebugProtocol.Request {
  const command: unknown = request.command;
  return { ...request, command: typeof command === 'string' ? command : '' };
}

/** Returns a response to a request, without its sequence number. */
export function responseTo({ command, seq }: DebugProtocol.Request): DebugProtocol.Response {
  return { type: 'response', seq: 0, request_seq: seq, success: true, command };
}

/** Returns a problem as the message of an error response. Braces in it have no meaning. */
export function errorMessage({ problem: message, question }: RequestProblem): DebugProtocol.Message {
  const problem = message.length > MAX_LENGTH ? `${message.slice(0, MAX_LENGTH)}…` : message;
  const variables: DebugProtocol.Message['variables'] = defined({ _problem: problem, _question: question });
  return { id: question === undefined ? 1 : CONFIRM_ID, format: '{_problem}', variables, showUser: true };
}

/** True for a request after which the run continues from an earlier step. */
export function isRewind(command: unknown): boolean {
  return command === 'stepBack' || command === 'reverseContinue' || command === 'restartFrame';
}
