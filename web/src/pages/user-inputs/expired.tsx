import { pathTo } from '#lib/pages.ts';
import '#web/components/user-inputs/user-input.css';
import type { ReactNode } from 'react';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { LinkButton } from '#web/components/link.tsx';

type Props = {
  withdrawn: boolean;
  /** The form. */
  children: ReactNode;
};

/** Covers a form that can no longer be submitted. */
export const Expired = ({ withdrawn, children }: Props) => (
  <div className="input-over">
    <div inert>{children}</div>
    <div role="alert">
      <Container>
        <Box textAlign="center">
          <SpaceBetween size="s">
            <Box variant="h2">
              {withdrawn
                ? 'This user input was withdrawn, because its run has ended.'
                : "Can't resolve expired user input."}
            </Box>
            <LinkButton to={pathTo('userInputs')}>Back</LinkButton>
          </SpaceBetween>
        </Box>
      </Container>
    </div>
  </div>
);
