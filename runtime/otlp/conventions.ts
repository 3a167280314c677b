/** Names and values of OpenTelemetry's semantic conventions for generative AI. */
import { own } from '../../skill/index.ts';

/**
 * Names of attributes of OpenTelemetry's semantic conventions for generative AI, all of status Development: the spans
 * `chat`, `invoke_agent` and `execute_tool`, with the refinements for loading a skill and reading its resources
 * (open-telemetry/semantic-conventions-genai, as of November 2026). The constants on npm lack those of skills.
 */
export const GEN_AI = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  conversation: 'gen_ai.conversation.id',
  agent: 'gen_ai.agent.name',
  requestModel: 'gen_ai.request.model',
  reasoningLevel: 'gen_ai.request.reasoning.level',
  stream: 'gen_ai.request.stream',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  systemInstructions: 'gen_ai.system_instructions',
  toolDefinitions: 'gen_ai.tool.definitions',
  toolName: 'gen_ai.tool.name',
  toolDescription: 'gen_ai.tool.description',
  toolType: 'gen_ai.tool.type',
  toolCallId: 'gen_ai.tool.call.id',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
  skillName: 'gen_ai.skill.name',
  skillDescription: 'gen_ai.skill.description',
  skillSource: 'gen_ai.skill.source.uri',
  skillResource: 'gen_ai.skill.resource.name',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheReadTokens: 'gen_ai.usage.cache_read.input_tokens',
  cacheWriteTokens: 'gen_ai.usage.cache_write.input_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
} as const;

/** Attributes of the general conventions. */
export const ERROR_TYPE = 'error.type';
export const SERVER_ADDRESS = 'server.address';
export const SERVER_PORT = 'server.port';
export const EXECUTABLE_NAME = 'process.executable.name';
export const EXIT_CODE = 'process.exit.code';

/** Name of the instrumentation scope of our spans, by which our reader recognizes them. */
export const SCOPE = 'skillwright';

/** Begins the names of our own attributes: `skillwright.EVENT.FIELD`, or `skillwright.json.EVENT.FIELD` for JSON text. */
export const OWN_PREFIX = 'skillwright.';

const PROVIDERS: Readonly<Record<string, string>> = { google: 'gcp.gemini', 'openai-compatible': 'openai' };
const FINISH_REASONS: Readonly<Record<string, string>> = {
  'tool-calls': 'tool_call',
  'content-filter': 'content_filter',
};

/** Splits `PROVIDER/ID` into the conventions' name of the provider and the id of the model. */
export function modelNames(model: string): { readonly provider: string; readonly id: string } {
  const slash = model.indexOf('/');
  if (slash <= 0) return { provider: 'unknown', id: model };
  const provider = model.slice(0, slash);
  return { provider: own(PROVIDERS, provider) ?? provider, id: model.slice(slash + 1) };
}

/** Returns the conventions' name of a finish reason. */
export function finishReason(finish: string): string {
  return own(FINISH_REASONS, finish) ?? finish;
}
