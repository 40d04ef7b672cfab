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

/** What is said of a message that is on its way. */
const unstored = { agent: 'Writing', person: 'Sending' } as const;

type Props = {
  by: 'agent' | 'person';
  /** Who says it. */
  name: string;
  /** It is not stored until there is a time. */
  at: string | undefined;
  children: ReactNode;
};

/** What somebody says: agents at the left, people at the right. */
export const Bubble = ({ by, name, at, children }: Props) => (
  <div className={`chat-bubble chat-bubble-${by}`} style={colors}>
    <Box variant="small" color="text-body-secondary">
      {name} · {at === undefined ? unstored[by] : <Time at={at} />}
    </Box>
    {/* Characters that turn the direction of a text turn nothing beside it. */}
    <div className="chat-bubble-text" dir="auto">
      {children}
    </div>
  </div>
);
