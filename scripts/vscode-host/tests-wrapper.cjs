/**
 * Runs inside the extension host, around the tests. VS Code's own log hook delivers unformatted lines mixed with its
 * logs, and reports success when the extension host dies. Therefore the output of the tests goes to a file that the shim
 * reads, and their verdict to another.
 */
const { Console } = require('node:console');
const { openSync, writeFileSync, writeSync } = require('node:fs');
const { Writable } = require('node:stream');

/**
 * @param {{ tests: string, output: string, done: string }} options `tests`: module that exports `run(): Promise<void>`
 * @returns {Promise<void>} rejects if the tests do
 */
exports.run = async ({ tests, output, done }) => {
  const descriptor = openSync(output, 'a');
  const writer = () =>
    new Writable({
      decodeStrings: false,
      write(chunk, _encoding, next) {
        writeSync(descriptor, chunk);
        next();
      },
    });
  const [stdout, stderr] = [writer(), writer()];
  Object.defineProperty(process, 'stdout', { configurable: true, value: stdout });
  Object.defineProperty(process, 'stderr', { configurable: true, value: stderr });
  globalThis.console = new Console({ stdout, stderr });
  try {
    await require(tests).run();
    writeFileSync(done, '0');
  } catch (error) {
    writeFileSync(done, '1');
    // The extension host prints it.
    throw error;
  }
};
