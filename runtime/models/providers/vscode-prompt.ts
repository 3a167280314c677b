import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import type {
  EditorContent,
  EditorFile,
  EditorMessage,
  EditorModelRequest,
  EditorText,
  EditorTool,
} from '../../protocol/editor-models.ts';

/** Converts a request to VS Code's terms, which have no system role and no reasoning, and take tool results from the user. */
export function editorRequest(
  options: LanguageModelV4CallOptions,
): Pick<EditorModelRequest, 'messages' | 'tools' | 'mustCall'> {
  const { prompt, toolChoice = { type: 'auto' } } = options;
  const offered = toolChoice.type === 'none' ? [] : toolsOf(options.tools);
  // VS Code cannot require a particular tool, so it is the only one offered.
  const tools = toolChoice.type === 'tool' ? offered.filter(({ name }) => name === toolChoice.toolName) : offered;
  return {
    messages: prompt.map(messageOf).filter(({ content }) => content.length > 0),
    tools,
    mustCall: tools.length > 0 && (toolChoice.type === 'required' || toolChoice.type === 'tool'),
  };
}

function toolsOf(tools: LanguageModelV4CallOptions['tools'] = []): readonly EditorTool[] {
  return tools.flatMap((tool) =>
    tool.type === 'function'
      ? [{ name: tool.name, description: tool.description ?? '', inputSchema: tool.inputSchema }]
      : [],
  );
}

function messageOf(message: LanguageModelV4Message): EditorMessage {
  switch (message.role) {
    case 'system':
      return { role: 'user', content: [text(message.content)] };
    case 'user':
      return {
        role: 'user',
        content: message.content.map((part) => (part.type === 'text' ? text(part.text) : fileOf(part))),
      };
    case 'assistant':
      return { role: 'assistant', content: message.content.flatMap(contentOf) };
    case 'tool':
      return {
        role: 'user',
        content: message.content.flatMap((part) =>
          part.type === 'tool-result'
            ? [{ type: 'result' as const, id: part.toolCallId, content: resultOf(part.output) }]
            : [],
        ),
      };
  }
}

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

/** Reasoning is dropped because VS Code does not accept it. */
function contentOf(part: AssistantPart): readonly EditorContent[] {
  if (part.type === 'text') return part.text === '' ? [] : [text(part.text)];
  if (part.type !== 'tool-call') return [];
  const input = typeof part.input === 'object' && part.input !== null ? part.input : {};
  return [{ type: 'call', id: part.toolCallId, name: part.toolName, input }];
}

function resultOf(output: LanguageModelV4ToolResultPart['output']): readonly (EditorText | EditorFile)[] {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return [text(output.value)];
    case 'json':
    case 'error-json':
      return [text(JSON.stringify(output.value))];
    case 'execution-denied':
      return [text(output.reason ?? 'It was not allowed to run.')];
    case 'content':
      return output.value.map((part) =>
        part.type === 'text' ? text(part.text) : part.type === 'file' ? fileOf(part) : text('[It cannot be shown.]'),
      );
  }
}

interface FilePart {
  readonly data: { readonly type: string };
  readonly mediaType: string;
  readonly filename?: string | undefined;
}

/** Converts a file that holds its bytes; any other becomes a line of text. */
function fileOf({ data, mediaType, filename }: FilePart): EditorText | EditorFile {
  const named = filename === undefined ? {} : { filename };
  const bytes = 'data' in data ? data.data : undefined;
  if (typeof bytes === 'string') return { type: 'file', mediaType, data: bytes, ...named };
  if (bytes instanceof Uint8Array)
    return { type: 'file', mediaType, data: Buffer.from(bytes).toString('base64'), ...named };
  return text(`[${filename ?? 'A file'} (${mediaType}) cannot be shown to this model.]`);
}

function text(value: string): EditorText {
  return { type: 'text', text: value };
}
