import './versions.css';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { triggerOf } from '#lib/domain/bots/trigger.rules.ts';
import type { BotSummary, BotView } from '#lib/domain/bots/bot.schema.ts';
import { compareGraphs } from '#lib/domain/bots/version.rules.ts';
import { parseTimetable } from '#lib/domain/schedules/timetable.rules.ts';
import { bots } from '#web/api/bots.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { FactList } from '#web/components/fact-list.tsx';
import { failureText } from '#web/components/failure-text.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { LazyCostFacts } from '../cost/lazy-cost-facts.tsx';
import { NextRuns } from '#web/components/schedule/next-runs.tsx';
import { AwsRightsList } from './aws-rights.tsx';
import { changeLines } from './change-lines.ts';
import { Differences } from './differences.tsx';
import { isSwitchedOff } from '#lib/domain/bots/status.rules.ts';
import { OutsideCallsList } from './outside-calls.tsx';
import { publishEffects, waitsForSchedule } from './publish-effects.ts';

type Props = {
  bot: BotSummary;
  version: number;
  onPublished: (bot: BotView) => void;
  onClose: () => void;
};

const resultOf = (bot: BotView, version: number): string => {
  if (bot.status === 'enabled') return `Version ${version} is published and the bot is enabled.`;
  const waits = waitsForSchedule(bot, bot.graph);
  return waits
    ? `Version ${version} is published. Schedule the bot to enable it.`
    : `Version ${version} is published. The bot stays disabled.`;
};

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <FactList>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </FactList>
);

type ChangesProps = { botId: string; from: number; to: number; view: BotView | undefined };

/** The differences from the published version. */
const Changes = ({ botId: bot_id, from, to, view }: ChangesProps) => {
  const { data: running, error, refetch } = useCall(bots.getBot, { bot_id, version: from });
  if (error) return <LoadFailed error={error} subject="the changes" onRetry={refetch} />;
  const found = running && view && compareGraphs(running.graph, view.graph);
  const lines = found && changeLines(found);
  return (
    <div>
      <Box variant="awsui-key-label">Changes since version {from}, which is published now</Box>
      {!lines && <Loading text="Comparing versions" />}
      {lines?.length === 0 && <Box>Both versions are the same.</Box>}
      {lines && lines.length > 0 && <Lines lines={lines} />}
      {found && found.nodes.length > 0 && (
        <ExpandableSection
          variant="footer"
          headerText={`Compare version ${from} with version ${to} in full`}
        >
          <Differences found={found} />
        </ExpandableSection>
      )}
    </div>
  );
};

/** The schedule that the bot keeps, if the version is started by one. */
const timetableOf = ({ cron_expression, tz_info }: BotSummary, { graph }: BotView) => {
  const isScheduled = triggerOf(graph).trigger_type === 'scheduled';
  if (!isScheduled || cron_expression === undefined || tz_info === undefined) return undefined;
  const result = parseTimetable({ cron_expression, tz_info });
  return 'timetable' in result ? result.timetable : undefined;
};

type RightsProps = { botId: string; from: number | undefined; view: BotView };

/** The AWS rights and other calls of its runs, and which of them are new. */
const Rights = ({ botId: bot_id, from, view }: RightsProps) => {
  const input = { bot_id, version: from ?? view.version };
  const { data: running } = useCall(bots.getBot, input);
  const previous = from === undefined ? undefined : running;
  return (
    <div className="bot-rights">
      <AwsRightsList
        title="AWS calls that this version may make"
        rights={view.aws_rights_now}
        previous={previous?.aws_rights}
      />
      <OutsideCallsList
        title="Calls outside AWS that this version may make"
        calls={view.outside_calls}
        previous={previous?.outside_calls}
      />
    </div>
  );
};

/** Whether there are calls to show, or there may have been in the previous version. */
const hasCallsToShow = (
  { published_version }: BotSummary,
  { aws_rights_now, outside_calls }: BotView,
) => published_version !== undefined || aws_rights_now.length + outside_calls.length > 0;

/**
 * The consequences of publishing the version: starts, next runs, costs; or why it is not possible.
 */
const Outcome = ({ bot, view }: { bot: BotSummary; view: BotView }) => {
  const { graph, problems, warnings } = view;
  if (problems.length > 0) {
    return (
      <Alert type="error" header="This version cannot be published">
        <Lines lines={[...new Set(problems.map(({ message }) => message))]} />
      </Alert>
    );
  }
  const timetable = timetableOf(bot, view);
  return (
    <SpaceBetween size="l">
      {warnings.length > 0 && (
        <Alert type="warning" header="Warnings">
          <Lines lines={warnings.map(({ message }) => message)} />
        </Alert>
      )}
      <div>
        <Box variant="awsui-key-label">What publishing does</Box>
        <Lines lines={publishEffects(bot, graph)} />
      </div>
      {hasCallsToShow(bot, view) && (
        <Rights botId={bot._id} from={bot.published_version} view={view} />
      )}
      {timetable && <NextRuns timetable={timetable} />}
      <LazyCostFacts graph={graph} cron={timetable?.cron} botId={bot._id} />
    </SpaceBetween>
  );
};

const usePublishing = ({ bot, version, onPublished, onClose }: Props) => {
  const { mutate, error, isPending } = useAction(bots.publishBot);
  const publish = (enable?: boolean) =>
    mutate(
      { bot_id: bot._id, version, ...(enable && { enable }) },
      {
        onSuccess: (published) => {
          onClose();
          onPublished(published);
          flash.success(resultOf(published, version));
        },
      },
    );
  return { publish, error, isPending };
};

/** Shows the changes, effects and costs of a version before it is published. */
export const PublishModal = (props: Props) => {
  const { bot, version, onClose } = props;
  const { _id: botId, published_version: from } = bot;
  const { data: view, error, refetch } = useCall(bots.getBot, { bot_id: botId, version });
  const publishing = usePublishing(props);
  const isRepublished = from === version;
  const isRefused = view?.problems.length !== 0;
  const waits = !isRefused && waitsForSchedule(bot, view.graph);
  return (
    <Dialog
      title={`Publish version ${version}`}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {isSwitchedOff(bot) && !waits && (
            <Button
              disabled={isRefused || publishing.isPending}
              onClick={() => publishing.publish(true)}
            >
              Publish and enable
            </Button>
          )}
          <Button
            variant="primary"
            disabled={isRefused}
            loading={publishing.isPending}
            onClick={() => publishing.publish()}
          >
            {waits ? 'Publish and schedule' : `Publish version ${version}`}
          </Button>
        </SpaceBetween>
      }
      busy={publishing.isPending}
      onClose={onClose}
    >
      <SpaceBetween size="l">
        {publishing.error && (
          <Alert type="error" header="The bot was not published.">
            {publishing.error.detail.map(({ msg }) => msg).join(' ') ||
              failureText(publishing.error)}
          </Alert>
        )}
        <Box>
          Version {version} of <Box variant="strong">{bot.name}</Box>{' '}
          {isRepublished
            ? 'is already published. The AWS calls that it makes have changed since.'
            : 'becomes the active version.'}
          {from === undefined && ' It is the first one.'}
        </Box>
        {from !== undefined && !isRepublished && !error && (
          <Changes botId={botId} from={from} to={version} view={view} />
        )}
        {error && <LoadFailed error={error} subject="this version" onRetry={refetch} />}
        {!view && !error && <Loading text="Loading this version" />}
        {view && <Outcome bot={bot} view={view} />}
      </SpaceBetween>
    </Dialog>
  );
};
