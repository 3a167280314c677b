/** What to do where an endpoint wants a key: VS Code has a command for it, the terminal an option. */

let inEditor = false;

/** This process was started by VS Code: from now on its messages name what is there, first. */
export function adviseInEditor(): void {
  inEditor = true;
}

/** An endpoint turned a request without a key away. `said`: its status and its words. */
export function keyMissing(origin: string, said: string): string {
  return inEditor
    ? `Set a key with "Skillwright: Set API Key": ${origin} turned the request without one away (${said}).`
    : `${origin} turned the request away, and no key was sent: ${said}. Name the variable that holds the key with --api-key-env. In VS Code: "Skillwright: Set API Key".`;
}

/** An endpoint refused the key that was sent. `said`: its status and its words. */
export function keyRefused(origin: string, said: string): string {
  return inEditor
    ? `Set another key with "Skillwright: Set API Key": ${origin} refused the key that was sent (${said}).`
    : `The model's provider refused the key: ${said}. Check the API key.`;
}
