import { join, relative } from 'node:path';
import {
  isIdentifier,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isStatement,
  type Node,
  type ObjectLiteralElementLike,
  type ObjectLiteralExpression,
} from 'typescript/unstable/ast';
import { API, type Checker, type Project, SymbolFlags, type Type } from 'typescript/unstable/sync';
import { createChance, type Random } from '../../runtime/random.ts';

const root = join(import.meta.dirname, '../..');
const PROJECTS = ['skill', 'server', 'runtime', 'client', 'client/timeline', 'client/saved-page', 'cli'];
/** Tests, and what only they use. */
const EXEMPT = /\.test\.tsx?$|\.d\.ts$|\/(?:testing|random-\w+|fixtures)\/|\/testing\.ts$/;

/** An optional field of a literal that was misspelt. */
export interface Misspelling {
  /** Relative to the checkout. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly field: string;
  /** The compiler's message for its statement; absent if it accepts the field. */
  readonly refusal?: string;
}

/** A place where the type has an optional field. */
interface Place {
  readonly project: string;
  /** Absolute path. */
  readonly file: string;
  readonly field: string;
  /** Of the name. */
  readonly start: number;
  readonly isShorthand: boolean;
  /** The range of the statement, in the unchanged text. */
  readonly statement: { readonly start: number; readonly end: number };
  readonly text: string;
}

/**
 * Misspells an optional field of an object literal in each of `count` random product files, all at the same time, and
 * returns what the compiler says. A field that is misspelt where the compiler does not check it silently has no effect.
 */
export function misspellFields(count: number, seed: number): readonly Misspelling[] {
  const places = choosePlaces(count, createChance(seed));
  const texts = new Map(places.map((place) => [place.file, misspelt(place)]));
  return withProjects(
    (path) => texts.get(path),
    (open) =>
      places.map((place) => {
        const { file, field, start, statement, text } = place;
        const longer = (texts.get(file)?.length ?? 0) - text.length;
        const refusal = open(place.project)
          .program.getSemanticDiagnostics(file)
          .find(({ pos, end }) => end >= statement.start && pos <= statement.end + longer);
        const line = text.slice(0, start).split('\n').length;
        const misspelling = { file: relative(root, file), line, field };
        return refusal === undefined ? misspelling : { ...misspelling, refusal: refusal.text };
      }),
  );
}

/** Runs `use` with a compiler for which some files have other texts. */
function withProjects<T>(
  readFile: (path: string) => string | undefined,
  use: (open: (project: string) => Project) => T,
): T {
  const api = new API({ cwd: root, fs: { readFile } });
  const projects = new Map<string, Project>();
  try {
    return use((name) => {
      const config = join(root, name, 'tsconfig.json');
      const project = projects.get(name) ?? api.updateSnapshot({ openProjects: [config] }).getProject(config);
      if (project === undefined) throw new Error(`${config} cannot be read.`);
      projects.set(name, project);
      return project;
    });
  } finally {
    api.close();
  }
}

function choosePlaces(count: number, random: Random): readonly Place[] {
  return withProjects(
    () => undefined,
    (open) => {
      const all = PROJECTS.flatMap((project) => {
        const own = `${join(root, project)}/`;
        const names = open(project).program.getSourceFileNames();
        return names.filter((name) => name.startsWith(own) && !EXEMPT.test(name)).map((file) => ({ project, file }));
      });
      // A file of `client/timeline` is also one of `client`.
      const files = [...new Map(all.map((one) => [one.file, one])).values()];
      const places: Place[] = [];
      while (places.length < count && files.length > 0) {
        const [one] = files.splice(random.int(files.length), 1);
        const place = one && placeIn(open(one.project), one.project, one.file, random);
        if (place !== undefined) places.push(place);
      }
      return places;
    },
  );
}

/** Returns a random optional field in the literals of a file, if there is one. */
function placeIn({ program, checker }: Project, project: string, file: string, random: Random): Place | undefined {
  const source = program.getSourceFile(file);
  if (source === undefined) return undefined;
  const found: ObjectLiteralElementLike[] = [];
  const visit = (node: Node): void => {
    if (isObjectLiteralExpression(node)) found.push(...node.properties);
    node.forEachChild(visit);
  };
  visit(source);
  while (found.length > 0) {
    const [one] = found.splice(random.int(found.length), 1);
    if (one === undefined || !(isPropertyAssignment(one) || isShorthandPropertyAssignment(one))) continue;
    if (!isIdentifier(one.name) || !isObjectLiteralExpression(one.parent)) continue;
    if (!isOptional(checker, one.parent, one.name.text)) continue;
    let statement: Node = one;
    while (!isStatement(statement)) statement = statement.parent;
    return {
      project,
      file,
      field: one.name.text,
      start: one.name.getStart(source),
      isShorthand: isShorthandPropertyAssignment(one),
      statement: { start: statement.getStart(source), end: statement.end },
      text: source.text,
    };
  }
  return undefined;
}

function isOptional(checker: Checker, literal: ObjectLiteralExpression, field: string): boolean {
  const type = checker.getContextualType(literal);
  if (type === undefined) return false;
  const members: readonly Type[] = type.isUnionType() ? type.getTypes() : [type];
  return members.some((one) => {
    const property = checker.getPropertyOfType(one, field);
    return property !== undefined && (property.flags & SymbolFlags.Optional) !== 0;
  });
}

/** Returns the text of the file with the misspelt field: `limit` becomes `limmit`. */
function misspelt({ text, field, start, isShorthand }: Place): string {
  const middle = Math.ceil(field.length / 2);
  const name = `${field.slice(0, middle)}${field[middle - 1]}${field.slice(middle)}`;
  return `${text.slice(0, start)}${name}${isShorthand ? `: ${field}` : ''}${text.slice(start + field.length)}`;
}
