import { useState } from 'react';
import { useNavigate } from 'react-router';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import ContentLayout from '@cloudscape-design/components/content-layout';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tiles, { type TilesProps } from '@cloudscape-design/components/tiles';
import * as z from 'zod';
import { pathTo } from '#lib/pages.ts';
import { usePage } from '#web/app/page.ts';
import { usePreference } from '#web/app/preferences.ts';

const workplaces = ['SAAS', 'Hosted'] as const;
const workplace = z.enum(workplaces);
type Workplace = z.infer<typeof workplace>;

const tiles: TilesProps.TilesDefinition[] = [
  {
    value: 'SAAS',
    label: 'SaaS',
    description: 'Use this installation, which is operated for you.',
  },
  {
    value: 'Hosted',
    label: 'Hosted',
    description: 'Use your own installation in your AWS account. Included in the Enterprise plan.',
  },
];

/** The start page of each workplace. */
const firstPages: Record<Workplace, string> = { SAAS: '/', Hosted: pathTo('subscription') };

/** Asks where the user works, and keeps the answer for them in this browser. */
export const StartPage = () => {
  usePage({ page: 'start', contentType: 'form' });
  const navigate = useNavigate();
  const [preference, setPreference] = usePreference('startupPreference', workplace, 'SAAS');
  const [choice, setChoice] = useState<Workplace>(preference);
  const proceed = () => {
    setPreference(choice);
    void navigate(firstPages[choice]);
  };
  return (
    <ContentLayout header={<Header variant="h1">Welcome</Header>}>
      <Container>
        <SpaceBetween size="l">
          <FormField
            stretch
            label="Where do you work?"
            description={
              'Your choice is saved for you in this browser. Until you have an installation of ' +
              'your own, you keep working here.'
            }
          >
            <Tiles
              value={choice}
              items={tiles}
              onChange={({ detail }) => setChoice(workplace.catch('SAAS').parse(detail.value))}
            />
          </FormField>
          <Button variant="primary" onClick={proceed}>
            Continue
          </Button>
        </SpaceBetween>
      </Container>
    </ContentLayout>
  );
};
