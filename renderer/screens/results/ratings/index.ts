/** Ratings and officers on Scores: the matrix, officers, assigning people. */
export { AssignDialog } from './AssignDialog.tsx';
export { ScoresTop, useScoresView, ViewSwitch } from './ScoresTop.tsx';
