import type { ReactNode } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';

type RowProps = { name: string; onRemove: () => void; children: ReactNode };

/** One item of a list in a form, with its name. */
export const RemovableRow = ({ name, onRemove, children }: RowProps) => (
  <Container
    header={
      <Header
        variant="h3"
        actions={
          <Button
            variant="icon"
            iconName="remove"
            ariaLabel={`Remove ${name}`}
            onClick={onRemove}
          />
        }
      >
        {name}
      </Header>
    }
  >
    <SpaceBetween size="s">{children}</SpaceBetween>
  </Container>
);

type Props = {
  title: string;
  description?: string;
  /** The text while there are none. */
  emptyText: string;
  /** Text of the button that adds one. */
  addText: string;
  children: readonly ReactNode[];
  onAdd: () => void;
};

/** A list in a form, with buttons to add and remove items. */
export const RemovableRows = ({
  title,
  description,
  emptyText,
  addText,
  children,
  onAdd,
}: Props) => (
  <SpaceBetween size="s">
    <Box variant="h3">{title}</Box>
    {description && <Box color="text-body-secondary">{description}</Box>}
    {children.length === 0 && <Box color="text-body-secondary">{emptyText}</Box>}
    {children}
    <Button iconName="add-plus" onClick={onAdd}>
      {addText}
    </Button>
  </SpaceBetween>
);
