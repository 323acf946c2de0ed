/** Addresses of the page. */
export { followProgress, isFollowed, stopFollowing } from './followed.ts';
export { forgetStates, keptStates, statesAfterReload } from './kept-state.ts';
export { lastStepOf, rememberStep } from './last-step.ts';
export { remember, remembered } from './remembered.ts';
export {
  type ResultListState,
  hasScores,
  requestedState,
  resultSearch,
  selectionOf,
  sortOf,
  useResultListState,
} from './result-list-state.ts';
export {
  type PlainRoute,
  type ProjectRoute,
  type Route,
  STEPS,
  type Search,
  type Step,
  isArrival,
  isShown,
  navigate,
  shownScreen,
  toProject,
  toScreen,
  useRoute,
} from './router.ts';
