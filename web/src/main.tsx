import './jitless.ts';
import '@cloudscape-design/global-styles/index.css';
import './console.css';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { setConnection } from './api/connection.ts';
import { createQueryClient } from './api/queries.ts';
import { fetchConfig } from './app/config.ts';
import { Console } from './app/console.tsx';
import { prefetchFirstPage } from './app/prefetch-first-page.ts';
import { setNotice } from './app/notice.tsx';
import { createRouter } from './app/router.tsx';
import { configureSession, getAccessToken } from './app/session.ts';
import { StartFailed } from './app/start-failed.tsx';

const root = createRoot(document.getElementById('root') ?? document.body);

const start = async (): Promise<void> => {
  const config = await fetchConfig();
  configureSession(config);
  setConnection({
    apiUrl: config.apiUrl,
    socketUrl: config.socketUrl,
    accessToken: getAccessToken,
  });
  setNotice(config.notice);
  const queries = createQueryClient();
  void prefetchFirstPage(queries);
  root.render(
    <Console queries={queries}>
      <RouterProvider router={createRouter()} />
    </Console>,
  );
};

start().catch((error: unknown) => root.render(<StartFailed error={error} />));
