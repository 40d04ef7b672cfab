import { useState } from 'react';
import Button from '@cloudscape-design/components/button';

/** Shown at first while little was said, and what a button shows besides. */
const fewer = 3;
const most = 4;

/** Messages from which on a conversation is under way. */
const underWay = 4;

type Props = {
  suggestions: readonly string[];
  /** Messages so far. */
  said: number;
  onChoose: (text: string) => void;
  isSending: boolean;
};

/** Answers that somebody may give by one click. */
export const Suggestions = ({ suggestions, said, onChoose, isSending }: Props) => {
  const [isAll, setIsAll] = useState(false);
  const offered = suggestions.slice(0, most);
  const shown = isAll || said >= underWay ? offered : offered.slice(0, fewer);
  if (offered.length === 0) return null;
  return (
    <ul className="chat-suggestions" aria-label="Suggested answers">
      {shown.map((text) => (
        <li key={text}>
          <Button disabled={isSending} wrapText onClick={() => onChoose(text)}>
            {text}
          </Button>
        </li>
      ))}
      {shown.length < offered.length && (
        <li>
          <Button variant="inline-link" onClick={() => setIsAll(true)}>
            Show more
          </Button>
        </li>
      )}
    </ul>
  );
};
