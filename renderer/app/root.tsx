import { type CSSVariablesResolver, type MantineThemeOverride, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { ClientProvider, type Transport, createClient } from '../api/index.ts';
import { FileImportProvider } from '../components/index.ts';
import { Announcer } from '../kit/index.ts';

interface PageParts {
  readonly theme: MantineThemeOverride;
  readonly cssVariablesResolver: CSSVariablesResolver;
  readonly transport: Transport;
  readonly queries: QueryClient;
}

/** Shows the application in the document. */
export function renderPage({ theme, cssVariablesResolver, transport, queries }: PageParts): void {
  const root = document.getElementById('root');
  if (root === null) return;
  const page = (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
        <QueryClientProvider client={queries}>
          <ClientProvider value={createClient(transport)}>
            <Announcer>
              <FileImportProvider>
                <App />
              </FileImportProvider>
            </Announcer>
          </ClientProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
  // As a transition, the first render is divided into tasks that input can interrupt.
  startTransition(() => createRoot(root).render(page));
}
