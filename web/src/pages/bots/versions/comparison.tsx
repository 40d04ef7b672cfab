import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Differences } from './differences.tsx';

type Props = { botId: string; from: number; to: number; onClose: () => void };

/** Where two versions of a bot differ, from the older to the newer one. */
export const Comparison = ({ botId, from, to, onClose }: Props) => {
  const call = useCall(bots.compareBotVersions, { bot_id: botId, from, to });
  const { data, error, refetch } = call;
  return (
    <Dialog
      title={`Compare version ${from} with version ${to}`}
      size="large"
      closeText="Close"
      onClose={onClose}
    >
      {data && <Differences found={data} />}
      {!data && error && <LoadFailed error={error} what="both versions" onRetry={refetch} />}
      {!data && !error && <Loading text="Comparing versions" />}
    </Dialog>
  );
};
