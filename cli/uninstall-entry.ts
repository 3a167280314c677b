/**
 * Entry point of `dist/uninstall.cjs`, which VS Code runs after the extension was uninstalled (`vscode:uninstall` in
 * `package.json`): it removes the hooks that the extension has installed. Nothing can be shown then, so nothing is reported.
 */
import { applyUninstall, planRemoval } from '../runtime/hooks/install.ts';

try {
  const { changes } = planRemoval('extension');
  for (const change of changes) {
    try {
      applyUninstall({ changes: [change], refused: [] });
    } catch {
      // The other files can still be restored.
    }
  }
} catch {
  // The clients continue with the hooks, which `skillwright hook uninstall` removes.
}
