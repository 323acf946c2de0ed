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

/** Earlier programs stored numbers of rows as a service gave them, also ones that no list has: they are unknown. */
const withoutImpossibleRows = (state: object): unknown =>
  JSON.parse(JSON.stringify(state), (key, value: unknown) =>
    key === 'totalRows' && typeof value === 'number' && !Number.isSafeInteger(value) ? null : value,
  );

/** Reads a stored state of this program or an earlier one. @throws ZodError for anything else. */
export function storedProjectState(stored: unknown): ProjectState {
  const state = renamed({ ...(stored as object | null) });
  const { resume } = state;
  const present = typeof resume === 'object' && resume !== null ? { ...state, resume: renamed(resume) } : state;
  return ProjectState.safeParse(present).data ?? ProjectState.parse(withoutImpossibleRows(present));
}
