/** Finds one person in everything that the program stores. */
export { PersonEverywhere } from './person-everywhere.ts';
export { PersonExport } from './person-export.ts';
export { PersonErasure } from './person-erasure.ts';
export { FolderTexts } from './folder-texts.ts';
export { Mentions } from './mentions.ts';
export { ProjectTexts } from './project-texts.ts';
