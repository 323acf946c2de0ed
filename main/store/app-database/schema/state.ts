/** What the column `state` of a project stores. */
import { ProjectState } from '../../../../shared/project/project.ts';

/** Keys of earlier programs, in a state and in the one that it resumes. */
const FORMER_KEYS: Readonly<Record<string, string>> = {
  looks: 'observations',
  look: 'observation',
  sameLooks: 'sameObservations',
  doubt: 'unconfirmedStart',
};

const renamed = (state: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(state).map(([key, value]) => [FORMER_KEYS[key] ?? key, value]));

/** Reads a stored state of this program or an earlier one. @throws ZodError for anything else. */
export function storedProjectState(stored: unknown): ProjectState {
  const state = renamed({ ...(stored as object | null) });
  const { resume } = state;
  return ProjectState.parse(typeof resume === 'object' && resume !== null ? { ...state, resume: renamed(resume) } : state);
}
