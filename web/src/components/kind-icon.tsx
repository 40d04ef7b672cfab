import Icon from '@cloudscape-design/components/icon';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kind.schema.ts';

/** The icon of a kind of node; `label` says so to screen readers, where no text beside it does. */
export const KindIcon = ({ kind, label }: { kind: NodeKind; label?: string }) => (
  <Icon name={nodeFacts[kind].icon} {...(label && { ariaLabel: label })} />
);
