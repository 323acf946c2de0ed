/**
 * The result of a worker's task, which is canceled when the signal is aborted.
 * @throws what the task throws.
 */
export async function abortableResult<T>(task: { readonly result: Promise<T>; cancel(): void }, signal: AbortSignal): Promise<T> {
  const cancel = () => {
    task.cancel();
  };
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await task.result;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
