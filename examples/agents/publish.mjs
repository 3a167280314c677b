/** A tool that waits for a person, and whose result is the last word: no model call follows. */
export default {
  publish: {
    description: 'Publishes a text.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    needsApproval: true,
    execute({ text }, context) {
      context.actions.skipSummarization = true;
      return { published: text.length, at: 'nowhere: this is an example' };
    },
  },
};
