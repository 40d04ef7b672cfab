import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { addedRights } from '#lib/domain/bots/added-rights.rules.ts';
import { policyFor, rightText } from '#lib/domain/bots/aws-rights.rules.ts';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { FactList } from '#web/components/fact-list.tsx';
import { JsonCode } from '#web/components/code/code-view.tsx';

type Rights = BotView['aws_rights'];

type Props = {
  /** The heading. */
  title: string;
  rights: Rights;
  /** The rights of the previous version; undefined if nothing is compared. */
  previous?: Rights | undefined;
};

type AccountProps = { rights: Rights; isNew: (one: Rights[number]) => boolean };

const Account = ({ rights, isNew }: AccountProps) => {
  const [{ alias = 'an integration that was deleted', region } = {}] = rights;
  const policy = JSON.stringify(policyFor(rights, region), undefined, 2);
  return (
    <div>
      <FactList>
        {rights.map((one) => (
          <li key={rightText(one)}>
            <Box variant="code">{rightText(one, region)}</Box> in {alias}{' '}
            {isNew(one) && <Badge color="blue">New</Badge>}
          </li>
        ))}
      </FactList>
      <ExpandableSection variant="footer" headerText={`IAM policy for ${alias}`}>
        <JsonCode text={policy} subject={`IAM policy for ${alias}`} />
      </ExpandableSection>
    </div>
  );
};

/** The AWS calls that a version may make, by account; its runs can make no others. */
export const AwsRightsList = ({ title, rights, previous }: Props) => {
  const added = new Set(previous && addedRights(rights, previous));
  const removed = previous ? addedRights(previous, rights) : [];
  const accounts = Map.groupBy(rights, ({ integration_id }) => integration_id);
  if (rights.length === 0 && removed.length === 0) return null;
  return (
    <div>
      <Box variant="awsui-key-label">{title}</Box>
      <SpaceBetween size="s">
        {[...accounts].map(([id, accountRights]) => (
          <Account key={id} rights={accountRights} isNew={(one) => added.has(one)} />
        ))}
        {removed.length > 0 && (
          <Box color="text-body-secondary">
            No longer: {removed.map((one) => rightText(one)).join(', ')}
          </Box>
        )}
      </SpaceBetween>
    </div>
  );
};
