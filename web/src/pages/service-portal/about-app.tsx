import type { ReactNode } from 'react';
import Badge from '@cloudscape-design/components/badge';
import Icon, { type IconProps } from '@cloudscape-design/components/icon';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { PortalApp } from '#lib/domain/service-portal/portal.schema.ts';

type ImportanceIcon = { name: IconProps.Name; variant: IconProps.Variant };

const importanceIcons: Record<PortalApp['importance'], ImportanceIcon> = {
  High: { name: 'angle-up', variant: 'error' },
  Medium: { name: 'view-full', variant: 'warning' },
  Low: { name: 'angle-down', variant: 'success' },
};

type Props = {
  app: Pick<PortalApp, 'category' | 'importance'>;
  /** The integrations that it uses, if known. */
  children?: ReactNode;
};

/** The category and importance of an app. */
export const AboutApp = ({ app, children }: Props) => (
  <SpaceBetween size="xs" direction="horizontal" alignItems="center">
    {children}
    <Badge color="blue">{app.category}</Badge>
    <span>
      <Icon {...importanceIcons[app.importance]} /> {app.importance} importance
    </span>
  </SpaceBetween>
);
