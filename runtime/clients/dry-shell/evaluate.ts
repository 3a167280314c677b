import {
  type Assignment,
  type Command,
  type CompoundList,
  type ParsedScript,
  type Pipeline,
  type PipelineNode,
  parse,
  type Redirection,
  type Statement,
} from 'unbash';
import { holds } from './condition.ts';
import { absolutePath, type DryFiles } from './dry-files.ts';
import { NotSimulated } from './not-simulated.ts';
import { ShellOutput } from './output.ts';
import { runProgram } from './programs.ts';
import { withRedirections } from './redirections.ts';
import { type Expansions, expandToText, expandWord } from './words.ts';

/** Maximum depth of subshells, substitutions and `bash -c`. */
const MAX_DEPTH = 20;
/** Maximum length of a command line, in characters. */
const MAX_LENGTH = 20_000;
/** A part of a command costs as much as this number of characters. */
const PART = 50;

/** Evaluates a command line over the files of a copy without running anything. Throws `NotSimulated`. */
export class Evaluation {
  cwd: string;
  readonly files: DryFiles;
  private readonly variables = new Map<string, string>();
  private readonly source: string;
  private readonly depth: number;

  constructor(source: string, cwd: string, files: DryFiles, depth = 0) {
    this.source = source;
    this.cwd = cwd;
    this.files = files;
    this.depth = depth;
    if (depth > MAX_DEPTH) throw new NotSimulated('the command is nested too deeply');
  }

  /** Evaluates the whole command line. */
  run(): ShellOutput {
    if (this.source.length > MAX_LENGTH) throw new NotSimulated('the command is too long');
    this.files.work.spend(this.source.length);
    const script = parse(this.source);
    const [error] = script.errors ?? [];
    if (error !== undefined) throw new NotSimulated(`the command cannot be parsed (${error.message})`);
    return this.statements(script.commands, undefined);
  }

  /** Evaluates another command line in the same directory, as `bash -c` and substitutions do. */
  evaluate(source: string): ShellOutput {
    return new Evaluation(source, this.cwd, this.files, this.depth + 1).run();
  }

  /** The number of the line at an offset, as error messages give it. */
  lineAt(offset: number): number {
    this.files.work.spend(offset);
    return this.source.slice(0, offset).split('\n').length;
  }

  private subshell(): Evaluation {
    const inner = new Evaluation(this.source, this.cwd, this.files, this.depth + 1);
    this.files.work.spend(this.variables.size);
    for (const [name, value] of this.variables) inner.variables.set(name, value);
    return inner;
  }

  private statements(statements: readonly Statement[], stdin: string | undefined): ShellOutput {
    const output = new ShellOutput();
    for (const { command, background } of statements) {
      if (background === true) throw new NotSimulated('the command runs in the background');
      output.append(this.node(command, stdin));
    }
    return output;
  }

  private list({ commands }: CompoundList, stdin: string | undefined): ShellOutput {
    return this.statements(commands, stdin);
  }

  private node(node: Statement['command'], stdin: string | undefined): ShellOutput {
    this.files.work.spend(PART);
    switch (node.type) {
      case 'AndOr': {
        const output = new ShellOutput();
        for (const [index, command] of node.commands.entries()) {
          const operator = node.operators[index - 1];
          if (operator === undefined || (operator === '&&') === (output.code === 0))
            output.append(this.node(command, stdin));
        }
        return output;
      }
      case 'Pipeline':
        return this.pipeline(node, stdin);
      case 'Command':
        return this.command(node, stdin);
      case 'Subshell':
        return this.subshell().list(node.body, stdin);
      case 'BraceGroup':
        return this.list(node.body, stdin);
      case 'If':
        return this.conditional(node, stdin);
      case 'TestCommand': {
        const output = new ShellOutput();
        const isTrue = holds(
          node.expression,
          (word) => absolutePath(this.cwd, expandToText(word, this.expansions())),
          this.files,
        );
        output.code = isTrue ? 0 : 1;
        return output;
      }
      case 'Redirected':
        return this.redirected(node.redirects, stdin, (input) => this.node(node.command, input));
      default:
        throw new NotSimulated(`${node.type.toLowerCase()} is not evaluated`);
    }
  }

  private conditional(node: Extract<PipelineNode, { type: 'If' }>, stdin: string | undefined): ShellOutput {
    const output = new ShellOutput();
    for (const { clause, then } of [node, ...node.elif]) {
      output.append(this.list(clause, stdin));
      if (output.code === 0) return output.append(this.list(then, stdin));
    }
    output.code = 0;
    return node.else === undefined ? output : output.append(this.list(node.else, stdin));
  }

  private pipeline({ commands, operators, prefixes }: Pipeline, stdin: string | undefined): ShellOutput {
    if (prefixes.some(({ type }) => type === 'Time')) throw new NotSimulated('the duration is unknown');
    const output = new ShellOutput();
    let input = stdin;
    for (const [index, command] of commands.entries()) {
      const shell = commands.length === 1 ? this : this.subshell();
      const one = shell.node(command, input);
      const operator = operators[index];
      output.code = one.code;
      if (operator === undefined) output.append(one);
      else {
        input = operator === '|' ? one.text('stdout') : one.text();
        if (operator === '|') output.write('stderr', one.text('stderr'));
      }
    }
    if (prefixes.length % 2 === 1) output.code = output.code === 0 ? 1 : 0;
    return output;
  }

  private command(command: Command, stdin: string | undefined): ShellOutput {
    const assignments = command.prefix.filter((one): one is Assignment => one.type === 'Assignment');
    const words = [...(command.name === undefined ? [] : [command.name]), ...command.args].flatMap((word) =>
      word.type === 'Word' ? expandWord(word, this.expansions()) : [word.text],
    );
    const values = assignments.map((one) => [one.name, this.valueOf(one)] as const);
    return this.redirected(command.redirects, stdin, (input) => {
      const [program, ...args] = words;
      if (program === undefined) {
        for (const [name, value] of values) this.variables.set(name, value);
        return new ShellOutput();
      }
      const line = (): number => this.lineAt(command.pos);
      return runProgram(program, args, { shell: this, stdin: input, line });
    });
  }

  private valueOf({ value, append, index }: Assignment): string {
    if (value.type === 'ArrayValue' || append === true || index !== undefined)
      throw new NotSimulated('arrays and += are not evaluated');
    return expandToText(value, this.expansions());
  }

  private redirected(
    redirects: readonly Redirection[],
    stdin: string | undefined,
    evaluate: (stdin: string | undefined) => ShellOutput,
  ): ShellOutput {
    const { cwd, files } = this;
    const lineAt = (offset: number): number => this.lineAt(offset);
    return withRedirections(redirects, { cwd, files, expansions: this.expansions(), lineAt }, stdin, evaluate);
  }

  private expansions(): Expansions {
    const { cwd, files, variables } = this;
    return {
      cwd,
      home: files.home,
      work: files.work,
      namesIn: (folder) => files.namesIn(folder),
      variable: (name) => (name === 'HOME' ? files.home : name === 'PWD' ? cwd : variables.get(name)),
      substitute: (script: ParsedScript) => this.subshell().statements(script.commands, undefined).text('stdout'),
    };
  }
}
