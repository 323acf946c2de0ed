/** Who is sent first in a list. Pure: the worker reads the rows, and the application stores the choice. */
export { chosenOf, sampleBelow, sampledBelow, strataOf } from './cut.ts';
export { INITIAL_PILOT, MAX_KNOWN, PILOT, type PilotPerson, pilotOf } from './pilot.ts';
export { addPoints, ranked } from './ranking.ts';
export { ORDER_HEADINGS, OrderResults, type Yield, orderLines, orderResultSentences } from './results.ts';
export {
  BestOutcome,
  OrderSettings,
  ColumnReading,
  DECILES,
  type Decile,
  type DecileCounts,
  FACTORS,
  FACTOR_TEXTS,
  type Factor,
  GIFT_FACTORS,
  INITIAL_SAMPLE,
  INITIAL_WEIGHTS,
  LEAST_FOR_DECILES,
  MAX_NAMED,
  MAX_SEED,
  MAX_WEIGHT,
  type Weights,
  bestProblem,
  idsIn,
  isPilot,
  withoutNamed,
} from './settings.ts';
export { PILOT_READINESS, bestSentences, directionTexts, pilotTexts, sampleText } from './texts.ts';
