import { dirname, isAbsolute, join, resolve } from 'node:path';
import stripJsonComments from 'strip-json-comments';
import { z } from 'zod';
import { diskFiles } from '../../skill/disk.ts';
import { messageOf } from '../errors.ts';
import { secretsOfServer } from '../journal/secret-sources.ts';
import { isCommonVariable } from '../protocol/environment.ts';
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

/** Reads the server `name` of the nearest `.vscode/mcp.json` from `folder` upwards. */
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
  const server = entry.safeParse(parsed.data.servers[name]);
  if (!server.success) return failed(`the server '${name}': ${issuesOf(server.error)}`);
  const fill = variables(dirname(dirname(path)));
  const filled = serverOf(server.data, fill, dirname(dirname(path)));
  if (typeof filled === 'string') return failed(`the server '${name}' ${filled}`);
  if (fill.missing.length > 0) return failed(`the server '${name}' requires ${fill.missing.join(', ')}`);
  // A token written literally in the file is a secret, too.
  return { kind: 'server', server: filled, file: path, secrets: [...fill.secrets, ...secretsOfServer(filled)] };
}

/** Returns the server, or the problem with it. */
function serverOf(written: z.infer<typeof entry>, fill: Variables, workspace: string): McpServer | string {
  if (written.url !== undefined) {
    const url = fill.substitute(written.url);
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return 'has no http(s) address';
    const headers = Object.fromEntries(
      Object.entries(written.headers).map(([key, value]) => [key, fill.substitute(value)]),
    );
    return { kind: 'http', url: new URL(url), headers };
  }
  if (written.command === undefined) return 'has neither a command nor a url';
  if (written.envFile !== undefined) return 'has an envFile, which is not supported: set the variables in env';
  const env: Record<string, string> = {};
  for (const [key, value] of Object.entries(written.env)) if (value !== null) env[key] = fill.substitute(String(value));
  const cwd = written.cwd === undefined ? workspace : fill.substitute(written.cwd);
  return {
    kind: 'stdio',
    command: fill.substitute(written.command),
    args: written.args.map((arg) => fill.substitute(arg)),
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
function variables(workspace: string): Variables {
  const missing: string[] = [];
  const secrets: string[] = [];
  return {
    missing,
    secrets,
    substitute: (text) =>
      text.replace(/\$\{([^}]*)\}/g, (written, name: string) => {
        if (name === 'workspaceFolder') return workspace;
        if (name === 'userHome') return process.env.HOME ?? process.env.USERPROFILE ?? written;
        const variable = /^env:(.+)$/.exec(name)?.[1];
        const value = variable === undefined ? undefined : process.env[variable];
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
        return written;
      }),
  };
}

function issuesOf(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.map(String).join('.') || 'the file'}: ${issue.message}`).join('; ');
}
