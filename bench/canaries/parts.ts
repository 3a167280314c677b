/** Parts of scenarios: tools, servers and streams that return the content of a planted file. */
import { type Chance, FORMS } from './forms.ts';
import type { World } from './world.ts';

export interface Scene {
  readonly world: World;
  readonly secret: string;
  /** The secret in the form of this run. */
  readonly form: string;
  readonly chance: Chance;
}

/** The expected events that are missing: a scenario in which the secret is never at risk proves nothing. */
export type Problems = readonly string[];

export const problemUnless = (holds: boolean, what: string): Problems => (holds ? [] : [what]);

/** Splits a text into parts, as in a stream. */
export function inParts(text: string, chance: Chance): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = text.length > 5000 ? 4000 : 1 + Math.floor(chance() * 9);
    parts.push(text.slice(at, at + length));
    at += length;
  }
  return parts;
}

/**
 * Writes an agent `main` with a module whose tool `give` may request a credential, and returns the form as `how`
 * describes.
 */
export function writeModuleAgent({ world, form }: Scene, how: ModuleKind, credential: boolean): void {
  world.write('given.txt', form, true);
  const ask = credential ? "await context.requestCredential({ key: 'KEY', hint: 'Your key.' });" : '';
  const body: Record<ModuleKind, string> = {
    returns: 'return { said: form };',
    lines: "return { lines: form.split('\\n'), parts: form.match(/.{1,5}/gs) };",
    throws: 'throw new Error(form);',
    prints: `for (const part of form.match(/.{1,64}/gs)) process.stdout.write(part);
      process.stdout.write('\\n'); console.error('error: ' + form); return 'printed';`,
    state: "context.state.set('kept', form); context.state.set('temp:kept', form); return 'kept';",
    key: 'return { [form.slice(0, 500)]: 1 };',
    asks: "await context.requestConfirmation('Use ' + form.slice(0, 3000) + '?'); return 'yes';",
    number: 'return { said: form, environment: process.env };',
  };
  world.write(
    'tools.mjs',
    `import { readFileSync } from 'node:fs';
const form = readFileSync(new URL('./given.txt', import.meta.url), 'utf8');
export default { give: { description: 'Gives.', inputSchema: { type: 'object', properties: {} },
  async execute(input, context) { ${ask} ${body[how]} } } };
`,
  );
  world.write(
    '.skillwright.json',
    JSON.stringify({ agents: { main: { instruction: 'Call give.', tools: ['./tools.mjs'] } } }),
  );
}

export const MODULE_KINDS = ['returns', 'lines', 'throws', 'prints', 'state', 'key', 'asks', 'number'] as const;
export type ModuleKind = (typeof MODULE_KINDS)[number];

/** Writes an agent `main` with an MCP server over stdio, and its entry in `.vscode/mcp.json`. */
export function writeStdioServer({ world, form }: Scene, server: object, dies: boolean): void {
  world.write('given.txt', form, true);
  world.write(
    'server.mjs',
    `import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const form = readFileSync(new URL('./given.txt', import.meta.url), 'utf8');
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
process.stderr.write('starting with ' + form + '\\n');
${dies ? 'process.exit(3);' : ''}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } });
  else if (method === 'tools/list') answer(id, { tools: [{ name: 'give', description: 'Gives.', inputSchema: { type: 'object' } }] });
  else if (method === 'tools/call') {
    process.stderr.write(form + '\\n');
    answer(id, { content: form.match(/.{1,4000}/gs).map((text) => ({ type: 'text', text })), structuredContent: { environment: process.env, argv: process.argv, lines: form.split('\\n') } });
  }
});
`,
  );
  world.write(
    '.vscode/mcp.json',
    JSON.stringify({ servers: { s: { command: process.execPath, args: ['server.mjs'], ...server } } }),
    true,
  );
  world.write('.skillwright.json', JSON.stringify({ agents: { main: { instruction: 'Call give.', tools: ['s/*'] } } }));
}

/** Returns a form by its name. */
export function formOf(name: string, secret: string, chance: Chance): string {
  const make = FORMS[name];
  if (make === undefined) throw new Error(`no form ${name}`);
  return make(secret, chance);
}
