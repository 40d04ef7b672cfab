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
  const [asked, setAsked] = useState(false);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setText(value ?? '');
  }
  const problem = problemOf(text);
  const search = () => {
    setAsked(true);
    if (!problem) onSearch(text.trim().replace(/\s+/g, ' ') || undefined);
  };
  const reset = () => {
    setAsked(false);
    setText('');
    onSearch(undefined);
  };
  return (
    <FormField errorText={asked && problem}>
      <SpaceBetween size="xs" direction="horizontal">
        <Input
          type="search"
          ariaLabel="Bot Name"
          placeholder="Bot Name"
          clearAriaLabel="Clear the bot's name"
          value={text}
          invalid={asked && problem !== undefined}
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
