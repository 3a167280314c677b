import type { LanguageModelV4FunctionTool, LanguageModelV4Message } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import type { Json } from '../../protocol/events.ts';
import type { RequestContent } from '../../protocol/requests.ts';
import type { Prepared } from '../interfaces/tools.ts';

/**
 * Describes the requests of one loop for the journal: the parts that no event contains. Returns the same object as for the
 * previous request if nothing has changed, so that the journal recognizes it without comparing texts.
 */
export class RequestDescriber {
  private readonly prompt: string | undefined;
  private last: RequestContent | undefined;

  /** @param prompt the first user message of a loop inside a call; undefined for that of a run, which is in `run_started` */
  constructor(prompt: string | undefined) {
    this.prompt = prompt;
  }

  /**
   * Returns everything that is sent in addition to the conversation.
   * @param system the complete system message, which includes the `instruction` of the prepared step
   * @param declarations the tools; the same array as for the previous request if they have not changed
   */
  describe(
    system: string,
    declarations: readonly LanguageModelV4FunctionTool[],
    { opening = '', catalogue = '', append = [] }: Prepared,
  ): RequestContent {
    const { last, prompt } = this;
    const tools = declarations.length === 0 ? NO_TOOLS : (declarations as unknown as readonly Json[]);
    // Appended messages are for one request only, so one with any is never the same as another.
    const isSame =
      last !== undefined &&
      append.length === 0 &&
      last.append === undefined &&
      last.tools === tools &&
      last.system === system &&
      (last.opening ?? '') === opening &&
      (last.catalogue ?? '') === catalogue;
    if (isSame) return last;
    this.last = defined({
      system,
      tools,
      prompt,
      opening: opening || undefined,
      catalogue: catalogue || undefined,
      append: append.length === 0 ? undefined : append.map(messageToJson),
    });
    return this.last;
  }
}

/** One array for all requests without tools, because arrays are compared by identity. */
const NO_TOOLS: readonly Json[] = [];

/** Converts a message to JSON, with the bytes of its files as base64, which the provider interface accepts as well. */
function messageToJson(message: LanguageModelV4Message): Json {
  return JSON.parse(
    JSON.stringify(message, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ),
  ) as Json;
}
