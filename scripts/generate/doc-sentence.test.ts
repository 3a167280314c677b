import { describe, expect, it } from 'vitest';
import { sentenceOfReadme, sentenceOfSource } from './doc-sentence.ts';

describe('the sentence of a source file', () => {
  it.each<[string, string | undefined]>([
    ['/** Reads `a.b. c` from e.g. a file. Nothing else. */\nimport x from "x";', 'Reads `a.b. c` from e.g. a file'],
    [
      '// Note.\n\n/**\n * Reads a file, which\n * is long.\n * @param x y\n */\nimport x from "x";',
      'Reads a file, which is long',
    ],
    [
      'import x from "x";\n/** An option. */\nexport interface Options {}\n/** Reads. */\nexport async function read() {}',
      'Reads',
    ],
    ['/** Not exported. */\nconst a = 1;\n/** An option. */\nexport interface Options {}', 'Not exported'],
    [
      'import x from "x";\n/** Other. */\nexport function other() {}\n/** The file. */\nexport type TheFile = 1;',
      'The file',
    ],
    ['import x from "x";\n/** An option. */\nexport interface Options {}\nexport function read() {}', 'An option'],
    ['import x from "x";\n/** Hidden. */\nconst a = 1;\nexport function read() {}', undefined],
    ['import x from "x";\nexport const a = 1;', undefined],
  ])('%j', (text, sentence) => {
    expect(sentenceOfSource(text, 'a/the-file.ts')).toBe(sentence);
  });
});

describe('the sentence of a README', () => {
  it.each<[string, string | undefined]>([
    ['# a/\n\nReads files. And more.\n', 'Reads files'],
    ['# a: files\n\nReads files of\na folder:\n\n- one\n', 'Reads files of a folder'],
    ['# a/\n\n| file |\n', undefined],
    ['# a/\n', undefined],
    ['', undefined],
  ])('%j', (text, sentence) => {
    expect(sentenceOfReadme(text)).toBe(sentence);
  });
});
