import { expect, test } from 'vitest';
import { toolCalledInText } from './call-in-text.ts';

const TOOLS = ['list_skills', 'load_skill', 'load_skill_resource', 'Read', 'crm.search'];
const JSON_CALL = '{"name": "load_skill", "arguments": {"skill_name": "demo"}}';

test.each<[string, string, string]>([
  ['Hermes, Qwen', `<tool_call>\n${JSON_CALL}\n</tool_call>`, 'load_skill'],
  ['Qwen after words', `I will load the skill first.\n\n<tool_call>\n${JSON_CALL}\n</tool_call>`, 'load_skill'],
  ['an end that is missing', `<tool_call>\n${JSON_CALL}`, 'load_skill'],
  ['a longer name', '<tool_call>{"name": "load_skill_resource", "arguments": {}}</tool_call>', 'load_skill_resource'],
  ['LM Studio', `[TOOL_REQUEST]${JSON_CALL}[END_TOOL_REQUEST]`, 'load_skill'],
  ['Mistral', `[TOOL_CALLS] [${JSON_CALL}]`, 'load_skill'],
  ['Mistral, the newer form', '[TOOL_CALLS]load_skill{"skill_name": "demo"}', 'load_skill'],
  ['Llama, Functionary', '<function=load_skill>{"skill_name": "demo"}</function>', 'load_skill'],
  [
    'Qwen Coder',
    '<tool_call>\n<function=load_skill>\n<parameter=skill_name>\ndemo\n</parameter>\n</function>\n</tool_call>',
    'load_skill',
  ],
  [
    'GLM',
    '<tool_call>load_skill\n<arg_key>skill_name</arg_key>\n<arg_value>demo</arg_value>\n</tool_call>',
    'load_skill',
  ],
  ['Anthropic', '<function_calls>\n<invoke name="Read">\n<parameter name="file_path">a</parameter>', 'Read'],
  ['MiniMax', '<minimax:tool_call>\n<invoke name="load_skill">\n</invoke>\n</minimax:tool_call>', 'load_skill'],
  ['Llama 3.1', `<|python_tag|>${JSON_CALL}`, 'load_skill'],
  ['Llama 3 in JSON', '{"name": "load_skill", "parameters": {"skill_name": "demo"}}', 'load_skill'],
  ['Llama 4', '[load_skill(skill_name="demo"), list_skills()]', 'load_skill'],
  ['Gemma', '```tool_code\nprint(load_skill(skill_name="demo"))\n```', 'load_skill'],
  ['Gemma 3n', 'default_api.load_skill(skill_name="demo")', 'load_skill'],
  [
    'DeepSeek',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>load_skill\n```json\n{}\n```<｜tool▁call▁end｜>',
    'load_skill',
  ],
  [
    'Kimi',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.load_skill:0<|tool_call_argument_begin|>{}',
    'load_skill',
  ],
  ['Granite', `<|tool_call|>[${JSON_CALL}]`, 'load_skill'],
  ['LFM', '<|tool_call_start|>[load_skill(skill_name="demo")]<|tool_call_end|>', 'load_skill'],
  ['Phi', `<|tool_call|>${JSON_CALL}<|/tool_call|>`, 'load_skill'],
  ['Command', `Action: \`\`\`json\n[{"tool_name": "load_skill", "parameters": {}}]\n\`\`\``, 'load_skill'],
  ['ReAct', 'Thought: I need the skill.\nAction: load_skill\nAction Input: {"skill_name": "demo"}', 'load_skill'],
  [
    'Harmony',
    '<|channel|>commentary to=functions.load_skill <|constrain|>json<|message|>{"skill_name":"demo"}',
    'load_skill',
  ],
  ['Harmony without tokens', 'commentary to=functions.load_skill json{"skill_name":"demo"}', 'load_skill'],
  ['functools', `functools[${JSON_CALL}]`, 'load_skill'],
  ['older Qwen', '✿FUNCTION✿: load_skill\n✿ARGS✿: {"skill_name": "demo"}', 'load_skill'],
  ['elements', 'Let me look.\n<load_skill>\n<skill_name>demo</skill_name>\n</load_skill>', 'load_skill'],
  ['JSON in a block', `I will load the skill:\n\n\`\`\`json\n${JSON_CALL}\n\`\`\``, 'load_skill'],
  [
    'JSON in the form of the API',
    '{"type":"function","function":{"name":"load_skill","arguments":"{}"}}',
    'load_skill',
  ],
  ['a list of JSON', `[${JSON_CALL}, ${JSON_CALL}]`, 'load_skill'],
  ['thoughts before it', `<think>Which skill?</think>\n<tool_call>${JSON_CALL}</tool_call>`, 'load_skill'],
  ['thoughts around it', `<think>I load it. <tool_call>${JSON_CALL}</tool_call>`, 'load_skill'],
  ['a name with a dot', '<tool_call>{"name": "crm.search", "arguments": {}}</tool_call>', 'crm.search'],
  ['an unknown tool and nothing else', '<tool_call>\n{"name": "read_file", "arguments": {}}\n</tool_call>', ''],
  ['an unknown tool of LM Studio', '[TOOL_REQUEST]{"name": "read_file", "arguments": {}}[END_TOOL_REQUEST]', ''],
])('a call as %s writes it is found', (_, text, tool) => {
  expect(toolCalledInText(text, TOOLS)).toBe(tool);
});

test.each([
  ['words', 'The answer is forty-two.'],
  ['words that name a tool', 'I called load_skill and then load_skill_resource (references/guide.md).'],
  ['words with a name in code', 'Call `load_skill(skill_name="demo")` to see it.'],
  ['markup in code', 'Qwen writes calls as `<tool_call>{"name": "load_skill"}</tool_call>`, others in JSON.'],
  [
    'a block with words after it',
    `Qwen writes a call like this:\n\n\`\`\`\n<tool_call>${JSON_CALL}</tool_call>\n\`\`\`\n\nOthers use JSON.`,
  ],
  ['JSON', '{"name": "demo", "arguments": 2}'],
  ['JSON that names a tool only', '{"name": "load_skill", "description": "Loads a skill."}'],
  ['a program', '```python\ndef main():\n    print(load(1))\n```'],
  ['HTML', '<table><tr><td>Read</td></tr></table>'],
  ['words about actions', 'Action: none.'],
  ['markup of an unknown tool in words', 'The log has <tool_call> elements with the name read_file.'],
  ['thoughts', '<think>I could write <tool_call>load_skill</tool_call>.</think>\nThe answer is 42.'],
  ['nothing', ''],
])('%s: no call', (_, text) => {
  expect(toolCalledInText(text, TOOLS)).toBeUndefined();
});

test('without tools there is no call', () => {
  expect(toolCalledInText(`<tool_call>${JSON_CALL}</tool_call>`, [])).toBeUndefined();
});

test('a long text is searched in linear time', () => {
  const started = process.cpuUsage().user;
  const text = '<tool_call>{"name": "x"} Action: [ { <think> `a` \n```\n'.repeat(40_000);
  toolCalledInText(text, TOOLS);
  expect(process.cpuUsage().user - started).toBeLessThan(5_000_000);
});
