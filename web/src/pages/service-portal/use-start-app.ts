import { useNavigate } from 'react-router';
import { servicePortal } from '#web/api/service-portal.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { runPath } from './links.ts';

/** Begins a run of an app and goes to its page: props of the button that does it. */
export const useStartApp = (app_id: string) => {
  const navigate = useNavigate();
  const refusal = useRefusal(servicePortal.startPortalApp);
  const { mutate, isPending } = useAction(servicePortal.startPortalApp);
  const start = () =>
    mutate(
      { app_id },
      {
        onSuccess: ({ _id }) => void navigate(runPath(app_id, _id)),
        onError: ({ message }) => flash.error('Error', { id: 'start-app', content: message }),
      },
    );
  return { ...disabledBy(refusal), loading: isPending, onClick: start };
};
