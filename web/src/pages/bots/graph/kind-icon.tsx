import Icon, { type IconProps } from '@cloudscape-design/components/icon';
import type { NodeKind } from '#lib/domain/bots/node.schema.ts';

const icons: Record<NodeKind, IconProps.Name> = {
  start: 'play',
  end: 'flag',
  condition: 'share',
  delay: 'status-pending',
  approval: 'thumbs-up',
  http_request: 'globe',
  note: 'transcript',
};

export const KindIcon = ({ kind }: { kind: NodeKind }) => <Icon name={icons[kind]} />;
