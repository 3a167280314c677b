/** Implements "Skillwright: Make an Eval Case of This Run". */
import * as vscode from 'vscode';
import type {
  MakeCaseParams,
  MakeCaseResult,
  SuggestCaseParams,
  SuggestCaseResult,
  SuggestedAssertion,
  SuggestedCase,
  UsedSkills,
} from '../../runtime/protocol/make-case.ts';
import { defined } from '../../runtime/text/objects.ts';
import type { SkillSummary } from '../../server/protocol.ts';

/** The dependencies of the command. */
export interface MakeCaseContext {
  /** Lists the skills of the workspace. */
  readonly skills: () => Promise<readonly SkillSummary[]>;
  readonly suggest: (params: SuggestCaseParams, token: vscode.CancellationToken) => Promise<SuggestCaseResult>;
  readonly append: (params: MakeCaseParams) => Promise<MakeCaseResult>;
  /** Returns the journal of the visible timeline, or of a run that the user picks. */
  readonly pickRun: () => Promise<string | undefined>;
  /** Returns the names of the skills that a run was offered or loaded. */
  readonly skillsOf: (journal: string) => Promise<UsedSkills>;
}

const TITLE = 'Make an Eval Case';

/** Makes a case of a run: asks for the skill and the prompt, shows the assertions for review, and opens the new case. */
export async function makeCase(context: MakeCaseContext, journal?: string): Promise<void> {
  const file = journal ?? (await context.pickRun());
  if (file === undefined) return;
  const skill = await chooseSkill(await context.skills(), new Set(await context.skillsOf(file)));
  if (skill === undefined) return;
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const base = { file, skill: skill.root, folders };
  let suggested = await readRun(context, base);
  if (suggested === undefined) return;
  if (suggested.prompts.length > 1) {
    const number = await choosePrompt(suggested.prompts);
    suggested = number === undefined ? undefined : await readRun(context, { ...base, prompt: number });
    if (suggested === undefined) return;
  }
  const prompt = suggested.absolutePaths.length === 0 ? suggested.prompt : await rewritePrompt(suggested);
  if (prompt === undefined) return;
  const assertions = await chooseAssertions(suggested);
  if (assertions === undefined) return;
  await addToFile(context, skill, { ...suggested, prompt, assertions });
}

/** Reads the run with progress that can be cancelled. Returns undefined if it was, or if the run cannot be read. */
async function readRun({ suggest }: MakeCaseContext, params: SuggestCaseParams): Promise<SuggestedCase | undefined> {
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Reading the run…', cancellable: true },
    async (_, token) => {
      const reply = await suggest(params, token);
      return token.isCancellationRequested ? undefined : reply;
    },
  );
  if (result?.kind !== 'failed') return result;
  void vscode.window.showErrorMessage(result.message);
  return undefined;
}

/** Asks for the skill of the case, unless the run has used only one of the workspace. */
async function chooseSkill(
  skills: readonly SkillSummary[],
  used: ReadonlySet<string>,
): Promise<SkillSummary | undefined> {
  if (skills.length === 0) {
    void vscode.window.showInformationMessage('Open the folder of a skill first: the case is added to its evals.json.');
    return undefined;
  }
  const own = skills.filter(({ name }) => used.has(name));
  if (own.length === 1) return own[0];
  const listed = own.length > 0 ? own : skills;
  const items = listed.map((skill) => ({
    label: skill.name,
    description: vscode.workspace.asRelativePath(skill.root),
    skill,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: TITLE,
    placeHolder: 'Select the skill of the case',
  });
  return chosen?.skill;
}

/** Returns the number of the chosen prompt, from 1. */
async function choosePrompt(prompts: readonly string[]): Promise<number | undefined> {
  const items = prompts.map((text, index) => ({
    label: text.replaceAll(/\s+/g, ' ').slice(0, 200),
    number: index + 1,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: TITLE,
    placeHolder: 'Select the prompt of the case',
  });
  return chosen?.number;
}

/** Asks for a prompt without the absolute paths of this machine. */
function rewritePrompt({ prompt, absolutePaths }: SuggestedCase): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: TITLE,
    prompt: `Write the prompt without ${absolutePaths.slice(0, 2).join(' and ')}: other machines do not have these paths.`,
    value: prompt.replaceAll(/[\n\r]/g, ' '),
    ignoreFocusOut: true,
    validateInput: (text) => {
      const left = absolutePaths.find((path) => text.includes(path));
      if (text.trim() === '') return 'Write a prompt.';
      return left === undefined ? undefined : `Replace ${left}, for example with a path relative to the workspace.`;
    },
  });
}

/** Shows the assertions for review, with notes on the run. Returns those that stay checked; undefined if cancelled. */
async function chooseAssertions({
  assertions,
  notes,
}: SuggestedCase): Promise<readonly SuggestedAssertion[] | undefined> {
  // The last assertion is that no file was missed, which most notes are about.
  const last = assertions.length - 1;
  const items = assertions.map((assertion, index) =>
    defined<vscode.QuickPickItem & { readonly assertion: SuggestedAssertion }>({
      label: assertion.text,
      description: [assertion.check, assertion.path ?? assertion.limit].filter((one) => one !== undefined).join(' '),
      picked: true,
      detail: index === last && notes.length > 0 ? notes.join(' ') : undefined,
      assertion,
    }),
  );
  const chosen = await vscode.window.showQuickPick(items, {
    title: TITLE,
    placeHolder: 'Check what the skill must do in every run',
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return chosen?.map(({ assertion }) => assertion);
}

/** Appends the case in the editor, where it can be undone, and selects it. */
async function addToFile(
  { append }: MakeCaseContext,
  skill: SkillSummary,
  {
    prompt,
    files,
    assertions,
    notes,
  }: Pick<SuggestedCase, 'prompt' | 'files' | 'notes'> & {
    readonly assertions: readonly SuggestedAssertion[];
  },
): Promise<void> {
  const uri = vscode.Uri.joinPath(vscode.Uri.file(skill.root), 'evals', 'evals.json');
  const exists = await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  const before = exists ? (await vscode.workspace.openTextDocument(uri)).getText() : '';
  const reply = await append({ text: before, skill: skill.name, prompt, files, assertions });
  if (reply.kind === 'failed') {
    const open = 'Open evals.json';
    if ((await vscode.window.showErrorMessage(reply.message, open)) === open) await vscode.window.showTextDocument(uri);
    return;
  }
  if (!exists) {
    const created = new vscode.WorkspaceEdit();
    created.createFile(uri, { ignoreIfExists: true });
    await vscode.workspace.applyEdit(created);
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  const { start, end, text } = reply.edit;
  edit.replace(uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
  if (!(await vscode.workspace.applyEdit(edit))) {
    void vscode.window.showErrorMessage(
      'Close other editors of evals.json and try again: the case could not be added.',
    );
    return;
  }
  const added = new vscode.Range(document.positionAt(reply.added.start), document.positionAt(reply.added.end));
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Selection(added.start, added.start),
    preview: false,
  });
  vscode.window.activeTextEditor?.revealRange(added, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  const place = vscode.workspace.asRelativePath(uri);
  const notice = `Review the case and save ${place}`;
  void vscode.window.showInformationMessage([`${notice}.`, ...notes].join(' '));
}
