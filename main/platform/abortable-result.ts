/**
 * The result of a worker's task. If the signal is aborted, the task is canceled.
 * @throws what the task throws.
 */
export async function abortableResult<T>(
  task: { readonly result: Promise<T>; cancel(): void },
  signal: AbortSignal | undefined,
): Promise<T> {
  const cancel = () => task.cancel();
  if (signal?.aborted === true) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await task.result;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
