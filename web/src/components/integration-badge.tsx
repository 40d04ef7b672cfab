import './integration-badge.css';
import { type ReactNode } from 'react';
import { useIntegrationTypes } from './use-catalogue.ts';

/** The sign of a type of integrations; the name stands beside it. */
const Badge = ({ type }: { type: string }) => {
  const { letters, colour } = useIntegrationTypes().badgeOf(type);
  return (
    <span className="integration-badge" aria-hidden="true" style={{ backgroundColor: colour }}>
      {letters}
    </span>
  );
};

type Props = {
  /** As it stands in addresses: `ms_teams`. */
  type: string;
  /** Stands behind the sign instead of the type's name. */
  children?: ReactNode;
};

/** A type of integrations: its sign and its name. */
export const IntegrationBadge = ({ type, children }: Props) => {
  const { nameOf } = useIntegrationTypes();
  return (
    <span className="integration-name">
      <Badge type={type} />
      <span>{children ?? nameOf(type)}</span>
    </span>
  );
};

/** The signs of several types beside each other, each with its name for who points or listens. */
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
