import './chat.css';
import type { CSSProperties, ReactNode } from 'react';
import Box from '@cloudscape-design/components/box';
import {
  borderRadiusContainer,
  colorBackgroundContainerContent,
  colorBackgroundItemSelected,
  colorBorderDividerDefault,
} from '@cloudscape-design/design-tokens';
import { Time } from '#web/components/time.tsx';

const colors = {
  '--chat-agent': colorBackgroundContainerContent,
  '--chat-person': colorBackgroundItemSelected,
  '--chat-line': colorBorderDividerDefault,
  '--chat-radius': borderRadiusContainer,
} as CSSProperties;

/** The label of a message that is not stored yet. */
const pendingLabels = { agent: 'Writing', person: 'Sending' } as const;

type Props = {
  by: 'agent' | 'person';
  /** The author's name. */
  name: string;
  /** The time of the message; undefined until it is stored. */
  at: string | undefined;
  children: ReactNode;
};

/** A message: agents' on the left, people's on the right. */
export const Bubble = ({ by, name, at, children }: Props) => (
  <div className={`chat-bubble chat-bubble-${by}`} style={colors}>
    <Box variant="small" color="text-body-secondary">
      {name} · {at === undefined ? pendingLabels[by] : <Time at={at} />}
    </Box>
    {/* Characters that change the text direction have no effect outside of the message. */}
    <div className="chat-bubble-text" dir="auto">
      {children}
    </div>
  </div>
);
