/** Advice for endpoints that require a key: VS Code has a command for it, the terminal an option. */

let inEditor = false;

/** Makes messages name VS Code's command first. Called once by a process that VS Code started. */
export function useEditorAdvice(): void {
  inEditor = true;
}

/** Returns the message for an endpoint that rejected a request without a key. `reply` is its status and reply. */
export function missingKeyMessage(origin: string, reply: string): string {
  return inEditor
    ? `Set a key with "Skillwright: Set API Key": ${origin} rejected the request without one (${reply}).`
    : `Name the variable that holds the key with --api-key-env, or in VS Code use "Skillwright: Set API Key": ${origin} rejected the request without a key (${reply}).`;
}

/** Returns the message for an endpoint that refused the key it was sent. `reply` is its status and reply. */
export function refusedKeyMessage(origin: string, reply: string): string {
  return inEditor
    ? `Set another key with "Skillwright: Set API Key": ${origin} refused the key that was sent (${reply}).`
    : `Check the API key: ${origin} refused it (${reply}).`;
}
