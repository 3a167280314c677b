/** The public surface of `skill/`; the disk is apart (`disk.ts`, `disk-folders.ts`, `user-folders.ts`), so that everything here runs anywhere. */
export { anchorPlaces } from './anchors.ts';
export { forgetDocuments, readDocument } from './document.ts';
export type * from './files.ts';
export { findSkills, readBundle } from './find.ts';
export { causeOf, guessesOf } from './guess.ts';
export { type MemoryFile, memoryFiles, overlay } from './memory.ts';
export type * from './model.ts';
export { hasNameForm, MAX_COMPATIBILITY, MAX_DESCRIPTION, MAX_NAME } from './naming.ts';
export { provokes, type Verdict } from './provokes.ts';
export { isCopied, isForOthers } from './audience.ts';
export { deepDocuments, unreached } from './reach.ts';
export { isMarkdown, readDocuments, readSkill, skillOf } from './read.ts';
export { type RememberingFiles, remembering } from './remember.ts';
export type { Resolution, ResolveContext } from './resolution.ts';
export { resolve } from './resolve.ts';
export { type SkillIndex, type SkillLookup, type SkillPlace, skillIndex } from './skills.ts';
export { SkimmedDocument } from './skim.ts';
export { estimateTokens } from './tokens.ts';
