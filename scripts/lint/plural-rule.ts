/** A rule of ESLint: a count with a noun is formatted by a helper, because `${count} calls` is wrong for one. */
import type { Rule } from 'eslint';
import type { Node } from 'estree';

/** Plurals of what the product counts. */
const NOUNS = [
  ...[
    'agents',
    'assertions',
    'attempts',
    'bytes',
    'calls',
    'cases',
    'characters',
    'checks',
    'clients',
    'days',
    'errors',
  ],
  ...['events', 'files', 'findings', 'folders', 'hours', 'levels', 'lines', 'messages', 'minutes', 'misses', 'models'],
  ...['paths', 'places', 'points', 'problems', 'prompts', 'questions', 'records', 'requests', 'results', 'retries'],
  ...['rounds', 'rows', 'runs(?! commands)', 'scripts', 'seconds', 'sessions', 'skills', 'spans', 'steps', 'times'],
  ...['tokens', 'tools', 'trials', 'turns', 'votes', 'words', 'workers'],
];
const COUNTED = new RegExp(`^ (?:more |other |model |tool |equal |missing |missed )?(?:${NOUNS.join('|')})\\b`);

const MESSAGE = 'Use formatCount: the text is wrong for one.';

/** Reports counts before plurals, in template literals and in JSX, except for constants and where one is excluded before. */
export const pluralRule: Rule.RuleModule = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    TemplateLiteral(node) {
      for (const [index, quasi] of node.quasis.slice(1).entries()) {
        const count = node.expressions[index];
        if (count !== undefined && COUNTED.test(quasi.value.raw) && !isConstant(count) && !isGuarded(node))
          context.report({ node: quasi, message: MESSAGE });
      }
    },
    // The children of an element, once JSX is compiled.
    ArrayExpression({ elements }) {
      for (const [index, text] of elements.entries()) {
        const count = elements[index - 1];
        if (text?.type !== 'Literal' || typeof text.value !== 'string' || !COUNTED.test(text.value)) continue;
        if (count && !isConstant(count)) context.report({ node: text, message: MESSAGE });
      }
    },
  }),
};

/** True below a condition such as `count === 1 ? 'one file' : …`. */
function isGuarded(node: Rule.Node): boolean {
  for (let one = node; one.parent !== null && one.parent !== undefined; one = one.parent)
    if (one.parent.type === 'ConditionalExpression' && one.parent.alternate === one && excludesOne(one.parent.test))
      return true;
  return false;
}

function excludesOne(test: Node): boolean {
  if (test.type === 'LogicalExpression') return excludesOne(test.left) || excludesOne(test.right);
  return test.type === 'BinaryExpression' && test.operator === '===' && 'value' in test.right && test.right.value === 1;
}

/** True for a constant in capitals, also with an operator or in a call that formats it. */
function isConstant(node: Node): boolean {
  switch (node.type) {
    case 'Literal':
      return true;
    case 'Identifier':
      return /^[A-Z][A-Z\d_]*$/.test(node.name);
    case 'BinaryExpression':
      return isConstant(node.left) && isConstant(node.right);
    case 'MemberExpression':
      return isConstant(node.object);
    case 'CallExpression':
      return node.callee.type === 'MemberExpression'
        ? isConstant(node.callee.object)
        : node.arguments.every(isConstant);
    default:
      return false;
  }
}
