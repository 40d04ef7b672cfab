import { pathTo } from '#lib/pages.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import { Link } from '#web/components/link.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { UsingBot } from '#web/components/using-bot.tsx';

/** The uses of an integration: when it is scanned or called automatically, and in which bots. */
export const IntegrationUsage = ({ accountId }: { accountId: string }) => {
  const { data, error } = useCall(integrations.getIntegrationUse, { accountId });
  const { nameOf } = useIntegrationTypes();
  if (error) return <p>The bots that use it could not be loaded.</p>;
  if (!data) return <p>Looking for bots that use it.</p>;
  const { items, integrations: dependents, scan } = data;
  return (
    <>
      {items.length === 0 && <p>No bot uses it.</p>}
      <ul>
        {items.map((bot, at) => (
          <UsingBot key={bot.bot_id || at} {...bot} />
        ))}
        {dependents.map(({ accountId: id, alias, cspName }) => (
          <li key={id}>
            <Link to={pathTo('integration', { accountId: id })}>{alias}</Link> ({nameOf(cspName)},
            which acts with its role)
          </li>
        ))}
        {scan && (
          <li>
            Its <Link to={pathTo('scanSchedules')}>scans</Link> (scheduled:{' '}
            {scan.cron_expression}, {scan.tz_info})
          </li>
        )}
      </ul>
    </>
  );
};
