import { useState } from 'react';
import Button from '@cloudscape-design/components/button';

/** The number shown at first early in a conversation, and the number after expanding. */
const initialCount = 3;
const maxSuggestions = 4;

/** From this number of messages on, all suggestions are shown at once. */
const showAllFrom = 4;

type Props = {
  suggestions: readonly string[];
  /** The number of messages so far. */
  messageCount: number;
  onChoose: (text: string) => void;
  isSending: boolean;
};

/** Suggested answers that a user can send with one click. */
export const Suggestions = ({ suggestions, messageCount, onChoose, isSending }: Props) => {
  const [isAll, setIsAll] = useState(false);
  const offered = suggestions.slice(0, maxSuggestions);
  const visibleTexts =
    isAll || messageCount >= showAllFrom ? offered : offered.slice(0, initialCount);
  if (offered.length === 0) return null;
  return (
    <ul className="chat-suggestions" aria-label="Suggested answers">
      {visibleTexts.map((text) => (
        <li key={text}>
          <Button disabled={isSending} wrapText onClick={() => onChoose(text)}>
            {text}
          </Button>
        </li>
      ))}
      {visibleTexts.length < offered.length && (
        <li>
          <Button variant="inline-link" onClick={() => setIsAll(true)}>
            Show more
          </Button>
        </li>
      )}
    </ul>
  );
};
