import {
  type Expression,
  isAsExpression,
  isBinaryExpression,
  isConditionalExpression,
  isJsxSpreadAttribute,
  isNonNullExpression,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isSatisfiesExpression,
  isSpreadAssignment,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';

/** A spread of an object literal in another one, or in the attributes of JSX. */
export interface LiteralSpread {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

const CHOICES = new Set([SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken, SyntaxKind.QuestionQuestionToken]);

/**
 * Finds spreads of object literals: `...{ a }`, `...(x ? { a } : {})`, `...(x && { a })`. The compiler reports an unknown
 * field of a literal only where the literal itself meets a type, so it accepts any misspelt optional field in a spread.
 */
export function findLiteralSpreads(file: SourceFile): readonly LiteralSpread[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if ((isSpreadAssignment(node) || isJsxSpreadAttribute(node)) && mayBeLiteral(node.expression)) found.push(node);
    node.forEachChild(visit);
  };
  visit(file);
  return found.map((node) => {
    const before = file.text.slice(0, node.getStart(file)).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, text: node.getText(file) };
  });
}

/** True if the value of an expression may be that of a literal in it. */
function mayBeLiteral(value: Expression): boolean {
  if (isParenthesizedExpression(value) || isAsExpression(value)) return mayBeLiteral(value.expression);
  if (isSatisfiesExpression(value) || isNonNullExpression(value)) return mayBeLiteral(value.expression);
  if (isConditionalExpression(value)) return mayBeLiteral(value.whenTrue) || mayBeLiteral(value.whenFalse);
  if (isBinaryExpression(value) && CHOICES.has(value.operatorToken.kind))
    return mayBeLiteral(value.left) || mayBeLiteral(value.right);
  return isObjectLiteralExpression(value);
}
