import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { PortalRun } from '#lib/domain/service-portal/portal.schema.ts';
import { pathTo } from '#lib/pages.ts';
import type { Call } from '#web/api/client.ts';
import { refreshQueries } from '#web/api/refetch.ts';
import { servicePortal } from '#web/api/service-portal.ts';
import { useOnce } from '#web/api/use-once.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureText } from '#web/components/failure-text.ts';

/** Why an app that was unpublished or deleted cannot be started again. */
export const notOfferedText = 'The service portal no longer has this app.';

type App = { app_id: string; offered: boolean };

/** Starts a run of an app and opens its page: returns the props of the button. */
const useStartAppRun = <In>(call: Call<In, PortalRun>, input: In, { app_id, offered }: App) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const refusal = useRefusal(call);
  const { mutate, isPending } = useOnce(call);
  const start = () =>
    mutate(input, {
      onSuccess: ({ _id }) => void navigate(pathTo('portalRun', { app_id, bot_exc_id: _id })),
      onError: (error) => {
        flash.error('Error', { id: 'start-app', content: failureText(error) });
        // The app was unpublished while its page was open, which then shows that.
        if (error.status === 404)
          refreshQueries(queries, { queryKey: [servicePortal.getPortalApp.routeKey] });
      },
    });
  return { ...disabledBy(offered ? refusal : notOfferedText), loading: isPending, onClick: start };
};

export const useStartApp = (app_id: string, offered = true) =>
  useStartAppRun(servicePortal.startPortalApp, { app_id }, { app_id, offered });

/** Starts the same run again: a dry run stays one, and the previous input is used. */
export const useRepeatRun = ({ _id, bot_id, offered }: PortalRun) =>
  useStartAppRun(servicePortal.restartPortalRun, { bot_exc_id: _id }, { app_id: bot_id, offered });
