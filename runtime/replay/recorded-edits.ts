import { defined } from '../../skill/index.ts';
import type { Boundary, CallEdit, EditedResult, LoopController, ModelEdit } from '../loop/interfaces/controller.ts';
import type { Json, JsonObject, StateChanged } from '../protocol/events.ts';
import { inlineText } from '../text/inline-text.ts';
import type { RunRecord } from './record.ts';

/** Creates a controller that repeats the changes that the user made while debugging. Returns undefined if there are none. */
export function recordedEdits(record: RunRecord): LoopController | undefined {
  const { ownEvents: events } = record;
  const isEdited = events.some((event) => event.type === 'message_edited' || hasEdit(event));
  return isEdited ? new RecordedEdits(record) : undefined;
}

function hasEdit(event: RunRecord['ownEvents'][number]): boolean {
  return ('edited' in event && event.edited === true) || (event.type === 'tool_call' && event.requested !== undefined);
}

class RecordedEdits implements LoopController {
  readonly isActive = true;
  private readonly events: RunRecord['ownEvents'];
  private readonly states: StateChanged[];
  private requestedAt = 0;

  constructor({ ownEvents }: RunRecord) {
    this.events = ownEvents;
    this.states = ownEvents.filter((event) => event.type === 'state' && event.edited === true) as StateChanged[];
  }

  async beforeModelCall(boundary: Parameters<LoopController['beforeModelCall']>[0]): Promise<ModelEdit | undefined> {
    const from = this.requestedAt;
    const request = this.events.find((event) => event.type === 'llm_request' && event.seq > from);
    if (request?.type !== 'llm_request') return undefined;
    this.requestedAt = request.seq;
    this.applyStates(boundary, request.seq);
    const messages = this.events.flatMap((event) =>
      event.type === 'message_edited' && event.seq > from && event.seq < request.seq
        ? [{ index: event.message, text: inlineText(event.text) }]
        : [],
    );
    const [first] = boundary.prompt;
    // What it was is of no importance: the response is recorded.
    const system = request.edited === true ? { system: first?.role === 'system' ? first.content : '' } : {};
    return messages.length === 0 && request.edited !== true ? undefined : { ...system, messages };
  }

  async beforeTool(boundary: Parameters<LoopController['beforeTool']>[0]): Promise<CallEdit | undefined> {
    const call = this.events.find((event) => event.type === 'tool_call' && event.id === boundary.id);
    if (call?.type !== 'tool_call') return undefined;
    this.applyStates(boundary, call.seq);
    const result = this.editedResult(boundary.id, false);
    return defined({ args: call.requested === undefined ? undefined : (call.args as JsonObject), result });
  }

  async afterTool(boundary: Parameters<LoopController['afterTool']>[0]): Promise<EditedResult | undefined> {
    const result = this.events.find((event) => event.type === 'tool_result' && event.id === boundary.id);
    if (result !== undefined) this.applyStates(boundary, result.seq);
    return this.editedResult(boundary.id, true);
  }

  async beforeEnd(): Promise<undefined> {
    return undefined;
  }

  /** @param hasRun true for a result that replaced the one of the tool, false for one that was given without running it */
  private editedResult(id: string, hasRun: boolean): EditedResult | undefined {
    const event = this.events.find((one) => one.type === 'tool_result' && one.id === id);
    if (event?.type !== 'tool_result' || event.edited !== true) return undefined;
    if ((event.returned !== undefined) !== hasRun) return undefined;
    return defined({
      value: event.result as Json,
      errorCode: event.error_code,
    });
  }

  /** Repeats the changes of the state that were made before the event with this `seq`. */
  private applyStates({ scope, state, parent }: Boundary, before: number): void {
    while (this.states[0] !== undefined && this.states[0].seq < before) {
      const { delta } = this.states.shift() as StateChanged;
      state.apply(delta as JsonObject);
      scope.emit({ type: 'state', delta, edited: true, parent });
    }
  }
}
