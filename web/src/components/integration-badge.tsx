import './integration-badge.css';
import { type ReactNode } from 'react';
import { useIntegrationTypes } from './use-catalogue.ts';

/** The badge of an integration type; its name stands beside it. */
const Badge = ({ type }: { type: string }) => {
  const { letters, colour } = useIntegrationTypes().badgeOf(type);
  return (
    <span className="integration-badge" aria-hidden="true" style={{ backgroundColor: colour }}>
      {letters}
    </span>
  );
};

type Props = {
  /** As in addresses: `ms_teams`. */
  type: string;
  /** Shown after the badge instead of the type's name. */
  children?: ReactNode;
};

/** An integration type: its badge and its name. */
export const IntegrationBadge = ({ type, children }: Props) => {
  const { nameOf } = useIntegrationTypes();
  return (
    <span className="integration-name">
      <Badge type={type} />
      <span>{children ?? nameOf(type)}</span>
    </span>
  );
};

/**
 * The badges of several types side by side, each with its name as tooltip and for screen readers.
 */
export const IntegrationIcons = ({ types }: { types: readonly string[] }) => {
  const { nameOf } = useIntegrationTypes();
  return (
    <span className="integration-icons">
      {types.map((type) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- It is drawn by letters.
        <span key={type} role="img" aria-label={nameOf(type)} title={nameOf(type)}>
          <Badge type={type} />
        </span>
      ))}
    </span>
  );
};
