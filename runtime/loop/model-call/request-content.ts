import type { LanguageModelV4FunctionTool, LanguageModelV4Message } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import type { Json } from '../../protocol/events.ts';
import type { RequestContent } from '../../protocol/requests.ts';
import type { Prepared } from '../interfaces/tools.ts';

/**
 * Describes the requests of a loop for the journal. Returns the same object as for the request before if nothing has changed,
 * so that the journal recognizes it without comparing texts.
 */
export class RequestDescriber {
  private readonly prompt: string | undefined;
  private last: RequestContent | undefined;

  /** @param prompt the first user message, unless an event contains it */
  constructor(prompt: string | undefined) {
    this.prompt = prompt;
  }

  /** Returns everything that is sent in addition to the conversation. */
  describe(
    system: string,
    declarations: readonly LanguageModelV4FunctionTool[],
    { opening = '', catalogue = '', append = [] }: Prepared,
  ): RequestContent {
    const { last, prompt } = this;
    const tools = declarations.length === 0 ? NO_TOOLS : (declarations as unknown as readonly Json[]);
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
      append: append.length === 0 ? undefined : append.map(toJson),
    });
    return this.last;
  }
}

const NO_TOOLS: readonly Json[] = [];

/** Converts the bytes of files to base64, which the provider interface accepts as well. */
function toJson(message: LanguageModelV4Message): Json {
  return JSON.parse(
    JSON.stringify(message, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ),
  ) as Json;
}
