import './approvals.css';
import { type ReactNode, useEffect, useRef } from 'react';
import Box from '@cloudscape-design/components/box';
import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { pathTo } from '#lib/pages.ts';
import { type ApiError, isTransient } from '#web/api/api-error.ts';
import { failureText } from '#web/components/failure-text.ts';
import { LinkButton } from '#web/components/link.tsx';

type Props = {
  error: ApiError | undefined;
  /** Returns to the decision, with the entered values and the current state of the approval. */
  onClose: () => void;
  inPlace: boolean;
  /** The decision form. */
  children: ReactNode;
};

type Outcome = { title: string; next: string };

const outcomeOf = (error: ApiError): Outcome => {
  if (isTransient(error) || error.status === 401) {
    return { title: 'Not decided yet', next: 'Try again' };
  }
  const isUnknown = error.status === 408;
  const title = isUnknown ? 'Perhaps decided' : 'This decision does not count';
  return { title, next: 'Look again' };
};

/** Covers a decision that the server rejected, with an explanation and a way to continue. */
export const DecisionRefused = ({ error, onClose, inPlace, children }: Props) => {
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
                <Box variant="h2">{outcomeOf(error).title}</Box>
                <Box>{failureText(error)}</Box>
                {error.detail.map(({ msg }) => (
                  <Box key={msg}>{msg}</Box>
                ))}
                <Box display="inline-block">
                  <SpaceBetween size="xs" direction="horizontal">
                    {!inPlace && <LinkButton to={pathTo('approvals')}>Go to approvals</LinkButton>}
                    <Button ref={button} variant="primary" onClick={onClose}>
                      {outcomeOf(error).next}
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
