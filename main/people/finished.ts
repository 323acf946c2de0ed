import { mayBeCharged, type ProjectState } from '../../shared/project/index.ts';

/** Nothing can still arrive that brings somebody back. */
export const isOver = (state: ProjectState): boolean =>
  state.at === 'done' || (state.at === 'ended' && !mayBeCharged(state) && state.resume === null);
