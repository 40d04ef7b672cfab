import { useRef } from 'react';
import Button from '@cloudscape-design/components/button';
import PromptInput, { type PromptInputProps } from '@cloudscape-design/components/prompt-input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { type Conversation, restartConversation, updateConversation } from './conversation.ts';
import type { ChosenModel } from './live-deps.ts';
import { sendRefusal } from './proposal-decision.ts';
import { sendToBuilder } from './send.ts';

const maxInputRows = 8;

/** The most characters of a message, the same as for agents. */
const maxMessageLength = 8000;

type Props = {
  builder: string;
  draft: Graph;
  conversation: Conversation;
  /** Undefined if no model is available. */
  model: ChosenModel | undefined;
};

/** The input for messages: Enter sends, Shift+Enter starts a new line. */
export const BuilderInput = ({ builder, draft, conversation, model }: Props) => {
  const { lines, text, working, proposal } = conversation;
  const field = useRef<PromptInputProps.Ref>(null);
  const refusal = sendRefusal(conversation, draft);
  const placeholder = proposal ? 'What should be different?' : 'What should the bot do?';
  const isLong = text.length > maxMessageLength;
  const isDisabled = refusal !== undefined || !model;
  return (
    <SpaceBetween size="s">
      <PromptInput
        ref={field}
        value={text}
        onChange={({ detail }) =>
          updateConversation(builder, { text: detail.value, isSentAtOnce: undefined })
        }
        onAction={() => {
          if (model && !isDisabled && !isLong && text.trim() !== '')
            void sendToBuilder(builder, draft, model);
        }}
        ariaLabel="Message to the AI builder"
        placeholder={refusal ?? placeholder}
        actionButtonIconName="send"
        actionButtonAriaLabel="Send message"
        disableActionButton={text.trim() === '' || isDisabled || isLong}
        disabled={isDisabled}
        invalid={isLong}
        secondaryContent={isLong ? `Write at most ${maxMessageLength} characters.` : undefined}
        minRows={3}
        maxRows={maxInputRows}
      />
      {lines.length > 0 && (
        <Button
          iconName="add-plus"
          disabled={working !== undefined || proposal !== undefined}
          disabledReason={proposal ? 'Apply or discard the change first' : refusal}
          onClick={() => {
            restartConversation(builder);
            // The button is removed with the conversation.
            field.current?.focus();
          }}
        >
          New conversation
        </Button>
      )}
    </SpaceBetween>
  );
};
