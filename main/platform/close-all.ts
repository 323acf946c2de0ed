/**
 * Runs all steps in order, even after one fails: a file that cannot be removed must not keep a lock or a database open.
 * @throws what the first failed step threw, after the last step
 */
export async function closeAll(steps: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
