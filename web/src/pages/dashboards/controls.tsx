import Button from '@cloudscape-design/components/button';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import {
  rangeFacts,
  type TimeRange,
  timeRange,
  timeRanges,
} from '#lib/domain/dashboards/widgets/time-range.schema.ts';

type Props = {
  dateRange: TimeRange;
  onRange: (range: TimeRange) => void;
  /** Why the user may not take each action; undefined if they may. */
  refusals: { create: string | undefined; update: string | undefined; remove: string | undefined };
  isOpen: boolean;
  dirty: boolean;
  isSaving: boolean;
  isCreating: boolean;
  onManage: () => void;
  onCreate: () => void;
  onDelete: () => void;
  onDiscard: () => void;
  onSave: () => void;
};

const disabledProps = (refusal: string | undefined) =>
  refusal === undefined ? {} : { disabled: true, disabledReason: refusal };

/** The actions on the open dashboard. */
export const Controls = (props: Props) => {
  const { dateRange, onRange, refusals, isOpen, dirty, isSaving, isCreating } = props;
  return (
    <SpaceBetween size="xs" direction="horizontal" alignItems="center">
      <SegmentedControl
        label="Time Range"
        selectedId={dateRange}
        options={timeRanges.map((id) => ({ id, text: rangeFacts[id].name }))}
        onChange={({ detail }) => onRange(timeRange.parse(detail.selectedId))}
      />
      <Button loading={isCreating} onClick={props.onCreate} {...disabledProps(refusals.create)}>
        Add dashboard
      </Button>
      {isOpen && (
        <Button onClick={props.onDelete} {...disabledProps(refusals.remove)}>
          Delete dashboard
        </Button>
      )}
      {isOpen && (
        <Button onClick={props.onManage} {...disabledProps(refusals.update)}>
          Manage Widgets
        </Button>
      )}
      {dirty && <Button onClick={props.onDiscard}>Discard changes</Button>}
      {dirty && (
        <Button
          variant="primary"
          loading={isSaving}
          onClick={props.onSave}
          {...disabledProps(refusals.update)}
        >
          Save Dashboard
        </Button>
      )}
    </SpaceBetween>
  );
};
