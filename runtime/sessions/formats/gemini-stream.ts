/**
 * The output of `gemini --output-format stream-json`: messages, of which those of the model arrive in pieces, calls and
 * results. Usage is reported for the whole session, and there is no reasoning.
 */

import { defined } from '../../../skill/index.ts';
import type { Usage } from '../../protocol/events.ts';
import { countOf, type Fields, fieldsOf, jsonOf, textOf } from '../../text/values.ts';
import { LogReader, type SessionFormat } from '../log/format.ts';
import type { ReadFate, RecordPosition } from '../log/record.ts';

const isInit = ({ type, session_id: id, model }: Fields): boolean =>
  type === 'init' && typeof id === 'string' && typeof model === 'string';
const isCall = ({ type, tool_id: id, tool_name: name }: Fields): boolean =>
  type === 'tool_use' && typeof id === 'string' && typeof name === 'string';

export const geminiStream: SessionFormat = {
  id: 'gemini-stream-json',
  title: 'Gemini CLI (stream-json)',
  client: 'gemini-cli',
  detect: ({ records }) => records.some((record) => isInit(record) || isCall(record)),
  time: ({ timestamp }) => timestamp,
  session: ({ session_id: id }) => textOf(id),
  open: (log) => new GeminiStreamReader(log),
};

class GeminiStreamReader extends LogReader {
  /** Number of the model's current step, which ends with the results of its calls. */
  private step = 0;
  private hasResult = false;
  /** Pieces of the current text, which follow each other without a separator. */
  private text: { value: string; at: RecordPosition } | undefined;

  read(record: Fields, at: RecordPosition): ReadFate {
    if (record.type === 'message' && record.role === 'assistant') return this.piece(record, at);
    this.endText();
    switch (record.type) {
      case 'init':
        if (typeof record.model === 'string') this.log.setModel(`google/${record.model}`);
        return 'metadata';
      case 'message':
        return this.prompt(record, at);
      case 'tool_use':
        return this.call(record, at);
      case 'tool_result':
        return this.result(record, at);
      case 'error':
        this.log.note(textOf(record.message) ?? 'An error occurred.', at);
        return 'used';
      case 'result':
        return this.finish(record, at);
      default:
        return 'raw';
    }
  }

  end(): void {
    this.endText();
  }

  private prompt({ role, content }: Fields, at: RecordPosition): ReadFate {
    if (role !== 'user') return 'raw';
    this.log.prompt(textOf(content) ?? '', at);
    return 'used';
  }

  private piece({ content }: Fields, at: RecordPosition): ReadFate {
    this.text = { value: `${this.text?.value ?? ''}${textOf(content) ?? ''}`, at };
    this.log.main.add({ key: this.key() }, at);
    return 'used';
  }

  private endText(): void {
    if (this.text === undefined) return;
    const { value, at } = this.text;
    this.text = undefined;
    this.log.main.add({ key: this.key(), text: value }, at);
  }

  private call(record: Fields, at: RecordPosition): ReadFate {
    const [id, tool] = [textOf(record.tool_id), textOf(record.tool_name)];
    if (id === undefined || tool === undefined) return 'raw';
    this.log.main.add({ key: this.key(), call: { id, tool, args: jsonOf(record.parameters ?? {}) } }, at);
    return 'used';
  }

  private result({ tool_id: id, status, output, error }: Fields, at: RecordPosition): ReadFate {
    this.hasResult = true;
    const isError = status === 'error';
    const value = textOf(isError ? fieldsOf(error).message : output) ?? textOf(output) ?? '';
    return this.log.result(textOf(id), defined({ value, isError: isError || undefined }), at) ?? 'early';
  }

  private finish({ status, error, stats }: Fields, at: RecordPosition): ReadFate {
    const usage = usageOf(fieldsOf(stats));
    if (usage !== undefined) this.log.reported = usage;
    this.log.addReported(usage ?? {}, at);
    if (status === 'error') {
      const message = textOf(fieldsOf(error).message) ?? 'The session failed.';
      this.log.setEnd({ reason: 'model_error', text: '', error: message });
    }
    return 'used';
  }

  private key(): string {
    if (this.hasResult) this.step++;
    this.hasResult = false;
    return `step-${this.step}`;
  }
}

function usageOf({ input_tokens: input, output_tokens: output, cached }: Fields): Usage | undefined {
  const [inputTokens, outputTokens] = [countOf(input), countOf(output)];
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  return defined({
    inputTokens,
    outputTokens,
    cacheReadTokens: countOf(cached) ?? 0,
  });
}
