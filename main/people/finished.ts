import { mayBeCharged, type ProjectState } from '../../shared/project/index.ts';

/** True if nothing can still arrive that would bring somebody back. */
export const isOver = (state: ProjectState): boolean =>
  state.at === 'done' || (state.at === 'ended' && !mayBeCharged(state) && state.resume === null);
