/** Another extension with a model: VS Code asks for consent before ours may use it. */
const vscode = require('vscode');

const model = {
  id: 'foreign-model',
  name: 'Foreign model',
  family: 'foreign',
  version: '1',
  maxInputTokens: 1000,
  maxOutputTokens: 1000,
  capabilities: { toolCalling: true },
  // Only Copilot's models and those of extensions with a proposed API ask for consent today.
  requiresAuthorization: true,
};

exports.activate = (context) => {
  const provider = {
    provideLanguageModelChatInformation: () => [model],
    provideLanguageModelChatResponse: async (_model, _messages, _options, progress) => {
      progress.report(new vscode.LanguageModelTextPart('No one asked the user.'));
    },
    provideTokenCount: async () => 1,
  };
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('skillwright-foreign', provider));
};
