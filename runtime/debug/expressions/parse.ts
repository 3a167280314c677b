import { type Token, tokenize } from './tokens.ts';

/** The comparison operators. */
export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'matches';

/** A parsed expression. */
export type Expression =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'path'; readonly keys: readonly (string | number)[] }
  | { readonly kind: 'not'; readonly operand: Expression }
  | {
      readonly kind: 'compare';
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression };

/** The parsed expression, or what is wrong with it. */
export type ParseResult =
  | { readonly kind: 'parsed'; readonly expression: Expression }
  | { readonly kind: 'failed'; readonly message: string };

const OPERATORS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'contains', 'matches']);
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Maximum number of characters of a token in a message. */
const MAX_SHOWN = 20;

/** Maximum nesting of `(` and `!`, so that no expression exhausts the stack. */
const MAX_DEPTH = 50;

/** Maximum length in characters: a chain such as `a && a` nests as deeply as it has parts. */
const MAX_LENGTH = 10_000;

/**
 * Parses an expression: paths such as `args.file_path` or `messages[0].content`, strings, numbers, comparisons with `==`,
 * `!=`, `<`, `<=`, `>`, `>=`, `contains` and `matches` (a glob), and `&&`, `||`, `!` and parentheses. There are no calls and
 * no assignments, so evaluating one never runs any code.
 */
export function parseExpression(text: string): ParseResult {
  if (text.length > MAX_LENGTH) return failed(`it is longer than ${MAX_LENGTH.toLocaleString('en-US')} characters`);
  const tokens = tokenize(text);
  if ('unexpected' in tokens) return failed(`unexpected '${tokens.unexpected}'`);
  const parser = new Parser(tokens);
  try {
    return { kind: 'parsed', expression: parser.parse() };
  } catch (error) {
    if (error instanceof SyntaxProblem) return failed(error.message);
    throw error;
  }
}

function failed(why: string): ParseResult {
  return { kind: 'failed', message: `Use paths and comparisons, as in args.path == "a.md": ${why}.` };
}

class SyntaxProblem extends Error {}

class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;
  private depth = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  parse(): Expression {
    const expression = this.either();
    const rest = this.tokens[this.at];
    if (rest !== undefined) throw new SyntaxProblem(`unexpected ${describe(rest)}`);
    return expression;
  }

  private either(): Expression {
    let left = this.both();
    while (this.accept('||')) left = { kind: 'or', left, right: this.both() };
    return left;
  }

  private both(): Expression {
    let left = this.comparison();
    while (this.accept('&&')) left = { kind: 'and', left, right: this.comparison() };
    return left;
  }

  private comparison(): Expression {
    const left = this.operand();
    const next = this.tokens[this.at];
    if (next === undefined || next.kind === 'value' || !OPERATORS.has(next.text)) return left;
    this.at++;
    return { kind: 'compare', operator: next.text as Operator, left, right: this.operand() };
  }

  private operand(): Expression {
    if (++this.depth > MAX_DEPTH) throw new SyntaxProblem('it is nested too deeply');
    const operand = this.nested();
    this.depth--;
    return operand;
  }

  private nested(): Expression {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new SyntaxProblem('it ends too early');
    if (token.kind === 'value') return token;
    if (token.kind === 'name') {
      const word = WORDS.get(token.text);
      return word === undefined ? this.path(token.text) : { kind: 'value', value: word };
    }
    if (token.text === '!') return { kind: 'not', operand: this.operand() };
    if (token.text !== '(') throw new SyntaxProblem(`unexpected ${describe(token)}`);
    const inner = this.either();
    if (!this.accept(')')) throw new SyntaxProblem("a ')' is missing");
    return inner;
  }

  private path(first: string): Expression {
    const keys: (string | number)[] = [first];
    for (;;) {
      if (this.accept('.')) {
        const name = this.tokens[this.at++];
        if (name?.kind !== 'name') throw new SyntaxProblem("a name is missing after '.'");
        keys.push(name.text);
      } else if (this.accept('[')) {
        const key = this.tokens[this.at++];
        if (key?.kind !== 'value') throw new SyntaxProblem("a number or a string is missing after '['");
        keys.push(key.value);
        if (!this.accept(']')) throw new SyntaxProblem("a ']' is missing");
      } else return { kind: 'path', keys };
    }
  }

  private accept(symbol: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== 'symbol' || token.text !== symbol) return false;
    this.at++;
    return true;
  }
}

function describe(token: Token): string {
  const text = String(token.kind === 'value' ? token.value : token.text);
  return `'${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}'`;
}
