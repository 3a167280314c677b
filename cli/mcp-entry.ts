/** Entry point of the MCP server in plugins, one file: `mcp.cjs [--root DIR]…`. */
import { serveMcp } from './mcp/serve.ts';

const args = process.argv.slice(2);
serveMcp({ root: args.filter((_, index) => args[index - 1] === '--root') });
