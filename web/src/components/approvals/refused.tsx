import './approvals.css';
import { useEffect, useRef, type ReactNode } from 'react';
import Box from '@cloudscape-design/components/box';
import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ApiError } from '#web/api/api-error.ts';
import { LinkButton } from '#web/components/link.tsx';

type Props = {
  error: ApiError | undefined;
  /** Back to the decision, with what was entered and as the approval stands now. */
  onClose: () => void;
  inPlace: boolean;
  /** What was being decided. */
  children: ReactNode;
};

/** Nobody was reached, or everybody was busy: the same decision may count the next time. */
const mayHelp = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500;

/** Lies over a decision that the server did not take, and leads on (spec 2 section 8). */
export const Refused = ({ error, onClose, inPlace, children }: Props) => {
  const button = useRef<ButtonProps.Ref>(null);
  useEffect(() => {
    if (error) button.current?.focus();
  }, [error]);
  return (
    <div className="approval-over">
      <div inert={error !== undefined}>{children}</div>
      {error && (
        <div role="alert">
          <Container>
            <Box textAlign="center">
              <SpaceBetween size="s">
                <Box variant="h2">
                  {mayHelp(error) ? 'Not decided yet' : 'This decision does not count'}
                </Box>
                <Box>{error.message}</Box>
                {error.detail.map(({ msg }) => (
                  <Box key={msg}>{msg}</Box>
                ))}
                <Box display="inline-block">
                  <SpaceBetween size="xs" direction="horizontal">
                    {!inPlace && <LinkButton to="/approvals">Go to approvals</LinkButton>}
                    <Button ref={button} variant="primary" onClick={onClose}>
                      {mayHelp(error) ? 'Try again' : 'Look again'}
                    </Button>
                  </SpaceBetween>
                </Box>
              </SpaceBetween>
            </Box>
          </Container>
        </div>
      )}
    </div>
  );
};
