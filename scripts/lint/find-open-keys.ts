import {
  type Expression,
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isComputedPropertyName,
  isDeleteExpression,
  isElementAccessExpression,
  isIdentifier,
  isNonNullExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isSatisfiesExpression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';

/** A place where an object is indexed by a text that may be any, such as `__proto__` or `constructor`. */
export interface OpenKey {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** Functions that read or write a property by name, including an inherited one. */
const BY_NAME = new Set(['Reflect.get', 'Reflect.has', 'Reflect.set']);
const ALLOWED = /open-key-ok: \S/;

/**
 * Finds objects that are indexed by a text of an open type: `table[name]`, `name in table`, `const { [name]: x } = table`,
 * `Reflect.get(table, name)`. They find inherited properties, and writing to `__proto__` replaces the prototype. Keys of
 * a closed type (`'a' | 'b'`), numbers and symbols are allowed, but not a text that is only asserted to have such a type.
 * Also finds `Object.assign` of an object with any keys. A place is allowed by a comment `open-key-ok: reason` on its line
 * or on the line above.
 */
export function findOpenKeys(checker: Checker, file: SourceFile): readonly OpenKey[] {
  const keys: { readonly place: Node; readonly key: Expression }[] = [];
  const copies: { readonly place: Node; readonly source: Expression }[] = [];
  const visit = (node: Node): void => {
    const key = keyIn(node);
    if (key !== undefined && !isConstant(withoutAssertions(key)))
      keys.push({ place: node, key: withoutAssertions(key) });
    for (const source of copiedBy(node)) copies.push({ place: node, source });
    node.forEachChild(visit);
  };
  visit(file);
  // One request for all, because each takes a round trip to the compiler.
  const keyTypes = keys.length === 0 ? [] : checker.getTypeAtLocation(keys.map(({ key }) => key));
  const found = [
    ...keys.filter((_, index) => isOpen(checker, keyTypes[index])),
    ...copies.filter(({ source }) => hasAnyKeys(checker, checker.getTypeAtLocation(source))),
  ];
  const lines = file.text.split('\n');
  return found.flatMap(({ place }) => {
    const start = place.getStart(file);
    const before = file.text.slice(0, start).split('\n');
    const line = before.length;
    if (ALLOWED.test(lines[line - 1] ?? '') || ALLOWED.test(lines[line - 2] ?? '')) return [];
    return [{ line, column: (before.at(-1)?.length ?? 0) + 1, text: place.getText(file) }];
  });
}

/** Returns the key with which a node reads or writes a property, if it is an expression. */
function keyIn(node: Node): Expression | undefined {
  if (isElementAccessExpression(node)) {
    // Only own properties are deleted.
    return isDeleteExpression(node.parent) ? undefined : node.argumentExpression;
  }
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword) return node.left;
  if (isBindingElement(node) && node.propertyName !== undefined && isComputedPropertyName(node.propertyName))
    return node.propertyName.expression;
  if (isCallExpression(node) && BY_NAME.has(calledBy(node.expression))) return node.arguments[1];
  return undefined;
}

/** Returns the objects that `Object.assign` copies; each assignment to `__proto__` replaces the prototype. */
function copiedBy(node: Node): readonly Expression[] {
  return isCallExpression(node) && calledBy(node.expression) === 'Object.assign' ? node.arguments.slice(1) : [];
}

function calledBy(node: Node): string {
  if (!isPropertyAccessExpression(node) || !isIdentifier(node.expression)) return '';
  return `${node.expression.text}.${node.name.text}`;
}

function withoutAssertions(key: Expression): Expression {
  if (isAsExpression(key) || isSatisfiesExpression(key) || isNonNullExpression(key) || isParenthesizedExpression(key))
    return withoutAssertions(key.expression);
  return key;
}

function isConstant(key: Expression): boolean {
  return (
    key.kind === SyntaxKind.StringLiteral ||
    key.kind === SyntaxKind.NumericLiteral ||
    key.kind === SyntaxKind.PrivateIdentifier
  );
}

const OPEN = TypeFlags.Any | TypeFlags.Unknown | TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping;
const GENERIC =
  TypeFlags.TypeParameter | TypeFlags.Index | TypeFlags.IndexedAccess | TypeFlags.Conditional | TypeFlags.Substitution;

/** True if values of the type may be any text. */
function isOpen(checker: Checker, type: Type | undefined): boolean {
  if (type === undefined || (type.flags & OPEN) !== 0) return true;
  if (type.isUnionType() || type.isIntersectionType()) return type.getTypes().some((one) => isOpen(checker, one));
  if ((type.flags & GENERIC) === 0) return false;
  const constraint = checker.getBaseConstraintOfType(type);
  return constraint === undefined || constraint.id === type.id || isOpen(checker, constraint);
}

function hasAnyKeys(checker: Checker, type: Type | undefined): boolean {
  if (type === undefined || (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0) return true;
  if (type.isUnionType() || type.isIntersectionType()) return type.getTypes().some((one) => hasAnyKeys(checker, one));
  return checker.getIndexInfosOfType(type).some(({ keyType }) => (keyType.flags & TypeFlags.String) !== 0);
}
