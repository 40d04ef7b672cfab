import Icon from '@cloudscape-design/components/icon';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';

/** The icon of a node kind; `label` is for screen readers, if there is no text beside it. */
export const KindIcon = ({ kind, label }: { kind: NodeKind; label?: string }) => (
  <Icon name={nodeFacts[kind].icon} {...(label && { ariaLabel: label })} />
);
