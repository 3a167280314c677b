import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Formats TypeScript and sorts its imports with Biome. Rejects if Biome cannot parse it. */
export async function formatCode(root: string, file: string, text: string): Promise<string> {
  const biome = createRequire(join(root, 'package.json')).resolve('@biomejs/biome/bin/biome');
  const child = spawn(process.execPath, [biome, 'check', '--write', `--stdin-file-path=${file}`], { cwd: root });
  let out = '';
  let error = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    out += data;
  });
  child.stderr.setEncoding('utf8').on('data', (data: string) => {
    error += data;
  });
  child.stdin.end(text);
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0 || out === '') throw new Error(`Biome cannot format ${file}: ${error}`);
  return out;
}
