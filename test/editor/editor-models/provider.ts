/** A vendor of models registered by the tests. VS Code attributes it to this extension and requests no consent. */
import {
  type CancellationToken,
  type Disposable,
  type LanguageModelChatInformation,
  type LanguageModelChatRequestMessage,
  type LanguageModelResponsePart,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  lm,
  type ProvideLanguageModelChatResponseOptions,
} from 'vscode';

/** A request that the vendor received. */
export interface ReceivedRequest {
  readonly messages: readonly LanguageModelChatRequestMessage[];
  readonly options: ProvideLanguageModelChatResponseOptions;
  readonly token: CancellationToken;
  say(part: LanguageModelResponsePart): void;
}

export type Answer = (request: ReceivedRequest) => Promise<void>;

const model = (id: string, more: Partial<LanguageModelChatInformation> = {}): LanguageModelChatInformation => ({
  id,
  name: `Model ${id}`,
  family: 'own',
  version: '1',
  maxInputTokens: 4096,
  maxOutputTokens: 1000,
  capabilities: { toolCalling: true, imageInput: true },
  ...more,
});

/** Registers the vendor. It gives the `answers` one by one, then repeats the last one. */
export class Vendor implements Disposable {
  readonly requests: ReceivedRequest[] = [];
  answers: readonly Answer[] = [];
  private readonly registered: Disposable;

  constructor() {
    this.registered = lm.registerLanguageModelChatProvider('skillwright-own', {
      provideLanguageModelChatInformation: () => [
        model('sees'),
        model('blind', { capabilities: { toolCalling: true } }),
      ],
      provideLanguageModelChatResponse: (_model, messages, options, progress, token) => {
        const request: ReceivedRequest = { messages, options, token, say: (part) => progress.report(part) };
        this.requests.push(request);
        const answer = this.answers[this.requests.length - 1] ?? this.answers.at(-1);
        return answer === undefined ? Promise.reject(new Error('No answer is set.')) : answer(request);
      },
      provideTokenCount: async (_model, text) => (typeof text === 'string' ? Math.ceil(text.length / 4) : 0),
    });
  }

  begin(...answers: readonly Answer[]): void {
    this.requests.length = 0;
    this.answers = answers;
  }

  dispose(): void {
    this.registered.dispose();
  }
}

export function text(value: string): Answer {
  return async ({ say }) => say(new LanguageModelTextPart(value));
}

export function calls(...toolCalls: readonly (readonly [id: string, name: string, input: object])[]): Answer {
  return async ({ say }) => {
    for (const [id, name, input] of toolCalls) say(new LanguageModelToolCallPart(id, name, input));
  };
}

/** Formats the parts of a message: text as is, results by the call that they belong to. */
export function formatParts({ content }: LanguageModelChatRequestMessage): readonly string[] {
  return content.map((part) => {
    if (part instanceof LanguageModelTextPart) return part.value;
    if (part instanceof LanguageModelToolCallPart) return `call ${part.callId} ${part.name}`;
    if (part instanceof LanguageModelToolResultPart)
      return `result ${part.callId} ${part.content.map((inner) => (inner instanceof LanguageModelTextPart ? inner.value : 'not text')).join()}`;
    return `data ${String(Reflect.get(Object(part), 'mimeType'))}`;
  });
}
