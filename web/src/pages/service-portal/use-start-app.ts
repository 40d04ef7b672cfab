import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { pathTo } from '#lib/pages.ts';
import { readAgain } from '#web/api/read-again.ts';
import { servicePortal } from '#web/api/service-portal.ts';
import { useOnce } from '#web/api/use-once.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureText } from '#web/components/failure-text.ts';

/** Why an app cannot be started again that has been taken back, or deleted. */
export const notOffered = 'The service portal does not have this app any more.';

/** Begins a run of an app and goes to its page: props of the button that does it. */
export const useStartApp = (app_id: string, offered = true) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const refusal = useRefusal(servicePortal.startPortalApp);
  const { mutate, isPending } = useOnce(servicePortal.startPortalApp);
  const start = () =>
    mutate(
      { app_id },
      {
        onSuccess: ({ _id }) => void navigate(pathTo('portalRun', { app_id, bot_exc_id: _id })),
        onError: (error) => {
          flash.error('Error', { id: 'start-app', content: failureText(error) });
          // It was taken back while its page was open, which says so then.
          if (error.status === 404)
            readAgain(queries, { queryKey: [servicePortal.getPortalApp.routeKey] });
        },
      },
    );
  return { ...disabledBy(offered ? refusal : notOffered), loading: isPending, onClick: start };
};
