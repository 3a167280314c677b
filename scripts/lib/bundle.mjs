/** One run of esbuild, with its messages printed. */
import * as esbuild from 'esbuild';
import { describeSize, dropOldPieces, editorTestBundles } from './bundles.mjs';

/**
 * @param {string} name
 * @param {esbuild.BuildOptions} options
 * @param {boolean} quiet
 * @returns {Promise<esbuild.Metafile | undefined>} undefined if it failed; its errors have been printed
 */
export async function bundleOnce(name, options, quiet) {
  try {
    const result = await esbuild.build(options);
    await report(result.warnings, 'warning');
    if (result.metafile) dropOldPieces(result.metafile);
    if (!quiet && result.metafile) console.log(`  ${name.padEnd(10)} ${describeSize(result.metafile)}`);
    return result.metafile;
  } catch (error) {
    if (!(error instanceof Error && 'errors' in error)) throw error;
    await report(/** @type {esbuild.BuildFailure} */ (error).errors, 'error');
    return undefined;
  }
}

/**
 * Bundles the tests that run inside VS Code.
 * @param {string} outdir absolute, inside the checkout, where Mocha is found
 * @returns {Promise<boolean>} false if that failed; the errors have been printed
 */
export async function buildEditorTests(outdir) {
  return (await bundleOnce('tests', editorTestBundles(outdir), true)) !== undefined;
}

/**
 * @param {readonly esbuild.Message[]} messages
 * @param {'error' | 'warning'} kind
 */
export async function report(messages, kind) {
  if (messages.length === 0) return;
  const color = Boolean(process.stderr.isTTY);
  console.error((await esbuild.formatMessages([...messages], { kind, color })).join('\n'));
}
