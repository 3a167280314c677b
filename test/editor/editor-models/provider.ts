/** A vendor of models that the tests register themselves: VS Code takes it for our own, and asks for no consent. */
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

/** What the vendor was asked. */
export interface Asked {
  readonly messages: readonly LanguageModelChatRequestMessage[];
  readonly options: ProvideLanguageModelChatResponseOptions;
  readonly token: CancellationToken;
  say(part: LanguageModelResponsePart): void;
}

export type Answer = (asked: Asked) => Promise<void>;

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

/** Registers the vendor; `answers` are used one by one, the last for ever. */
export class Vendor implements Disposable {
  readonly asked: Asked[] = [];
  answers: readonly Answer[] = [];
  private readonly registered: Disposable;

  constructor() {
    this.registered = lm.registerLanguageModelChatProvider('skillwright-own', {
      provideLanguageModelChatInformation: () => [
        model('sees'),
        model('blind', { capabilities: { toolCalling: true } }),
      ],
      provideLanguageModelChatResponse: (_model, messages, options, progress, token) => {
        const asked: Asked = { messages, options, token, say: (part) => progress.report(part) };
        this.asked.push(asked);
        const answer = this.answers[this.asked.length - 1] ?? this.answers.at(-1);
        return answer === undefined ? Promise.reject(new Error('No answer is set.')) : answer(asked);
      },
      provideTokenCount: async (_model, text) => (typeof text === 'string' ? Math.ceil(text.length / 4) : 0),
    });
  }

  begin(...answers: readonly Answer[]): void {
    this.asked.length = 0;
    this.answers = answers;
  }

  dispose(): void {
    this.registered.dispose();
  }
}

export function text(value: string): Answer {
  return async ({ say }) => say(new LanguageModelTextPart(value));
}

export function calls(...made: readonly (readonly [id: string, name: string, input: object])[]): Answer {
  return async ({ say }) => {
    for (const [id, name, input] of made) say(new LanguageModelToolCallPart(id, name, input));
  };
}

/** The parts of a message by their kinds: text as it is, results by the call that they answer. */
export function shown({ content }: LanguageModelChatRequestMessage): readonly string[] {
  return content.map((part) => {
    if (part instanceof LanguageModelTextPart) return part.value;
    if (part instanceof LanguageModelToolCallPart) return `call ${part.callId} ${part.name}`;
    if (part instanceof LanguageModelToolResultPart)
      return `result ${part.callId} ${part.content.map((inner) => (inner instanceof LanguageModelTextPart ? inner.value : 'not text')).join()}`;
    return `data ${String(Reflect.get(Object(part), 'mimeType'))}`;
  });
}
