/** Returns the message of an error that a runtime process answered with, or that its connection ended with. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns the error as the failure of a query. */
export const failed = (error: unknown) => ({ kind: 'failed' as const, message: errorMessage(error) });
