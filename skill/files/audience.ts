/** Who a bundled file is for, by its path alone: the model, people and tools, or the place it is copied to. */

/** Files for people, tools and tests, which no model is meant to load: anywhere, and at the skill's root. */
const NEVER = [
  /(?:^|\/)[._]/,
  /(?:^|\/)(?:evals?|evaluations?|tests?|fixtures?|benchmarks?|node_modules|dist)\//i,
  /(?:^|\/)(?:licen[sc]es?|copying|notice|readme|changelog|contributing|authors|third[-_ ]?party|ofl|makefile|skill)(?:[-_.][\w.-]*)?$/i,
  /(?:^|\/)(?:package(?:-lock)?\.json|tsconfig[\w.]*\.json|pyproject\.toml|requirements[\w-]*\.txt|setup\.(?:py|cfg)|cargo\.toml|go\.mod|gemfile|plugin\.json)$/i,
  /(?:^|\/)(?:test[-_][^/]*|[^/]*[-_.](?:test|spec|eval)s?\.\w+)$|\.(?:lock|log|map|pyc|d\.ts|sum|sha256)$/i,
  /^(?:security|code_of_conduct|todo|agents|claude|gemini|power|spec|eval|version|manifest|metadata|_?meta|upstream|sources?|attribution|credits)(?:\.\w+)?$|^agents\/[^/]+\.ya?ml$|^commands?\/[^/]+\.md$/i,
];
const HISTORY = /(?:^|\/)(?:(?:change|creation)[-_]?log|history|release[-_]?notes)\.\w+$/i;
const COPIED = /(?:^|\/)(?:assets?|templates?|examples?|boilerplate|scaffold)\//i;

/** Whether a file is for people, tools or tests, and no model is meant to load it. `path`: from the skill's folder. */
export const isForOthers = (path: string): boolean => NEVER.some((pattern) => pattern.test(path));

/** Whether a document tells what was, to people. `path`: from the skill's folder. */
export const isHistory = (path: string): boolean => HISTORY.test(path);

/** Whether a file is filled in or copied out: what stands in it is for the place it is copied to. `path`: from the skill's folder. */
export const isCopied = (path: string): boolean => COPIED.test(path);
