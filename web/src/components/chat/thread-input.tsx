import Box from '@cloudscape-design/components/box';
import PromptInput from '@cloudscape-design/components/prompt-input';
import { hasVisibleText } from '#lib/kernel/visible-text.ts';
import { useRefusal } from '#web/app/session.ts';
import { useChatCalls } from './chat-calls.ts';
import type { MessageComposer } from './use-message-composer.ts';

/** More than fit into the height that the input grows to. */
const maxInputRows = 8;

export type ThreadInputProps = {
  /** The agent's name, if there is one. */
  agent?: string;
  writing?: Pick<MessageComposer, 'text' | 'setText' | 'send' | 'isSending'>;
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
        disableActionButton={!hasVisibleText(text) || isSending}
        disabled={closed !== undefined || refusal !== undefined}
        maxRows={maxInputRows}
      />
      {refusal !== undefined && (
        <Box variant="small" color="text-body-secondary">
          {refusal}
        </Box>
      )}
    </div>
  );
};
