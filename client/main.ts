/** The entry point of the extension. Import order matters: the language server starts while the rest is still loading. */
import './language/startup.ts';

export { activate } from './extension.ts';
