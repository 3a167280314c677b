import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import type {
  EditorModelEnd,
  EditorModelProblem,
  EditorModelRequest,
  EditorPart,
} from '../../protocol/editor-models.ts';
import { withSupportedFiles } from '../wire/file-parts.ts';
import { KEEP_ALIVE } from './keep-alive.ts';
import { editorRequest } from './vscode-prompt.ts';

/** The link to VS Code's models, which only the extension can reach. */
export interface EditorLink {
  /**
   * Sends a request and reports the parts of the answer as they arrive; an empty list means that VS Code is still
   * working. Ends promptly when `signal` aborts. Rejects if the extension has exited.
   */
  ask(
    request: Omit<EditorModelRequest, 'call'>,
    onParts: (parts: readonly EditorPart[]) => void,
    signal: AbortSignal,
  ): Promise<EditorModelEnd>;
}

/** Media types that the models of VS Code's vendors accept; other files are replaced by text. */
const FILES = /^image\/(?:png|jpeg|gif|webp)$/;

/**
 * Creates a model of VS Code, used through the extension. Its usage is estimated or unknown, and VS Code does not report
 * why it stopped. Failures are never retried, because its vendor does that.
 */
export function vscodeModel(id: string, link: EditorLink): LanguageModelV4 {
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'vscode',
    modelId: id,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('It only streams.')),
    doStream: (options) => stream(id, link, options),
  };
  return withSupportedFiles(model, (mediaType) => FILES.test(mediaType));
}

type Controller = ReadableStreamDefaultController<LanguageModelV4StreamPart>;

/** Resolves when the answer begins, so that a rejection by VS Code is a failed request, not an interrupted answer. */
async function stream(id: string, link: EditorLink, options: LanguageModelV4CallOptions) {
  const abort = new AbortController();
  const signal =
    options.abortSignal === undefined ? abort.signal : AbortSignal.any([abort.signal, options.abortSignal]);
  let controller: Controller | undefined;
  const parts = new ReadableStream<LanguageModelV4StreamPart>({
    start: (given) => {
      controller = given;
    },
    // The reader does not need the rest.
    cancel: () => abort.abort(),
  });
  const answer = new Answer((part) => controller?.enqueue(part));
  await new Promise<void>((resolve, reject) => {
    const fail = (error: unknown): void => {
      reject(error);
      // The stream was closed when the request was aborted.
      if (signal.aborted) return;
      // As a part: erroring the stream would discard parts that were not read yet.
      controller?.enqueue({ type: 'error', error });
      controller?.close();
    };
    const onParts = (some: readonly EditorPart[]): void => {
      if (signal.aborted) return;
      answer.add(some);
      resolve();
    };
    const end = (ended: EditorModelEnd): void => {
      if (signal.aborted) resolve();
      else if (ended.kind === 'failed') fail(new Error(explain(id, ended)));
      else {
        answer.end(ended);
        controller?.close();
        resolve();
      }
    };
    link.ask({ model: id, ...editorRequest(options) }, onParts, signal).then(end, fail);
  });
  return { stream: parts };
}

/** Converts the parts of an answer to the provider interface. */
class Answer {
  private readonly emit: (part: LanguageModelV4StreamPart) => void;
  private open: 'text' | 'reasoning' | undefined;
  private blocks = 0;
  private called = false;

  constructor(put: (part: LanguageModelV4StreamPart) => void) {
    this.emit = put;
  }

  add(parts: readonly EditorPart[]): void {
    if (parts.length === 0) this.emit(KEEP_ALIVE);
    for (const part of parts) {
      if (part.type === 'call') {
        this.close();
        this.called = true;
        this.emit({ type: 'tool-call', toolCallId: part.id, toolName: part.name, input: part.input });
      } else this.addDelta(part.type === 'text' ? 'text' : 'reasoning', part.text);
    }
  }

  end(end: Extract<EditorModelEnd, { kind: 'done' }>): void {
    this.close();
    const { tokens, maxInputTokens } = end;
    const { input, output } = tokens ?? {};
    this.emit(
      defined({
        type: 'finish',
        finishReason: { unified: this.called ? 'tool-calls' : 'stop', raw: undefined },
        usage: defined({
          inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: output, text: undefined, reasoning: undefined },
          raw: tokens === undefined ? undefined : { estimated: true },
        }),
        // As `withPrices` does for other models.
        providerMetadata: maxInputTokens === undefined ? undefined : { skillwright: { contextWindow: maxInputTokens } },
      }),
    );
  }

  private addDelta(kind: 'text' | 'reasoning', delta: string): void {
    if (this.open !== kind) {
      this.close();
      this.open = kind;
      this.blocks++;
      this.emit({ type: `${kind}-start`, id: String(this.blocks) });
    }
    this.emit({ type: `${kind}-delta`, id: String(this.blocks), delta });
  }

  private close(): void {
    if (this.open !== undefined) this.emit({ type: `${this.open}-end`, id: String(this.blocks) });
    this.open = undefined;
  }
}

const EXPLANATIONS: Readonly<Record<EditorModelProblem, (id: string) => string>> = {
  refused: (id) =>
    `Run again and choose Allow, or use "Manage Language Model Access" in the Accounts menu: VS Code does not let Skillwright use ${id}`,
  blocked: (id) => `The vendor of ${id} is not answering; its quota may be used up`,
  missing: (id) =>
    `VS Code has no model ${id}. Its extension may be off, or you may be signed out; choose another model`,
  cancelled: (id) => `The request to ${id} was cancelled by VS Code or by the model's extension`,
  other: (id) => `The model ${id} of VS Code failed`,
};

function explain(id: string, { why, message }: Extract<EditorModelEnd, { kind: 'failed' }>): string {
  const details = message.trim().slice(0, 500);
  return `${EXPLANATIONS[why](id)}${details === '' ? '.' : `: ${details}`}`;
}
