/** Tables whose keys are foreign text, and objects without undefined fields. The extension imports them from here. */
export { defined, own, setOwn } from '../../skill/index.ts';
