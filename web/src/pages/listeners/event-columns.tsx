import Button from '@cloudscape-design/components/button';
import type { ListenerEventView } from '#lib/domain/listeners/listener-event.schema.ts';
import { cellText } from '#web/components/cell-text.ts';
import type { Column } from '#web/components/list-table.tsx';
import { localTime, Time } from '#web/components/time.tsx';
import { HandlingState } from './handling.tsx';

/** Learned fields that are shown by default. */
const shownFields = 4;

const fieldColumn = (field: string, index: number): Column<ListenerEventView> => ({
  id: `field.${field}`,
  name: field,
  minWidth: 140,
  hidden: index >= shownFields,
  cell: ({ payload }) => (payload ? cellText(payload[field]) : 'Larger than 32 KB'),
});

/** The event's own columns, then one for each field that the listener has learned. */
export const eventColumns = (
  fields: readonly string[],
  onOpen: (event: ListenerEventView) => void,
): Column<ListenerEventView>[] => [
  {
    id: 'received',
    name: 'Received',
    isRowHeader: true,
    width: 230,
    minWidth: 230,
    cell: (event) => (
      <Button
        variant="inline-link"
        ariaLabel={`Event of ${localTime(event.received_at)}`}
        onClick={() => onOpen(event)}
      >
        <Time at={event.received_at} />
      </Button>
    ),
  },
  {
    id: 'runs',
    name: 'Result',
    width: 170,
    minWidth: 140,
    cell: (event) => <HandlingState event={event} />,
  },
  ...fields.map(fieldColumn),
  {
    id: 'delivery',
    name: 'Delivery ID',
    minWidth: 160,
    hidden: true,
    cell: ({ delivery_id }) => delivery_id ?? '-',
  },
  { id: 'id', name: 'Event ID', minWidth: 320, hidden: true, cell: ({ _id }) => _id },
];
