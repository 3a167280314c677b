/** `generateText` of `ai`, its leaner way: no streaming, nothing is stored. */
import { aiLoop } from './ai-loop.mjs';

export default aiLoop((ai, options) => ai.generateText(options));
