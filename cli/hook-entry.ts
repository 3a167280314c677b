/**
 * Entry point of hooks, `dist/hook.cjs`: one file, without the command line's framework. What only a miss needs is packed into
 * a comment at its end, because compiling it would take longer than all else that a hook does; see `scripts/lib/bundles.mjs`.
 */
import { readFileSync } from 'node:fs';
import { type Answerer, runHook } from '../runtime/hooks/run-hook.ts';

const PACKED = '/*packed:';

runHook(process.argv.slice(2), async () => {
  const [{ brotliDecompressSync }, { compileFunction }] = [await import('node:zlib'), await import('node:vm')];
  const text = readFileSync(__filename, 'latin1');
  const packed = text.slice(text.lastIndexOf(PACKED) + PACKED.length, text.lastIndexOf('*/'));
  const code = brotliDecompressSync(Buffer.from(packed, 'base64')).toString('utf8');
  const module = { exports: {} as { answers: Answerer } };
  compileFunction(code, ['module', 'exports', 'require'], { filename: `${__filename}.packed` })(
    module,
    module.exports,
    require,
  );
  return module.exports.answers;
});
