/**
 * An agent of @google/adk with its SkillToolset and an endpoint with OpenAI's chat completions: `node adk-agent.mjs
 * MODULES URL SKILL`. Prints how it ended. Its model interface is Gemini's, so the messages are translated one to one;
 * nothing else is added or left out.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules = '', url = '', skill = ''] = process.argv.slice(2);
const adk = await import(pathToFileURL(join(resolve(modules), 'node_modules/@google/adk/dist/esm/index.js')).href);

const text = (content) =>
  typeof content === 'string' ? content : (content?.parts ?? []).map((part) => part.text ?? '').join('');

/** Converts Gemini's contents to chat messages. */
function messagesOf({ contents, config }) {
  const messages = [];
  if (config?.systemInstruction) messages.push({ role: 'system', content: text(config.systemInstruction) });
  for (const content of contents) {
    const calls = (content.parts ?? []).filter((part) => part.functionCall);
    const responses = (content.parts ?? []).filter((part) => part.functionResponse);
    for (const {
      functionResponse: { id, name, response },
    } of responses)
      messages.push({ role: 'tool', tool_call_id: id ?? name, content: JSON.stringify(response) });
    if (calls.length > 0)
      messages.push({
        role: 'assistant',
        content: text(content) || null,
        tool_calls: calls.map(({ functionCall: { id, name, args } }) => ({
          id: id ?? name,
          type: 'function',
          function: { name, arguments: JSON.stringify(args ?? {}) },
        })),
      });
    else if (responses.length === 0)
      messages.push({ role: content.role === 'model' ? 'assistant' : 'user', content: text(content) });
  }
  return messages;
}

/** Converts the chunks of a streamed answer to one content. */
function contentOf(stream) {
  const calls = [];
  let said = '';
  for (const line of stream.split('\n')) {
    if (!line.startsWith('data: {')) continue;
    const { delta } = JSON.parse(line.slice(6)).choices?.[0] ?? {};
    said += delta?.content ?? '';
    for (const { index, id, function: { name, arguments: part } = {} } of delta?.tool_calls ?? []) {
      calls[index] ??= { id, name, args: '' };
      calls[index].args += part ?? '';
    }
  }
  const parts = calls.map(({ id, name, args }) => ({ functionCall: { id, name, args: JSON.parse(args || '{}') } }));
  return { role: 'model', parts: said === '' ? parts : [{ text: said }, ...parts] };
}

class Endpoint extends adk.BaseLlm {
  async *generateContentAsync(request) {
    const declared = (request.config?.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []);
    const tools = declared.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    }));
    const body = {
      model: 'm',
      stream: true,
      messages: messagesOf(request),
      tools: tools.length > 0 ? tools : undefined,
    };
    const response = await fetch(`${url}/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
    yield { content: contentOf(await response.text()), turnComplete: true };
  }
  connect() {
    return Promise.reject(new Error('not live'));
  }
}

adk.setLogLevel?.(adk.LogLevel?.ERROR);
const agent = new adk.LlmAgent({
  name: 'agent',
  model: new Endpoint({ model: 'm' }),
  instruction: '',
  tools: [new adk.SkillToolset([await adk.loadSkillFromDir(skill)])],
});
const sessionService = new adk.InMemorySessionService();
const runner = new adk.Runner({ appName: 'bench', agent, sessionService });
const session = await sessionService.createSession({ appName: 'bench', userId: 'u' });
let last = 'final';
try {
  const newMessage = { role: 'user', parts: [{ text: 'Please use the skill.' }] };
  for await (const event of runner.runAsync({ userId: 'u', sessionId: session.id, newMessage }))
    if (event.errorCode || event.errorMessage) last = `${event.errorCode}: ${event.errorMessage}`;
} catch (error) {
  last = String(error?.message ?? error);
}
console.log(JSON.stringify({ ended: last }));
process.exit(0);
