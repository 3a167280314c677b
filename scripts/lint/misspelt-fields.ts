/** Misspells optional fields of the product's object literals, and asks the compiler whether it notices. */
import { join, relative } from 'node:path';
import {
  isIdentifier,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isStatement,
  type Node,
  type ObjectLiteralExpression,
} from 'typescript/unstable/ast';
import { API, type Checker, type Project, type Snapshot, SymbolFlags } from 'typescript/unstable/sync';

const root = join(import.meta.dirname, '../..');
/** The innermost first: the compiler does not check a file in a project that only refers to its own. */
const PROJECTS = ['client/timeline', 'client/saved-page', 'skill', 'server', 'runtime', 'client', 'cli'];
/** Tests, and what only they use. */
const EXEMPT = /\.test\.tsx?$|\.d\.ts$|\/(?:equipment|fixtures)\//;

/** An optional field that an object literal sets. */
export interface OptionalField {
  readonly name: string;
  /** Relative to the checkout. */
  readonly file: string;
  readonly project: string;
  readonly text: string;
  /** The offset of the name. */
  readonly start: number;
  readonly isShorthand: boolean;
  /** The innermost statement around it. */
  readonly statement: { readonly start: number; readonly end: number };
}

/** A compiler with the product's projects. */
export interface Compiler {
  /** Returns a project by its folder. */
  open(project: string): Project;
  /** Gives files these texts, by their absolute paths, until the next call. */
  replace(texts: ReadonlyMap<string, string>): void;
  [Symbol.dispose](): void;
}

/**
 * Returns the optional fields of all literals whose type accepts no others: one with an index signature accepts any.
 * @param take returns the files of a project to look into: all by default
 */
export function findOptionalFields(
  compiler: Compiler,
  take: (files: readonly string[]) => readonly string[] = (files) => files,
): readonly OptionalField[] {
  const seen = new Set<string>();
  return PROJECTS.flatMap((project) => {
    const opened = compiler.open(project);
    const own = opened.program.getSourceFileNames().filter((name) => {
      const file = relative(root, name);
      return file.startsWith(`${project}/`) && !EXEMPT.test(name) && !seen.has(name);
    });
    for (const name of own) seen.add(name);
    return take(own).flatMap((name) => fieldsIn(opened, project, name));
  });
}

function fieldsIn({ program, checker }: Project, project: string, name: string): readonly OptionalField[] {
  const source = program.getSourceFile(name);
  if (source === undefined) return [];
  const fields: OptionalField[] = [];
  const visit = (node: Node, statement: Node): void => {
    const around = isStatement(node) ? node : statement;
    if (isObjectLiteralExpression(node)) {
      const isOptional = optionalIn(checker, node);
      for (const one of node.properties) {
        const isShorthand = isShorthandPropertyAssignment(one);
        if ((!isShorthand && !isPropertyAssignment(one)) || !isIdentifier(one.name) || !isOptional(one.name.text))
          continue;
        fields.push({
          name: one.name.text,
          file: relative(root, name),
          project,
          text: source.text,
          start: one.name.getStart(source),
          isShorthand,
          statement: { start: around.getStart(source), end: around.end },
        });
      }
    }
    node.forEachChild((child) => visit(child, around));
  };
  visit(source, source);
  return fields;
}

function optionalIn(checker: Checker, literal: ObjectLiteralExpression): (name: string) => boolean {
  const type = checker.getContextualType(literal);
  const members = type === undefined ? [] : type.isUnionType() ? type.getTypes() : [type];
  if (members.some((one) => checker.getIndexInfosOfType(one).length > 0)) return () => false;
  return (name) =>
    members.some((one) => ((checker.getPropertyOfType(one, name)?.flags ?? 0) & SymbolFlags.Optional) !== 0);
}

/** Returns as many of the fields as can be misspelt at the same time: the first ones, each in a statement of its own. */
export function inOwnStatements(fields: readonly OptionalField[]): readonly OptionalField[] {
  const byFile = new Map<string, OptionalField[]>();
  return fields.filter((field) => {
    const others = byFile.get(field.file) ?? [];
    const { start, end } = field.statement;
    if (others.some(({ statement }) => statement.start < end && start < statement.end)) return false;
    byFile.set(field.file, [...others, field]);
    return true;
  });
}

/** Misspells fields, each in a statement of its own, at the same time. Returns those that the compiler accepts. */
export function acceptedMisspelt(compiler: Compiler, fields: readonly OptionalField[]): readonly OptionalField[] {
  const byFile = new Map<string, OptionalField[]>();
  for (const field of fields.toSorted((a, b) => a.start - b.start))
    byFile.set(field.file, [...(byFile.get(field.file) ?? []), field]);
  compiler.replace(new Map([...byFile].map(([file, own]) => [join(root, file), misspell(own)])));
  return [...byFile].flatMap(([file, own]) => {
    const project = own[0]?.project ?? '';
    const errors = compiler.open(project).program.getSemanticDiagnostics(join(root, file));
    // Each of the misspelt names is longer by one letter, and by the colon and the name of a shorthand.
    let longer = 0;
    return own.filter(({ statement, name, isShorthand }) => {
      const start = statement.start + longer;
      longer += isShorthand ? name.length + 3 : 1;
      return !errors.some(({ pos, end }) => end >= start && pos <= statement.end + longer);
    });
  });
}

/** Returns the text of a file with misspelt fields: a letter in the middle of each name is doubled. */
function misspell(fields: readonly OptionalField[]): string {
  let text = fields[0]?.text ?? '';
  for (const { name, start, isShorthand } of fields.toReversed()) {
    const middle = Math.ceil(name.length / 2);
    const misspelt = `${name.slice(0, middle)}${name[middle - 1]}${name.slice(middle)}`;
    text = `${text.slice(0, start)}${misspelt}${isShorthand ? `: ${name}` : ''}${text.slice(start + name.length)}`;
  }
  return text;
}

/** Starts a compiler. It keeps what it has read and is not replaced. */
export function startCompiler(): Compiler {
  let texts: ReadonlyMap<string, string> = new Map();
  const api = new API({ cwd: root, fs: { readFile: (path) => texts.get(path) } });
  const opened = new Set<string>();
  let snapshot: Snapshot | undefined;
  return {
    open(project) {
      const config = join(root, project, 'tsconfig.json');
      if (!opened.has(config)) snapshot = api.updateSnapshot({ openProjects: [config] });
      opened.add(config);
      const found = snapshot?.getProject(config);
      if (found === undefined) throw new Error(`${config} cannot be read.`);
      return found;
    },
    replace(changed) {
      const files = new Set([...texts.keys(), ...changed.keys()]);
      texts = changed;
      snapshot = api.updateSnapshot({ fileChanges: { changed: [...files] } });
    },
    [Symbol.dispose]: () => api.close(),
  };
}
