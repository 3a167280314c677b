/** Two tools that wait for a person. They differ in one thing: whether the result is the last word. */
const tool = (description, more) => ({
  description,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  needsApproval: true,
  execute({ text }, context) {
    more?.(context);
    return { published: text.length, at: 'nowhere: this is an example' };
  },
});

export default {
  publish: tool('Publishes a text.', (context) => {
    // The last word: no model call follows, though a person was asked in between.
    context.actions.skipSummarization = true;
  }),
  publish_and_report: tool('Publishes a text; then say that it is published.'),
};
