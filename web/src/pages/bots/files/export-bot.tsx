import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Checkbox from '@cloudscape-design/components/checkbox';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import type { FileKind } from '#lib/kernel/file-kinds.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { ArnWarning } from '#web/components/files/arn-warning.tsx';
import { ExportDialog } from '#web/components/files/export-dialog.tsx';

type Bot = Pick<BotSummary, '_id' | 'name' | 'draft_version' | 'published_version'>;

const list = new Intl.ListFormat('en');

const formatNames = (names: readonly string[]): string =>
  list.format(names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names);

type VersionProps = { bot: Bot; version: number; onChange: (version: number) => void };

/** The choice of the version, if there are two. */
const VersionChoice = ({ bot, version, onChange }: VersionProps) => {
  const { draft_version: draft, published_version: published } = bot;
  if (published === undefined || published === draft) return null;
  return (
    <SegmentedControl
      label="Version"
      selectedId={String(version)}
      options={[
        { id: String(draft), text: `Draft v${draft}` },
        { id: String(published), text: `Published v${published}` },
      ]}
      onChange={({ detail }) => onChange(Number(detail.selectedId))}
    />
  );
};

type PinsProps = {
  nodes: readonly string[];
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** Pinned data is left out unless the user includes it. */
const PinsChoice = ({ nodes, checked, onChange }: PinsProps) => (
  <Checkbox
    checked={checked}
    description={`Pinned data of ${formatNames(nodes)}. Its texts may contain names and secrets.`}
    onChange={({ detail }) => onChange(detail.checked)}
  >
    Include pinned data
  </Checkbox>
);

/** A bot as a file. */
export const ExportBot = ({ bot, onClose }: { bot: Bot; onClose: () => void }) => {
  const [kind, setKind] = useState<FileKind>('yaml');
  const [version, setVersion] = useState(bot.draft_version);
  const [withPins, setWithPins] = useState(false);
  const pins = withPins ? 'true' : 'false';
  const input = { bot_id: bot._id, kind, version, pins } as const;
  const file = useCall(bots.exportBot, input, { keep: true });
  const { data } = file;
  return (
    <ExportDialog
      {...{ name: bot.name, kind, file, onClose }}
      onKind={setKind}
      choices={<VersionChoice bot={bot} version={version} onChange={setVersion} />}
    >
      <Box color="text-body-secondary">
        The file contains what the bot does. Secrets, references to objects of your organisation and
        fields that are an ARN are left out{withPins ? '.' : ', and so is pinned data.'}
      </Box>
      {data && data.pinned_nodes.length > 0 && (
        <PinsChoice nodes={data.pinned_nodes} checked={withPins} onChange={setWithPins} />
      )}
      {data && <ArnWarning arns={data.arns} />}
    </ExportDialog>
  );
};
