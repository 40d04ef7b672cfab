import Icon, { type IconProps } from '@cloudscape-design/components/icon';
import type { NodeKind } from '#lib/domain/bots/node.schema.ts';

const icons: Record<NodeKind, IconProps.Name> = {
  start: 'play',
  end: 'flag',
  condition: 'share',
  parallel: 'multiscreen',
  merge: 'angle-right-double',
  loop: 'redo',
  loop_end: 'undo',
  delay: 'status-pending',
  approval: 'thumbs-up',
  user_input: 'edit',
  notification: 'notification',
  http_request: 'globe',
  python_code: 'script',
  note: 'transcript',
};

/** The icon of a kind of node; `label` says so to screen readers, where no text beside it does. */
export const KindIcon = ({ kind, label }: { kind: NodeKind; label?: string }) => (
  <Icon name={icons[kind]} {...(label && { ariaLabel: label })} />
);
