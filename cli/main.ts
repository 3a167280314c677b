#!/usr/bin/env node
/** Entry of the command line. Small on purpose: only what is loaded after this keeps its compiled code. */
import { keepCompiledCode } from './compile-cache.ts';

keepCompiledCode();
await import('./program.ts');
