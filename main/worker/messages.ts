export interface TaskMap {
  none: { input: null; output: null };
}
export type TaskName = keyof TaskMap;
