/** A toolset behind a sign-in: it asks for a credential before it says which tools there are, so before any model call. */
export default async ({ requestCredential }) => {
  await requestCredential({ key: 'club', hint: 'Your membership number' });
  return {
    opening_hours: {
      description: 'When the club is open.',
      execute: () => ({ open: '09:00', close: '18:00' }),
    },
  };
};
