import './jitless.ts';
import '@cloudscape-design/global-styles/index.css';
import './console.css';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { connectTo } from './api/connection.ts';
import { createQueries } from './api/queries.ts';
import { fetchConfig } from './app/config.ts';
import { Console } from './app/console.tsx';
import { headStart } from './app/head-start.ts';
import { setNotice } from './app/notice.tsx';
import { createRouter } from './app/router.tsx';
import { accessToken, configureSession } from './app/session.ts';
import { StartFailed } from './app/start-failed.tsx';

const root = createRoot(document.getElementById('root') ?? document.body);

const start = async (): Promise<void> => {
  const config = await fetchConfig();
  configureSession(config);
  connectTo({ apiUrl: config.apiUrl, socketUrl: config.socketUrl, accessToken });
  setNotice(config.notice);
  const queries = createQueries();
  void headStart(queries);
  root.render(
    <Console queries={queries}>
      <RouterProvider router={createRouter()} />
    </Console>,
  );
};

start().catch((error: unknown) => root.render(<StartFailed error={error} />));
