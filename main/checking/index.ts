/** The check of a list: columns, rules, options. */
export { ProjectGifts } from './gifts.ts';
export { Baseline } from './baseline.ts';
export { CheckInputSource, type DigestedInputs } from './check-inputs.ts';
export { checkKey } from './check-key.ts';
export { ColumnMapping } from './column-mapping.ts';
export { type CopiedRowsDeps, checkOnceCopied } from './copied-rows.ts';
export { EarlierSettings, type SettingsFrom } from './earlier-settings.ts';
export { StoredOrganizationRules } from './organization-rules.ts';
export { ProjectCheck } from './project-check.ts';
export { ProjectOptions } from './project-options.ts';
export { ProjectQueries } from './project-queries.ts';
export { typedRecord, type TypedRecord } from './record-input.ts';
export { ScorePresets } from './score-presets.ts';
export { SuppressionList } from './suppression-list.ts';
export { Templates } from './templates.ts';
