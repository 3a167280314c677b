/** `streamText` of `ai`, which streams like ours and stores nothing. */
import { aiLoop } from './ai-loop.mjs';

export default aiLoop((ai, options) => ai.streamText(options).consumeStream());
