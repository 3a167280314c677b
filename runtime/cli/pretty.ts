import { relative } from 'node:path';
import type pc from 'picocolors';
import type { Cause, GuardEvent, RunEvent, RunFinished, ToolResult, Usage } from '../protocol/events.ts';
import { inlineText } from '../protocol/inline-text.ts';
import { noCommands, oneLine } from './plain.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** An event as a line or two for a person, or '' where it says nothing new. `color` holds picocolors' functions. */
export function prettyEvent(event: RunEvent, color: Colors): string {
  switch (event.type) {
    case 'run_started': {
      const skills = event.skills.map((skill) => skill.name).join(', ');
      const simulated = event.simulated ? color.yellow(' (simulated: no language model is asked)') : '';
      const given = skills === '' ? '' : ` with ${oneLine(skills)}`;
      return `${color.bold(oneLine(event.model))}${simulated}${given}\n${color.dim(`run ${event.run}`)}`;
    }
    case 'run_resumed':
      return color.dim(`resumed by ${event.by}`);
    case 'llm_request':
      return color.dim(`#${event.call} ${event.closing ? 'closing round, without tools' : 'asking the model'}`);
    case 'llm_response':
      return event.error === undefined
        ? indent(noCommands(inlineText(event.text)))
        : color.red(`  ${noCommands(event.error)}`);
    case 'tool_call':
      return `  ${color.cyan(oneLine(event.tool))} ${oneLine(brief(event.args))}`;
    case 'tool_result':
      return prettyResult(event, color);
    case 'guard':
      return prettyGuard(event, color);
    case 'tools_changed':
      return color.dim(
        [
          ...event.added.map((name) => `  + tool ${oneLine(name)}`),
          ...event.removed.map((name) => `  - tool ${oneLine(name)}`),
          ...event.unresolved.map((name) => `  ? tool ${oneLine(name)}: nothing provides it`),
        ].join('\n'),
      );
    case 'script':
      return color.dim(`    sandbox ${event.sandbox}, exit ${event.exitCode ?? 'by signal'}, ${event.durationMs} ms`);
    case 'note':
      return color.dim(`  note: ${noCommands(event.message)}`);
    case 'pause':
      return color.yellow(`  waits: ${noCommands(inlineText(event.hint))} ${color.dim(oneLine(event.id))}`);
    case 'run_finished':
      return prettyEnd(event, color);
    default:
      return '';
  }
}

function prettyResult(event: ToolResult, color: Colors): string {
  if (event.error_code === undefined) {
    // No model says it in its words: this is what the run answers.
    const lastWord = event.skipSummarization === true ? `\n  ${oneLine(brief(event.result))}` : '';
    return `${color.dim(`    ok ${event.durationMs} ms`)}${lastWord}`;
  }
  const denied = event.denied ? ' (denied)' : '';
  return color.red(`    ${oneLine(event.error_code)}${denied}`);
}

function prettyGuard(event: GuardEvent, color: Colors): string {
  const paint = event.verdict === 'warn' ? color.yellow : color.magenta;
  const head = paint(`    guard ${oneLine(event.rule)}: ${event.verdict}, ${event.count} of ${event.threshold}`);
  return event.cause === undefined ? head : `${head}\n${color.dim(`    provoked by ${prettyCause(event.cause)}`)}`;
}

function prettyCause(cause: Cause): string {
  const meant = cause.suggestions.length === 0 ? '' : `; meant perhaps ${cause.suggestions.join(', ')}`;
  return oneLine(`${relative(process.cwd(), cause.file)}:${cause.line}:${cause.column} "${cause.text}"${meant}`);
}

function prettyEnd(event: RunFinished, color: Colors): string {
  const { inputTokens, outputTokens, estimated } = event.usage;
  const tokens =
    inputTokens === undefined ? '' : `, ${estimated ? 'about ' : ''}${inputTokens} tokens in, ${outputTokens ?? 0} out`;
  const paint = event.reason === 'final' ? color.green : color.red;
  const error = event.error === undefined ? '' : `\n${color.red(noCommands(event.error))}`;
  const own = event.synthetic ? `\n${color.dim(noCommands(inlineText(event.text)))}` : '';
  return `${paint(`ended: ${event.reason}`)} ${color.dim(`(${event.llmCalls} model ${event.llmCalls === 1 ? 'call' : 'calls'}${tokens}${costIn(event.usage)})`)}${own}${error}`;
}

/** What it cost, as far as it is known, and by which list of prices. */
function costIn({ costUsd, costSource, priceDate }: Usage): string {
  if (costUsd === undefined) return '';
  const amount = `$${costUsd.toFixed(4)}`;
  if (costSource === 'reported') return `, ${amount}`;
  return `, about ${amount}${priceDate === undefined ? '' : ` by the prices of ${oneLine(priceDate)}`}`;
}

/** Arguments, or a result, on one short line. */
function brief(args: ToolResult['result']): string {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

function indent(text: string): string {
  return text === '' ? '' : text.replace(/^/gm, '  ');
}
