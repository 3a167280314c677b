/**
 * How endpoints say that a request does not fit into the model's context window, each in words of its own. They are
 * matched on the message and the code of an error, so limits of rate ("too many tokens a minute") must not match.
 */
const WORDINGS: readonly RegExp[] = [
  // OpenAI's code, taken over by many; llama.cpp's.
  /context_length_exceeded|exceed_context_size_error|model_context_window_exceeded/i,
  // OpenAI's Responses API.
  /exceeds the context window/i,
  // OpenAI's chat completions, vLLM, Mistral, OpenRouter, DeepSeek.
  /maximum context length/i,
  // Anthropic; the second where the limit of the answer is what is too much.
  /prompt is too long/i,
  /exceed context limit/i,
  // Google.
  /input token count.*exceeds the maximum/i,
  // Bedrock, xAI, Groq.
  /input is too long for requested model/i,
  /maximum prompt length is \d/i,
  /reduce the length of the messages/i,
  // llama.cpp, Ollama, LM Studio in three versions.
  /exceeds the available context size/i,
  /input length exceeds the context length/i,
  /loaded with context length of only/i,
  /greater than the context length/i,
  /n_keep.*>= n_ctx/i,
];

export function isContextOverflow(said: string): boolean {
  return WORDINGS.some((wording) => wording.test(said));
}

/** What a person can do about it, after what the endpoint said. */
export const OVERFLOW_ADVICE =
  'Take a model with a larger window (of a local one: load it with more), or have the skill bring smaller files.';
