import './jitless.ts';
import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import './theme.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { ClientProvider, createClient } from '../api/client.ts';
import { FileDropProvider } from '../components/file-drop.tsx';
import { Announcer } from '../components/Announcer.tsx';
import { createQueryClient } from '../api/queries.ts';
import { cssVariablesResolver, theme } from './theme.ts';
import { chooseTransport } from '../api/transport.ts';

const client = createClient(chooseTransport());
const queries = createQueryClient();
const root = document.getElementById('root');

if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
        <QueryClientProvider client={queries}>
          <ClientProvider value={client}>
            <Announcer>
              <FileDropProvider>
                <App />
              </FileDropProvider>
            </Announcer>
          </ClientProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
