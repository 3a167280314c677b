/** `streamText` of `ai`: it streams as ours does; nothing is stored. */
import { aiLoop } from './ai-loop.mjs';

export default aiLoop((ai, options) => ai.streamText(options).consumeStream());
