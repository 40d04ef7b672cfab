import Box from '@cloudscape-design/components/box';
import PromptInput from '@cloudscape-design/components/prompt-input';
import { saysSomething } from '#lib/kernel/says-something.ts';
import { useRefusal } from '#web/app/session.ts';
import { useChatCalls } from './chat-calls.ts';
import type { Writing } from './use-writing.ts';

/** More than fit into the height that the input grows to. */
const mostRows = 8;

export type ThreadInputProps = {
  /** The agent's name, if there is one. */
  agent?: string;
  writing?: Pick<Writing, 'text' | 'setText' | 'send' | 'isSending'>;
  /** Why nobody can write now. */
  closed: string | undefined;
};

/** The input for messages to an agent: Enter sends, Shift+Enter starts a new line. */
export const ThreadInput = ({ agent, writing, closed }: ThreadInputProps) => {
  const label = agent === undefined ? 'Message the agent' : `Message the agent "${agent}"`;
  const refusal = useRefusal(useChatCalls().sendChatMessage);
  const { text = '', setText, send, isSending = false } = writing ?? {};
  return (
    <div className="chat-input">
      <PromptInput
        value={text}
        onChange={({ detail }) => setText?.(detail.value)}
        onAction={() => send?.()}
        ariaLabel={label}
        placeholder={closed ?? label}
        actionButtonIconName="send"
        actionButtonAriaLabel="Send message"
        disableActionButton={!saysSomething(text) || isSending}
        disabled={closed !== undefined || refusal !== undefined}
        maxRows={mostRows}
      />
      {refusal !== undefined && (
        <Box variant="small" color="text-body-secondary">
          {refusal}
        </Box>
      )}
    </div>
  );
};
