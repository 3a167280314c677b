/** The tests of files and texts that conditions of a shell consist of. */
import type { TestExpression, Word } from 'unbash';
import type { DryFiles } from './dry-files.ts';
import { NotSimulated } from './not-simulated.ts';

/** Returns the result of a test of a file, such as `-f`. */
export function holdsFor(operator: string, path: string, files: DryFiles): boolean {
  const kind = files.kind(path);
  switch (operator) {
    case '-e':
    case '-r':
      return kind !== 'missing';
    case '-d':
      return kind === 'folder';
    case '-f':
      return kind === 'file';
    case '-x':
      return kind === 'folder' || (kind === 'file' && files.isExecutable(path));
    case '-s':
      return kind === 'folder' || (kind === 'file' && files.text(path) !== '');
    default:
      throw new NotSimulated('the condition is not evaluated');
  }
}

/** Returns the result of `[[ … ]]`. `resolve` expands a word to an absolute path. */
export function holds(expression: TestExpression, resolve: (word: Word) => string, files: DryFiles): boolean {
  switch (expression.type) {
    case 'TestUnary':
      return holdsFor(expression.operator, resolve(expression.operand), files);
    case 'TestNot':
      return holds(expression.operand, resolve, files) === (expression.negations.length % 2 === 0);
    case 'TestGroup':
      return holds(expression.expression, resolve, files);
    case 'TestLogical':
      return expression.operator === '&&'
        ? expression.operands.every((one) => holds(one, resolve, files))
        : expression.operands.some((one) => holds(one, resolve, files));
    case 'TestBinary':
      throw new NotSimulated('the condition is not evaluated');
  }
}
