import Icon from '@cloudscape-design/components/icon';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { integrationName } from '#web/components/integration-names.ts';

const cloud = (
  <path d="M4.5 13h7a3 3 0 0 0 .4-6A4 4 0 0 0 4.1 7.8 2.6 2.6 0 0 0 4.5 13Z" strokeWidth="2" />
);
const cluster = <path d="M8 1.5 13.6 4.7v6.6L8 14.5l-5.6-3.2V4.7Z M8 8v6 M8 8 3 5 M8 8l5-3" />;

const signOf = (type: string) => (
  <svg viewBox="0 0 16 16" focusable="false" aria-hidden="true">
    {type === 'kubernetes' ? cluster : cloud}
  </svg>
);

/** What the steps of an app work with, each by a sign and its name. */
export const Integrations = ({ types }: { types: readonly string[] }) => (
  <SpaceBetween size="xs" direction="horizontal">
    {types.map((type) => (
      <span key={type} className="portal-integration">
        <Icon svg={signOf(type)} /> {integrationName(type)}
      </span>
    ))}
  </SpaceBetween>
);
