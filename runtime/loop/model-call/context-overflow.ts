/**
 * The messages with which endpoints report that a request does not fit the model's context window. They are matched
 * against the message and the code of an error, so they must not match rate limits ("too many tokens a minute").
 */
const WORDINGS: readonly RegExp[] = [
  // OpenAI's code, adopted by many; llama.cpp's.
  /context_length_exceeded|exceed_context_size_error|model_context_window_exceeded/i,
  // OpenAI's Responses API.
  /exceeds the context window/i,
  // OpenAI's chat completions, vLLM, Mistral, OpenRouter, DeepSeek.
  /maximum context length/i,
  // Anthropic; the second if the output limit is what exceeds the window.
  /prompt is too long/i,
  /exceed context limit/i,
  // Google.
  /input token count.*exceeds the maximum/i,
  // Bedrock, xAI, Groq.
  /input is too long for requested model/i,
  /maximum prompt length is \d/i,
  /reduce the length of the messages/i,
  // llama.cpp, Ollama, three versions of LM Studio.
  /exceeds the available context size/i,
  /input length exceeds the context length/i,
  /loaded with context length of only/i,
  /greater than the context length/i,
  /n_keep.*>= n_ctx/i,
];

/** True if an error's message or code reports that the context window is full. */
export function isContextOverflow(message: string): boolean {
  return WORDINGS.some((wording) => wording.test(message));
}

/** The advice that follows the endpoint's own message. */
export const OVERFLOW_ADVICE =
  'Use a model with a larger context window (or load a local model with a larger one), or make the skill load smaller files.';
