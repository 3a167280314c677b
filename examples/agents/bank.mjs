/**
 * Two tools that need a credential, which a person gives once and which is written nowhere. They differ in one thing:
 * whether the result is the last word.
 */
async function balance({ requestCredential }) {
  const token = await requestCredential({ key: 'bank', hint: 'The token of your bank account' });
  // A real tool would send it to the bank.
  return { balance: 1203.5, currency: 'EUR', signedIn: token.length > 0 };
}

export default {
  show_balance: {
    description: 'Shows the balance of the account.',
    async execute(_input, context) {
      context.actions.skipSummarization = true;
      return balance(context);
    },
  },
  tell_balance: {
    description: 'The balance of the account, for an answer in words.',
    execute: (_input, context) => balance(context),
  },
};
