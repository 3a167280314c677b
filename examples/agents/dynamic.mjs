/**
 * A toolset that changes while it is used, without any skill: the function is asked before every model call. What a tool
 * writes to state adds a tool at the next call, within the same prompt.
 */
const box = {
  count_words: {
    description: 'Counts the words of a text.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    execute: ({ text }) => ({ words: text.trim().split(/\s+/).length }),
  },
};

export default ({ state }) => ({
  open_toolbox: {
    description: 'Makes more tools available from the next step on.',
    execute(_input, context) {
      context.state.set('open_tools', Object.keys(box));
      return 'The toolbox is open.';
    },
  },
  ...Object.fromEntries((state.get('open_tools') ?? []).map((name) => [name, box[name]])),
});
