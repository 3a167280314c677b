import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { EditorModelEnd, EditorModelProblem, EditorModelRequest, EditorPart } from '../protocol/editor-models.ts';
import { withKnownFiles } from './file-parts.ts';
import { SIGN_OF_LIFE } from './sign-of-life.ts';
import { editorRequest } from './vscode-prompt.ts';

/** The way to VS Code's models, which only the extension can ask. */
export interface EditorLink {
  /**
   * Asks, and tells the parts of the answer as they come; without parts: VS Code is at work. Ends in time where `signal`
   * fires. Rejects where the extension is gone.
   */
  ask(
    request: Omit<EditorModelRequest, 'call'>,
    onParts: (parts: readonly EditorPart[]) => void,
    signal: AbortSignal,
  ): Promise<EditorModelEnd>;
}

/** What vendors of VS Code's models take; other files are told of in words. */
const FILES = /^image\/(?:png|jpeg|gif|webp)$/;

/**
 * A model of VS Code, asked through the extension. What it used is an estimate, or not known; why it stopped, VS Code does
 * not say. Its failures are never tried again: its vendor does that.
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
  return withKnownFiles(model, (mediaType) => FILES.test(mediaType));
}

type Controller = ReadableStreamDefaultController<LanguageModelV4StreamPart>;

/** Resolves when the answer begins, so that what VS Code refuses is a request turned away and no answer broken off. */
async function stream(id: string, link: EditorLink, options: LanguageModelV4CallOptions) {
  const abort = new AbortController();
  const signal =
    options.abortSignal === undefined ? abort.signal : AbortSignal.any([abort.signal, options.abortSignal]);
  let controller: Controller | undefined;
  const parts = new ReadableStream<LanguageModelV4StreamPart>({
    start: (given) => {
      controller = given;
    },
    // Whoever reads it no longer wants the rest.
    cancel: () => abort.abort(),
  });
  const answer = new Answer((part) => controller?.enqueue(part));
  await new Promise<void>((begun, refused) => {
    const fail = (error: unknown): void => {
      refused(error);
      // Whoever has given it up has closed the stream.
      if (signal.aborted) return;
      // A part, not the end of the stream: that would take along what was said and not yet read.
      controller?.enqueue({ type: 'error', error });
      controller?.close();
    };
    const take = (some: readonly EditorPart[]): void => {
      if (signal.aborted) return;
      answer.take(some);
      begun();
    };
    const end = (ended: EditorModelEnd): void => {
      if (signal.aborted) begun();
      else if (ended.kind === 'failed') fail(new Error(explained(id, ended)));
      else {
        answer.end(ended);
        controller?.close();
        begun();
      }
    };
    link.ask({ model: id, ...editorRequest(options) }, take, signal).then(end, fail);
  });
  return { stream: parts };
}

/** The parts of an answer in the provider interface's form. */
class Answer {
  private readonly put: (part: LanguageModelV4StreamPart) => void;
  private open: 'text' | 'reasoning' | undefined;
  private blocks = 0;
  private called = false;

  constructor(put: (part: LanguageModelV4StreamPart) => void) {
    this.put = put;
  }

  take(parts: readonly EditorPart[]): void {
    if (parts.length === 0) this.put(SIGN_OF_LIFE);
    for (const part of parts) {
      if (part.type === 'call') {
        this.close();
        this.called = true;
        this.put({ type: 'tool-call', toolCallId: part.id, toolName: part.name, input: part.input });
      } else this.say(part.type === 'text' ? 'text' : 'reasoning', part.text);
    }
  }

  end(end: Extract<EditorModelEnd, { kind: 'done' }>): void {
    this.close();
    const { input, output } = end.tokens ?? {};
    this.put({
      type: 'finish',
      finishReason: { unified: this.called ? 'tool-calls' : 'stop', raw: undefined },
      usage: {
        inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: output, text: undefined, reasoning: undefined },
        ...(end.tokens === undefined ? {} : { raw: { estimated: true } }),
      },
    });
  }

  private say(kind: 'text' | 'reasoning', delta: string): void {
    if (this.open !== kind) {
      this.close();
      this.open = kind;
      this.blocks++;
      this.put({ type: `${kind}-start`, id: String(this.blocks) });
    }
    this.put({ type: `${kind}-delta`, id: String(this.blocks), delta });
  }

  private close(): void {
    if (this.open !== undefined) this.put({ type: `${this.open}-end`, id: String(this.blocks) });
    this.open = undefined;
  }
}

const WHY: Readonly<Record<EditorModelProblem, (id: string) => string>> = {
  refused: (id) =>
    `VS Code does not let Skillwright use ${id}. Run again and choose Allow, or give access in the menu Accounts, "Manage Language Model Access"`,
  blocked: (id) => `The vendor of ${id} does not answer now; its quota may be used up`,
  missing: (id) =>
    `VS Code has no model ${id}. Its extension may be off, or you may be signed out; choose another model`,
  cancelled: (id) => `The request to ${id} was cancelled by VS Code or by the model's extension`,
  other: (id) => `The model ${id} of VS Code failed`,
};

function explained(id: string, { why, message }: Extract<EditorModelEnd, { kind: 'failed' }>): string {
  const said = message.trim().slice(0, 500);
  return `${WHY[why](id)}${said === '' ? '.' : `: ${said}`}`;
}
