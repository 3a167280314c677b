/**
 * The public API of `skill/`. Nothing outside imports any other file of these folders, which `npm run lint:imports` checks.
 * Disk access is exported separately (`disk.ts`), so everything here runs without Node.
 */

export { type Catalog, catalogOf, type OfferedSkill } from './catalog/catalog.ts';
export { foldersUp, type Place } from './catalog/places.ts';
export { type NotOffered, REASONS, type ReasonCode } from './catalog/reasons.ts';
export { type CatalogSources, sourcesOf } from './catalog/sources.ts';
export { ADDITIONAL_TOOLS } from './clients/adk.ts';
export { BASE_SENTENCE, explainsSkillFolder, statesSkillFolder } from './clients/base-folder.ts';
export type * from './clients/behavior.ts';
export {
  type CatalogueShare,
  charactersOf,
  inListOrder,
  type ListedSkills,
  listSkills,
} from './clients/catalogue.ts';
export type * from './clients/catalogue-entry.ts';
export type { ClientId } from './clients/client-id.ts';
export type * from './clients/client-miss.ts';
export { MISSES_SOURCE, NEVER_READ } from './clients/client-miss.ts';
export {
  clientsSearching,
  foldersIn,
  KNOWN_FIELDS,
  type KnownField,
  type UserEnvironment,
  userFolders,
} from './clients/clients.ts';
export { type CommandBase, commandBaseOf, statesBase } from './clients/command-base.ts';
export { DIFFERENCES } from './clients/differences.ts';
export type * from './clients/discovery.ts';
export { lengthProblem } from './clients/dropped.ts';
export type * from './clients/file-tools.ts';
export { flagOf } from './clients/flags.ts';
export { fillsPrefix, searchedFolders, tellsFolder } from './clients/found-as-written.ts';
export {
  countedRunsFor,
  guessedShareOf,
  type MissShare,
  type MissWay,
  missShareOf,
  missWaysOf,
} from './clients/miss-share.ts';
export type * from './clients/profile.ts';
export { PROOFS } from './clients/proofs.ts';
export { SPECIFICATION } from './clients/spec.ts';
export { CLIENTS } from './clients/table.ts';
export { fillTemplate } from './clients/template.ts';
export { placeOfClue } from './clues/elsewhere.ts';
export { namedSkillAt } from './clues/named-skill.ts';
export { isInQuotedSentence } from './clues/quotation.ts';
export { clearDocumentCache, readDocument } from './documents/document.ts';
export { readDocuments, readSkill, skillOf } from './documents/read.ts';
export { type AppendedCase, appendCase, type NewCase } from './eval-cases/append-case.ts';
export type * from './eval-cases/check.ts';
export type * from './eval-cases/eval-case.ts';
export * from './eval-cases/eval-fields.ts';
export { evalFindings } from './eval-cases/eval-findings.ts';
export { claudeCaseMessage, isCanonicalName, isEvalPath, mayHaveCases } from './eval-cases/eval-paths.ts';
export type { EvalFinding } from './eval-cases/misspelt.ts';
export { parseText } from './eval-cases/parsed-text.ts';
export { missingPartOf, placeholder } from './eval-cases/placeholder.ts';
export { readEvalFile, readEvalFileInTurns } from './eval-cases/read-eval-file.ts';
export { isForCopying, isForOthers, isHistory } from './files/audience.ts';
export { type CachingFiles, cachingFiles } from './files/caching-files.ts';
export type * from './files/files.ts';
export type { FileSystem } from './files/files.ts';
export { findSkills, isMarkdown, linkedManifest, MANIFESTS, manifestOf, readBundle } from './files/find.ts';
export { type MemoryFile, memoryFiles, overlay } from './files/memory.ts';
export { neighbors } from './files/neighbors.ts';
export * from './files/paths.ts';
export { type IndexedTree, type RepositoryTree, repositoryTree } from './files/repository-tree.ts';
export { SAFE_GIT_ENVIRONMENT, SAFE_GIT_SETTINGS } from './files/safe-git.ts';
export { type KnownSkill, type SkillIndex, type SkillLookup, skillIndex } from './files/skill-index.ts';
export { suggest } from './files/suggest.ts';
export { fitsKind, isClearlyMeant } from './guess/fits.ts';
export { causeOf, guessesOf } from './guess/guess.ts';
export { MENTION_CLUES } from './guess/mention-clues.ts';
export { MENTION_FEATURES, mentionFeatures } from './guess/mention-judge.ts';
export { certaintyOf, warningCandidate, warningFor } from './guess/mention-warning.ts';
export type { StoredMentionWeights } from './guess/mention-weights.ts';
export { type MissPrediction, predictMiss, similarFiles } from './guess/predict-miss.ts';
export { type AgentSkill, agentSkills } from './instructions/agent-skills.ts';
export { importsOf } from './instructions/imports.ts';
export * from './instructions/instruction-files.ts';
export { type ProjectPath, unmeantClueFor } from './instructions/unmeant-paths.ts';
export { CLUES, PAIRED } from './judge/clues.ts';
export { FEATURES, featuresOf, PAIRS, pairOf } from './judge/features.ts';
export { type Evidence, type Judgment, judge } from './judge/judge.ts';
export { judgmentsHold } from './judge/unchanged.ts';
export { NO_WEIGHTS, readWeights, type StoredTable, type StoredWeights } from './judge/weights.ts';
export { readFrontmatter } from './markdown/frontmatter.ts';
export { splitFrontmatter } from './markdown/frontmatter-lines.ts';
export { splitSections } from './markdown/sections.ts';
export { classifyMiss } from './misses/classify-miss.ts';
export { CLIENT_EXAMPLES, type ClientExamples, examplePathsIn, examplePathsOf } from './misses/client-examples.ts';
export { concernsSkill } from './misses/concerns-skill.ts';
export type { MissExample, MissKind } from './misses/kind.ts';
export { MISS_KINDS } from './misses/kinds.ts';
export type * from './misses/miss.ts';
export { homeIn, isSamePath, slashedPath, tildePath } from './misses/requested-path.ts';
export type { MissKindId } from './model/miss-kind-id.ts';
export type * from './model/model.ts';
export { hasNameForm, MAX_COMPATIBILITY, MAX_DESCRIPTION, MAX_NAME } from './model/naming.ts';
export { type AllowedTool, allowedTools } from './needs/allowed-tools.ts';
export { declaredServers } from './needs/mcp-servers.ts';
export type { CheckedNeed, Need, NeedKind } from './needs/need.ts';
export { type Available, checkNeeds, type Needs, needsOf } from './needs/needs.ts';
export { allowedToolsField, type UncoveredCommand, uncoveredCommands } from './needs/uncovered-commands.ts';
export { descriptionWords, wordsIn as topicalWords } from './neighbors/description-words.ts';
export { type Neighborhood, neighborhoods } from './neighbors/nearest-skills.ts';
export { isPlaceName } from './plugins/client-folders.ts';
export { isFixturePath } from './plugins/fixture-places.ts';
export type * from './plugins/local-path.ts';
export * from './plugins/manifest-files.ts';
export { manifestFindings, manifestPlaceOf, manifestsIn } from './plugins/manifest-findings.ts';
export * from './plugins/read-marketplace.ts';
export { type Plugin, readPlugins, type SkillPath } from './plugins/read-plugin.ts';
export * from './plugins/skill-place.ts';
export { hasPlaceholderName, isTemplatePath } from './plugins/template-places.ts';
export { anchorTarget, collectAnchors, headingFor } from './reach/anchors.ts';
export { deepDocuments, type Texts, unreachedFiles } from './reach/reach.ts';
export { filesReferencedBy } from './reach/reached-files.ts';
export { routes } from './reach/routes.ts';
export { type ToldFile, toldFiles } from './reach/told-files.ts';
export { hookPaths } from './references/hook-paths.ts';
export { type PrefixedPath, prefixedPaths } from './references/skill-prefix.ts';
export { isBaseElsewhere, prefixOf, SPEC_FOLDERS } from './references/target.ts';
export { isTree, treePaths } from './references/trees.ts';
export { type AbsentFolder, absentFolder } from './resolution/absent-folder.ts';
export { basesOf, pluginRootOf } from './resolution/bases.ts';
export { editsFence } from './resolution/edit-effect.ts';
export { leftBehindLookup } from './resolution/look-up.ts';
export {
  addCounts,
  countsInWords,
  kindOfIgnored,
  nounOfKind,
  PATH_KINDS,
  PATH_MEANINGS,
  type PathCounts,
  type PathKind,
  type PathMeaning,
} from './resolution/path-kind.ts';
export { reasonOf } from './resolution/reasons.ts';
export type { Resolution, ResolveContext } from './resolution/resolution.ts';
export { resolve } from './resolution/resolve.ts';
export { unchangedResults } from './resolution/unchanged.ts';
export { notableParts, skimDocument } from './skim/skim.ts';
export { formatCount, formatNumber } from './text/count.ts';
export { defined } from './text/defined.ts';
export { type Edit, editBetween, type PreviousVersion, previousVersionOf } from './text/edit.ts';
export { isDeeperThan } from './text/json-depth.ts';
export { lineAround } from './text/lines.ts';
export { hasWords, manyOccurrencesOf } from './text/occurrences.ts';
export { own, setOwn } from './text/own.ts';
export { parseYaml } from './text/parse-yaml.ts';
export { type AnswerCache, mapParts, PartAnswers, type PartKey, sectionsOf, someParts } from './text/parts.ts';
export { estimateBodyTokens, estimateTokens } from './text/tokens.ts';
export { matchesWildcards } from './text/wildcards.ts';
export { WordSet, wordsIn } from './text/word-set.ts';
export { contentWords, overlap, specificWords } from './text/words.ts';
