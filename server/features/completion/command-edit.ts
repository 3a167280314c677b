/** The sentence on what paths are relative to, which an offered script in a command needs to be found. */
import type { CompletionItem } from 'vscode-languageserver-protocol';
import { within } from '../../../skill/index.ts';
import { editForCommand, isScriptPath } from '../../rules/reference/script-commands.ts';
import { levelOf } from '../../rules/run.ts';
import { isMap } from '../../settings.ts';
import type { Lines } from '../../workspace/lines.ts';
import type { EditedDocument } from './candidate.ts';
import type { CompletionResult } from './item.ts';
import type { PathPlace } from './place.ts';

/** Returns the items with an edit that inserts the sentence for each script that `reference.client` would report. */
export function withSentence(
  result: CompletionResult,
  { form, range }: PathPlace,
  { document, context: { skill }, settings }: EditedDocument,
  lines: Lines,
): CompletionResult {
  if (form !== 'fence-command' && form !== 'code-command') return result;
  if (document.path !== skill.manifest.path) return result;
  if (settings === undefined || levelOf('reference.client', settings) === 'off') return result;
  const isScript = ({ data }: CompletionItem): boolean =>
    isMap(data) &&
    typeof data.path === 'string' &&
    isScriptPath(data.path) &&
    within(skill.root, data.path) !== undefined;
  if (!result.items.some(isScript)) return result;
  const edit = editForCommand({ document, skill, clients: settings.clients }, form, range.start);
  if (edit === undefined) return result;
  const additionalTextEdits = [{ range: lines.range(edit.range), newText: edit.text }];
  const labelDetails = { description: 'and what paths are relative to' };
  const items = result.items.map((item) => (isScript(item) ? { ...item, additionalTextEdits, labelDetails } : item));
  return { ...result, items };
}
