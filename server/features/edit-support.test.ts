import { expect, it } from 'vitest';
import type { ResourceOperationKind, WorkspaceEditClientCapabilities } from 'vscode-languageserver-protocol';
import { editSupport } from './actions/edits.ts';
import { renameSupport } from './workspace-edit.ts';

const resourceOperations: ResourceOperationKind[] = ['rename', 'create'];

it.each<readonly [string, WorkspaceEditClientCapabilities, boolean]>([
  ['says both', { documentChanges: true, resourceOperations }, true],
  ['lists operations alone, as Neovim 0.7 does,', { resourceOperations }, true],
  ['takes no changes of documents', { documentChanges: false, resourceOperations }, false],
  ['says nothing', {}, false],
])('an editor that %s supports renaming and creating files: %j %s', (_what, workspaceEdit, can) => {
  const client = { workspace: { workspaceEdit } };
  expect([renameSupport(client).files, editSupport(client).create]).toEqual([can, can]);
});
