import './jitless.ts';
import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import './theme.css';
import './forced-colors.css';

/** Ends the current task, so that the browser can handle input and draw frames between the parts of the start. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Evaluates the page in parts, one task each, because together they would block the window for a tenth of a second. The schemas of the
 * contract are the largest part, so they are divided into three.
 */
async function start(): Promise<void> {
  await nextTask();
  const { theme, cssVariablesResolver } = await import('./theme.ts');
  await nextTask();
  await import('../../shared/project/index.ts');
  await nextTask();
  await import('../../shared/results/index.ts');
  await nextTask();
  await import('../../shared/contract/index.ts');
  await nextTask();
  const { chooseTransport, createQueryClient } = await import('../api/index.ts');
  await nextTask();
  const { renderPage } = await import('./root.tsx');
  await nextTask();
  renderPage({ theme, cssVariablesResolver, transport: chooseTransport(), queries: createQueryClient() });
}

void start();
