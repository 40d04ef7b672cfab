import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { UserInputView } from '#lib/domain/user-inputs/user-input.schema.ts';
import { BotLink } from '#web/components/bot-link.tsx';
import { Copy } from '#web/components/copy.tsx';
import { Expiry } from '#web/components/expiry.tsx';
import { Time } from '#web/components/time.tsx';
import { turnText } from '#lib/domain/questions/turn.rules.ts';
import { Authorizers } from './authorizers.tsx';
import { resolverText } from './resolver-text.ts';
import { Status } from './statuses.tsx';

const endItemsOf = ({ resolver, resolved_at, expires_on, status, withdrawn }: UserInputView) => {
  if (resolver) {
    return [
      { label: 'Resolved by', value: resolverText(resolver) },
      { label: 'Resolved', value: <Time at={resolved_at} /> },
    ];
  }
  const label = status === 'EXPIRED' && !withdrawn ? 'Expired' : 'Expires';
  return [{ label, value: <Expiry at={expires_on} isOpen={status === 'PENDING'} /> }];
};

const itemsOf = (view: UserInputView) => [
  { label: 'Status', value: <Status status={view.status} withdrawn={view.withdrawn} /> },
  ...endItemsOf(view),
  { label: 'Bot', value: <BotLink {...view} /> },
  ...(view.loop_details ? [{ label: 'Iteration', value: turnText(view.loop_details) }] : []),
  { label: 'Authorizers', value: <Authorizers names={view.input_for} /> },
  { label: 'Created', value: <Time at={view.created_at} /> },
  { label: 'User input ID', value: <Copy text={view._id} subject="user input ID" /> },
];

export const Summary = ({ view }: { view: UserInputView }) => (
  <KeyValuePairs columns={3} items={itemsOf(view)} />
);
