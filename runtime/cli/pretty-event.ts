import type pc from 'picocolors';
import type { GuardEvent, PauseEvent, RunEvent, RunFinished, ToolResult, Usage } from '../protocol/events.ts';
import { formatCount, numberOrUnknown } from '../text/count.ts';
import { inlineText } from '../text/inline-text.ts';
import { instructedText } from '../text/lost-text.ts';
import { escapeCommands, exactLine, exactText, oneLine } from './plain-text.ts';
import { prettyCause } from './pretty-cause.ts';
import { prettyChanges } from './pretty-changes.ts';
import { prettyMissedFile } from './pretty-place.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** Formats an event as a line or two for the terminal, or '' if it is not shown. `color` holds picocolors' functions. */
export function prettyEvent(event: RunEvent, color: Colors): string {
  switch (event.type) {
    case 'run_started': {
      const skills = event.skills.map((skill) => skill.name).join(', ');
      const simulated = event.simulated ? color.yellow(' (simulated: no language model is used)') : '';
      const given = skills === '' ? '' : ` with ${oneLine(skills)}`;
      return `${color.bold(oneLine(event.model))}${simulated}${given}\n${color.dim(`run ${event.run}`)}`;
    }
    case 'run_resumed':
      return color.dim(`resumed by ${event.by}`);
    case 'llm_request':
      return color.dim(`#${event.call} ${event.closing ? 'closing round, without tools' : 'calling the model'}`);
    case 'llm_response':
      return event.error === undefined
        ? indent(escapeCommands(inlineText(event.text)))
        : color.red(`  ${escapeCommands(event.error)}`);
    case 'tool_call':
      return `  ${color.cyan(oneLine(event.tool))} ${exactLine(brief(event.args))}${event.requested === undefined ? '' : color.yellow(' (arguments edited)')}`;
    case 'tool_result':
      return prettyResult(event, color);
    case 'guard':
      return prettyGuard(event, color);
    case 'tools_changed':
      return color.dim(
        [
          ...event.added.map((name) => `  + tool ${oneLine(name)}`),
          ...event.removed.map((name) => `  - tool ${oneLine(name)}`),
          ...event.unresolved.map((name) => `  ? tool ${oneLine(name)}: not available`),
        ].join('\n'),
      );
    case 'script':
      return color.dim(`    sandbox ${event.sandbox}, exit ${event.exitCode ?? 'on a signal'}, ${event.durationMs} ms`);
    case 'note':
      return color.dim(`  note: ${escapeCommands(event.message)}`);
    case 'message_edited':
      return color.yellow(`  edited message ${event.message + 1}: ${oneLine(brief(event.text))}`);
    case 'debug_pause':
      return color.dim(`  paused ${(event.durationMs / 1000).toFixed(1)} s: ${oneLine(event.why)}`);
    case 'workspace_changes':
      return prettyChanges(event, color);
    case 'pause':
      return prettyPause(event, color);
    case 'run_finished':
      return prettyEnd(event, color);
    default:
      return '';
  }
}

function prettyResult(event: ToolResult, color: Colors): string {
  const missed = event.miss === undefined ? '' : `\n      missed ${oneLine(prettyMissedFile(event.miss))}`;
  if (event.error_code === undefined) {
    // The model will not summarize it: this is the run's answer.
    const finalResult = event.skipSummarization === true ? `\n  ${oneLine(brief(event.result))}` : '';
    const withdrawn = (event.later ?? []).flatMap(({ created, skill, path }) =>
      created === true ? [`\n      created ${oneLine(`${skill}/${path}`)}, which was no miss`] : [],
    );
    return `${color.dim(`    ok ${event.durationMs} ms${withdrawn.join('')}`)}${color.red(missed)}${finalResult}`;
  }
  const denied = event.denied ? ' (denied)' : '';
  return color.red(`    ${oneLine(event.error_code)}${denied}${missed}`);
}

function prettyGuard(event: GuardEvent, color: Colors): string {
  const paint = event.verdict === 'warn' ? color.yellow : color.magenta;
  const { count, threshold } = event;
  // The miss that ends a run follows a fatal one, so its count can exceed the threshold.
  const reached = count > threshold ? `${count}, threshold ${threshold}` : `${count} of ${threshold}`;
  const head = paint(`    guard ${oneLine(event.rule)}: ${event.verdict}, ${reached}`);
  const told = event.told === undefined ? '' : `\n${color.dim(indent(indent(escapeCommands(event.told))))}`;
  const cause = event.cause === undefined ? '' : `\n${color.dim(`    provoked by ${prettyCause(event.cause)}`)}`;
  return `${head}${told}${cause}`;
}

function prettyEnd(event: RunFinished, color: Colors): string {
  const { inputTokens, outputTokens, estimated } = event.usage;
  const tokens =
    inputTokens === undefined
      ? ''
      : `, ${estimated ? 'about ' : ''}${formatCount(inputTokens, 'token')} in, ${numberOrUnknown(outputTokens)} out`;
  const paint = event.reason === 'final' ? color.green : color.red;
  const error = event.error === undefined ? '' : `\n${color.red(escapeCommands(event.error))}`;
  const syntheticText = event.synthetic ? `\n${color.dim(escapeCommands(inlineText(event.text)))}` : '';
  const lost = lostOf(event).map((line) => `\n${color.yellow(oneLine(line))}`);
  return `${paint(`ended: ${event.reason}`)} ${color.dim(`(${formatCount(event.llmCalls, 'model call')}${tokens}${costIn(event.usage)})`)}${syntheticText}${error}${lost.join('')}`;
}

/** Describes the files that each skill told the model to read, if it has not read all of them. */
function lostOf({ instructed = [] }: RunFinished): readonly string[] {
  return instructed.filter(({ unread }) => unread.length > 0).map(instructedText);
}

/** Formats the cost, as far as it is known, with the date of the price list. */
function costIn({ costUsd, costSource, priceDate }: Usage): string {
  if (costUsd === undefined) return '';
  const amount = `$${costUsd.toFixed(4)}`;
  if (costSource === 'reported') return `, ${amount}`;
  return `, about ${amount}${priceDate === undefined ? '' : ` at the prices of ${oneLine(priceDate)}`}`;
}

/** Returns arguments or a result on one short line. */
function brief(args: ToolResult['result']): string {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

function indent(text: string): string {
  return text === '' ? '' : text.replace(/^/gm, '  ');
}

/** The id follows the first line, and other lines are indented. A command has been printed with its call. */
function prettyPause({ hint, id, approvesFor }: PauseEvent, color: Colors): string {
  const [first = '', ...rest] = inlineText(hint).split('\n').map(exactText);
  const below = approvesFor === 'run' ? [] : rest.map((line) => `    ${line}`);
  return [color.yellow(`  waiting: ${first} ${color.dim(oneLine(id))}`), ...below].join('\n');
}
