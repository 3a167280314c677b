/** `generateText` of `ai`, its lighter way: no streaming, no storage. */
import { aiLoop } from './ai-loop.mjs';

export default aiLoop((ai, options) => ai.generateText(options));
