/** Tables whose keys are foreign text. The extension imports them from here. */
export { own, setOwn } from '../../skill/index.ts';
