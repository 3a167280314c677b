/** Reads MCP servers from `.vscode/mcp.json`. */
import { dirname, isAbsolute, join, resolve } from 'node:path';
import stripJsonComments from 'strip-json-comments';
import { z } from 'zod';
import { diskFiles } from '../../skill/disk.ts';
import { own, setOwn } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import { secretsOfServer } from '../journal/secret-sources.ts';
import { isCommonVariable } from '../secrets/split-environment.ts';
import { findUpwards } from './find-upwards.ts';

const entry = z.object({
  type: z.enum(['stdio', 'http', 'sse']).optional(),
  command: z.string().optional(),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).default({}),
  envFile: z.string().optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
});
const file = z.object({ servers: z.record(z.string(), z.unknown()).default({}) });

/** The connection to a server, with all variables substituted. */
export type McpServer =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | { readonly kind: 'http'; readonly url: URL; readonly headers: Readonly<Record<string, string>> };

export type McpServerResult =
  /** `file` defines it. `secrets` are values from the environment, headers, and other values that look like secrets. */
  | { readonly kind: 'server'; readonly server: McpServer; readonly file: string; readonly secrets: readonly string[] }
  /** The file has no such server, or there is no file. */
  | { readonly kind: 'unknown'; readonly file: string | undefined; readonly known: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

/** Reads the server `name` from the nearest `.vscode/mcp.json` from `folder` upwards. */
export function readMcpServer(name: string, folder: string): McpServerResult {
  const path = findUpwards(folder, join('.vscode', 'mcp.json'));
  if (path === undefined) return { kind: 'unknown', file: undefined, known: [] };
  const failed = (message: string): McpServerResult => ({ kind: 'failed', message: `${path}: ${message}` });
  const read = diskFiles().read(path.replaceAll('\\', '/'));
  if (read.kind !== 'text') return failed('it cannot be read as text');
  let value: unknown;
  try {
    // VS Code allows comments and trailing commas in this file.
    value = JSON.parse(stripJsonComments(read.text.replace(/^\uFEFF/, ''), { trailingCommas: true }));
  } catch (error) {
    return failed(`it is not JSON: ${messageOf(error)}`);
  }
  const parsed = file.safeParse(value);
  if (!parsed.success) return failed(issuesOf(parsed.error));
  const known = Object.keys(parsed.data.servers);
  if (!Object.hasOwn(parsed.data.servers, name)) return { kind: 'unknown', file: path, known };
  const server = entry.safeParse(own(parsed.data.servers, name));
  if (!server.success) return failed(`the server '${name}': ${issuesOf(server.error)}`);
  const variables = createVariables(dirname(dirname(path)));
  const connection = serverOf(server.data, variables, dirname(dirname(path)));
  if (typeof connection === 'string') return failed(`the server '${name}' ${connection}`);
  if (variables.missing.length > 0) return failed(`the server '${name}' requires ${variables.missing.join(', ')}`);
  // A token written literally in the file is a secret, too.
  return {
    kind: 'server',
    server: connection,
    file: path,
    secrets: [...variables.secrets, ...secretsOfServer(connection)],
  };
}

/** Returns the server, or the problem with it. */
function serverOf(config: z.infer<typeof entry>, variables: Variables, workspace: string): McpServer | string {
  if (config.url !== undefined) {
    const url = variables.substitute(config.url);
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return 'has no http(s) address';
    const headers = Object.fromEntries(
      Object.entries(config.headers).map(([key, value]) => [key, variables.substitute(value)]),
    );
    return { kind: 'http', url: new URL(url), headers };
  }
  if (config.command === undefined) return 'has neither a command nor a url';
  if (config.envFile !== undefined) return 'has an envFile, which is not supported: set the variables in env';
  const env: Record<string, string> = {};
  for (const [key, value] of Object.entries(config.env))
    if (value !== null) setOwn(env, key, variables.substitute(String(value)));
  const cwd = config.cwd === undefined ? workspace : variables.substitute(config.cwd);
  return {
    kind: 'stdio',
    command: variables.substitute(config.command),
    args: config.args.map((arg) => variables.substitute(arg)),
    env,
    cwd: isAbsolute(cwd) ? cwd : resolve(workspace, cwd),
  };
}

interface Variables {
  substitute(text: string): string;
  readonly missing: readonly string[];
  readonly secrets: readonly string[];
}

/** VS Code's variables: `${workspaceFolder}`, `${userHome}`, `${env:NAME}`. Only VS Code can prompt for an `${input:ID}`. */
function createVariables(workspace: string): Variables {
  const missing: string[] = [];
  const secrets: string[] = [];
  return {
    missing,
    secrets,
    substitute: (text) =>
      text.replace(/\$\{([^}]*)\}/g, (placeholder, name: string) => {
        if (name === 'workspaceFolder') return workspace;
        if (name === 'userHome') return process.env.HOME ?? process.env.USERPROFILE ?? placeholder;
        const variable = /^env:(.+)$/.exec(name)?.[1];
        const value = variable === undefined ? undefined : own(process.env, variable);
        if (value !== undefined) {
          // Common variables are not secret: the home folder, for example, is part of every path.
          if (variable === undefined || !isCommonVariable(variable)) secrets.push(value);
          return value;
        }
        missing.push(
          variable === undefined
            ? `\${${name}}, which only VS Code can fill in; use \${env:NAME} instead`
            : `the environment variable ${variable}, which is not set`,
        );
        return placeholder;
      }),
  };
}

function issuesOf(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.map(String).join('.') || 'the file'}: ${issue.message}`).join('; ');
}
