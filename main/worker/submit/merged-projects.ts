/** The projects whose results were merged into a project file. The file lists their rows with those that the project itself sent. */
import { z } from 'zod';
import type { ProjectFile } from '../../store/project-file/index.ts';

const NAME = 'joined';
const ProjectIds = z.array(z.string());

export const mergedProjects = (file: ProjectFile): readonly string[] => ProjectIds.safeParse(file.getValue(NAME)).data ?? [];

export const hasMergedProjects = (file: ProjectFile): boolean => file.getValue(NAME) !== undefined;

export function storeMergedProjects(file: ProjectFile, projectIds: readonly string[]): void {
  file.putValue(NAME, projectIds);
}
