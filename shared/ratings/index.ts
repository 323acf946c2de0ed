/** Ratings: the office's own words for the values of a score. */
export { quantileSteps, roundSteps } from './presets.ts';
export { MAX_STEPS, OUTSIDE, Rating, nearText, ratingProblem, ratingText, stepOf, stepText } from './rating.ts';
