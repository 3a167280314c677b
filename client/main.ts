/** Entry of the extension. The order matters: the language server starts first, while the rest is still being loaded. */
import './language/early.ts';

export { activate } from './extension.ts';
