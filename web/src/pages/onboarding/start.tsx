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

const places = ['SAAS', 'Hosted'] as const;
const place = z.enum(places);
type Place = z.infer<typeof place>;

const tiles: TilesProps.TilesDefinition[] = [
  {
    value: 'SAAS',
    label: 'SaaS',
    description: 'Work here: your organisation lies in this installation, which is run for you.',
  },
  {
    value: 'Hosted',
    label: 'Hosted',
    description:
      'Work in an installation of your own in your AWS account. It comes with the Enterprise plan.',
  },
];

/** Where each of them begins. */
const firstPages: Record<Place, string> = { SAAS: '/', Hosted: pathTo('subscription') };

/** Asks where somebody works, and keeps the answer for them in this browser. */
export const StartPage = () => {
  usePage({ page: 'start', contentType: 'form' });
  const navigate = useNavigate();
  const [kept, keep] = usePreference('startupPreference', place, 'SAAS');
  const [chosen, choose] = useState<Place>(kept);
  const goOn = () => {
    keep(chosen);
    void navigate(firstPages[chosen]);
  };
  return (
    <ContentLayout header={<Header variant="h1">Welcome</Header>}>
      <Container>
        <SpaceBetween size="l">
          <FormField
            stretch
            label="Where do you work?"
            description={
              'Kept in this browser, for you. It says where Continue leads: until you have an ' +
              'installation of your own, you go on working here.'
            }
          >
            <Tiles
              value={chosen}
              items={tiles}
              onChange={({ detail }) => choose(place.catch('SAAS').parse(detail.value))}
            />
          </FormField>
          <Button variant="primary" onClick={goOn}>
            Continue
          </Button>
        </SpaceBetween>
      </Container>
    </ContentLayout>
  );
};
