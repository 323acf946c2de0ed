/** Writing scores back to another system, and the proof that they arrived. */
export { WriteBackScreen } from './WriteBackScreen.tsx';
