import { escapeRegExp } from '../../text/escape-reg-exp.ts';

/** Number of characters after the start of a written call in which the name of its tool is expected. */
const NAME_WITHIN = 200;

/** Number of characters that are searched at each end of a text. */
const MAX_SEARCHED = 10_000;

/** Markup with which models start a call; an endpoint that does not parse their output passes it on as text. */
const MARKUP = [
  // Hermes, Qwen, GLM, Granite, Kimi, DeepSeek, LFM, MiniMax and others: with or without bars and prefixes.
  '<[|｜]?(?:[\\w-]+:)?(?:start[_▁])?(?:tool|function)s?[_▁-](?:calls?|use|code|request)(?:[_▁-](?:section[_▁-])?(?:start|begin))?[|｜]?>',
  // Llama, Functionary, Qwen Coder; Anthropic.
  '<(?:function|tool)(?:_call|-call)?(?:=|\\s+name=|\\s+tool=)',
  '<(?:[\\w-]+:)?invoke\\s+name=',
  // LM Studio, Mistral.
  '\\[TOOL_(?:REQUEST|CALLS?)\\]',
  // Llama, Phi, older Qwen.
  '<\\|python_tag\\|>',
  'functools\\s*\\[',
  '✿FUNCTION✿',
].join('|');

/** Words that start a call only if a tool is named after them: Harmony, ReAct. */
const WORDS = '\\bto=|^[ \\t*]*Action:';

/** The fields in which a call in JSON has the name of its tool and its arguments. */
const NAME_FIELD = '"(?:name|tool|tool_name|toolName|function|function_name|recipient_name|action)"\\s*:\\s*"';
const ARGUMENTS_FIELD = /"(?:arguments|parameters|params|args|input|tool_input|action_input|tool_args)"\s*:/;

/** The namespace that some models put before the name of each tool. */
const NAMESPACE = '(?:functions\\.|default_api\\.)?';

const STARTS_WITH_MARKUP = new RegExp(`^\\s*(?:${MARKUP})`);
const BLOCK = /^[ \t]*(```+|~~~+)([^\n`~]*)\n([\s\S]*?)(?:^[ \t]*\1[ \t]*$|(?![\s\S]))/gm;

/**
 * Returns the name of the tool that a text calls with markup instead of a tool call, or '' if the text starts with such
 * markup and names none of the tools. Undefined if it is an answer. Code counts only at the end of the text: before more
 * words it is quoted.
 * @param tools names of the tools that the model could call
 */
export function toolCalledInText(text: string, tools: readonly string[]): string | undefined {
  if (tools.length === 0) return undefined;
  const said = withoutQuotedCode(withoutThoughts(ends(text)));
  const names = tools.map(escapeRegExp).join('|');
  const name = `(?<![\\w.-])${NAMESPACE}(${names})(?![\\w-])`;
  const find = (pattern: string, where = said): string | undefined => new RegExp(pattern, 'm').exec(where)?.[1];
  const called =
    find(`(?:${MARKUP}|${WORDS})[\\s\\S]{0,${NAME_WITHIN}}?${name}`) ??
    (ARGUMENTS_FIELD.test(said) ? find(`${NAME_FIELD}${NAMESPACE}(${names})"`, jsonAtEnd(said)) : undefined) ??
    calledAsFunction(said, name) ??
    calledAsElement(said, tools);
  if (called !== undefined) return called;
  return STARTS_WITH_MARKUP.test(said) ? '' : undefined;
}

/** Returns the text, or its first and last characters. */
function ends(text: string): string {
  return text.length <= 2 * MAX_SEARCHED ? text : `${text.slice(0, MAX_SEARCHED)}\n${text.slice(-MAX_SEARCHED)}`;
}

/** Removes thoughts that a model wrote into its text, unless nothing follows them. */
function withoutThoughts(text: string): string {
  const answer = text.replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/g, '');
  return answer.trim() === '' ? text.replace(/^\s*<think(?:ing)?>/, '') : answer;
}

/** Removes quoted code. Of a block at the end of the text only the fences are removed. */
function withoutQuotedCode(text: string): string {
  return text
    .replace(BLOCK, (block, _fence, info: string, code: string, at: number) => {
      if (text.slice(at + block.length).trim() !== '') return '';
      // Gemma marks its calls by the language of the block.
      return /^tool_(?:code|call)/.test(info.trim()) ? `<${info.trim()}>\n${code}` : code;
    })
    .replace(/(?<!`)`[^`\n]+`(?!`)/g, '');
}

/** Returns the JSON at the end of a text, from a line that starts with a bracket; '' if it does not end with one. */
function jsonAtEnd(text: string): string {
  if (!/[}\]]$/.test(text.trimEnd())) return '';
  const lines = text.split('\n');
  const start = lines.findIndex((line) => /^[ \t]*[[{]/.test(line));
  return start < 0 ? '' : lines.slice(start).join('\n');
}

/** Returns the tool that is called like a function, as Llama and Gemma do, if the text is nothing else. */
function calledAsFunction(text: string, name: string): string | undefined {
  const wrapped = `\\[?\\s*(?:print\\(\\s*)?(?:\\w+\\s*=\\s*)?${name}\\s*\\([\\s\\S]*\\)\\s*\\]?`;
  return new RegExp(`^${wrapped}$`).exec(text.trim())?.[1];
}

/** Returns the tool whose name is that of an element, as some prompts ask for: `<load_skill>…</load_skill>`. */
function calledAsElement(text: string, tools: readonly string[]): string | undefined {
  // A tool named by a single word may have the name of an HTML element.
  return tools.find((tool) => /\w[_.-]\w/.test(tool) && text.includes(`<${tool}>`) && text.includes(`</${tool}>`));
}
