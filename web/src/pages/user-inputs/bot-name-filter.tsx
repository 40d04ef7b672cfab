import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { searchText } from '#lib/kernel/page.ts';

type Props = { value: string | undefined; onSearch: (name: string | undefined) => void };

/** Why a text cannot be searched for; undefined if it is empty or valid. */
const problemOf = (text: string): string | undefined =>
  text.trim() === '' ? undefined : searchText.safeParse(text).error?.issues[0]?.message;

/** Searches by the bot's name on Ok, and clears the search on Reset. */
export const BotNameFilter = ({ value, onSearch }: Props) => {
  const [text, setText] = useState(value ?? '');
  const [isSubmitted, setSubmitted] = useState(false);
  const [previousValue, setPreviousValue] = useState(value);
  if (value !== previousValue) {
    setPreviousValue(value);
    setText(value ?? '');
  }
  const problem = problemOf(text);
  const search = () => {
    setSubmitted(true);
    if (!problem) onSearch(text.trim().replace(/\s+/g, ' ') || undefined);
  };
  const reset = () => {
    setSubmitted(false);
    setText('');
    onSearch(undefined);
  };
  return (
    <FormField errorText={isSubmitted && problem}>
      <SpaceBetween size="xs" direction="horizontal">
        <Input
          type="search"
          ariaLabel="Bot Name"
          placeholder="Bot Name"
          clearAriaLabel="Clear the bot's name"
          value={text}
          invalid={isSubmitted && problem !== undefined}
          onChange={({ detail }) => setText(detail.value)}
          onKeyDown={({ detail }) => {
            if (detail.key === 'Enter') search();
          }}
        />
        <Button onClick={search}>Ok</Button>
        <Button onClick={reset}>Reset</Button>
      </SpaceBetween>
    </FormField>
  );
};
