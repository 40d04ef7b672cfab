import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { updateConversation } from './conversation.ts';

const complianceSuggestions = [
  'When a scan finds a public S3 bucket, ask me, and block its public access.',
  'When a critical rule finds something new, mail it to me.',
  'Open a Jira issue for each resource that fails a rule.',
];

const suggestions = [
  'When a listener gets an alert of high severity, ask me before the instance is stopped.',
  'Every morning, email me the S3 buckets that are public.',
  'Ask a person for a user name, and disable that user after an approval.',
];

type Props = {
  builder: string;
  isFromCompliance: boolean;
  /** A page has handed over a task to the builder. */
  hasTask: boolean;
};

/** What the builder can do, shown while there are no messages. */
export const Suggestions = ({ builder, isFromCompliance, hasTask }: Props) => (
  <SpaceBetween size="s">
    <Box>
      Describe in your own words what the bot should do. The AI builder works on a copy of your
      draft: you review the change, then apply or discard it. It cannot publish, enable or run bots.
    </Box>
    {!hasTask &&
      (isFromCompliance ? complianceSuggestions : suggestions).map((text) => (
        <Button
          key={text}
          variant="inline-link"
          onClick={() => updateConversation(builder, { text })}
        >
          {text}
        </Button>
      ))}
  </SpaceBetween>
);
