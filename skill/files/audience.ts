/** The audience of a bundled file, judged by its path: the model, people and tools, or the project it is copied to. */

/** Files for people, tools and tests, which no model is meant to load: in any folder, or in the skill's root folder. */
const NOT_FOR_MODELS = [
  /(?:^|\/)[._]/,
  /(?:^|\/)(?:evals?|evaluations?|(?:self[-_])?tests?|fixtures?|benchmarks?|node_modules|dist)\//i,
  /(?:^|\/)(?:licen[sc]es?|copying|notice|readme|changelog|contributing|authors|third[-_ ]?party|ofl|makefile|skill)(?:[-_.][\w.-]*)?$/i,
  /(?:^|\/)(?:package(?:-lock)?\.json|tsconfig[\w.]*\.json|pyproject\.toml|requirements[\w-]*\.txt|setup\.(?:py|cfg)|cargo\.toml|go\.mod|gemfile|plugin\.json)$/i,
  /(?:^|\/)(?:test[-_][^/]*|[^/]*[-_.](?:test|spec|eval)s?\.\w+)$|\.(?:lock|log|map|pyc|d\.ts|sum|sha256)$/i,
  /^(?:security|code_of_conduct|todo|agents|claude|gemini|power|spec|eval|version|manifest|metadata|_?meta|upstream|sources?|attribution|credits)(?:\.\w+)?$|^agents\/[^/]+\.ya?ml$|^commands?\/[^/]+\.md$/i,
];
const HISTORY = /(?:^|\/)(?:(?:change|creation)[-_]?log|history|release[-_]?notes)\.\w+$/i;
const COPIED = /(?:^|\/)(?:assets?|templates?|examples?|boilerplate|scaffold)\//i;

/** Returns true if a file is for people, tools or tests, not for a model. `path` is relative to the skill's folder. */
export const isForOthers = (path: string): boolean => NOT_FOR_MODELS.some((pattern) => pattern.test(path));

/**
 * Returns true if a document is a history for people, such as a changelog. `path` is relative to the skill's folder.
 */
export const isHistory = (path: string): boolean => HISTORY.test(path);

/**
 * Returns true if a file is filled in or copied, so its text is about the target project. `path` is relative to the
 * skill's folder.
 */
export const isForCopying = (path: string): boolean => COPIED.test(path);
